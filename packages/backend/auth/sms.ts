import type { ReportFault } from "@reign-tv/kit/fault-registry.ts";
import type { Logger } from "@reign-tv/kit/log.ts";
import { createOutbox, type OutboxOptions } from "./outbox.ts";
import * as v from "valibot";
import { addToCappedFolder } from "@reign-tv/kit/files/capped-folder.ts";
import type { TwilioSettings } from "#backend/settings.ts";
import { fetchBounded, OUTBOUND_LIMITS } from "@reign-tv/kit/outbound/bounded-fetch.ts";
import { parseJson } from "@reign-tv/kit/parse-json.ts";

export type SmsChannel = "sms" | "whatsapp";

export type Sms = {
  /** Digits without "+". */
  readonly to: string;
  readonly text: string;
  readonly channel: SmsChannel;
};

/** Delivers messages through an SMS provider or into a folder. */
export interface SmsTransport {
  /**
   * @throws Error with `isPermanent: true` when the provider rejects only this message;
   * RefusedSmsError when it was certainly not sent.
   */
  deliver(sms: Sms): Promise<void>;
}

/** The provider rejected the message. `reason` is the HTTP status and the provider's code. */
class RefusedSmsError extends Error {
  readonly isPermanent: boolean;

  constructor(reason: string, isPermanent: boolean) {
    super(`The message was refused with ${reason}`);
    this.name = `RefusedSms${reason}`;
    this.isPermanent = isPermanent;
  }
}

/**
 * Queues messages and returns at once: the provider's response time must not reveal which numbers
 * have accounts. Retries a rejection of the account or sender while the code is valid. Does not
 * retry without a response: the message may have been sent, and each costs money.
 */
export type SmsOutbox = { send(sms: Sms): void };

const RETRY_DELAYS_MS = [30_000, 120_000, 300_000];

export function createSmsOutbox(options: {
  readonly transport: SmsTransport;
  readonly log: Logger;
  readonly report?: ReportFault | undefined;
  readonly schedule?: OutboxOptions<Sms>["schedule"];
}): SmsOutbox {
  const { transport, log, report, schedule } = options;
  return createOutbox<Sms>({
    component: "sms",
    deliver: (sms) => transport.deliver(sms),
    kindOf: ({ channel }) => channel,
    retryDelaysMs: RETRY_DELAYS_MS,
    canRetry: (error) => error instanceof RefusedSmsError,
    log,
    report,
    ...(schedule && { schedule }),
  });
}

/** Older messages are deleted. */
const MAX_MESSAGES = 500;

/**
 * Writes each message to a file in `DATA_DIR/sms` that only the operator can read. Prints its
 * path as a plain line outside the log.
 */
export function createSmsFolder(options: {
  /** Absolute path. */
  readonly folder: string;
  readonly now: () => number;
  /** Prints a line for the operator. */
  readonly print: (line: string) => void;
}): SmsTransport {
  const { folder, now, print } = options;
  return {
    async deliver({ to, text, channel }) {
      const path = await addToCappedFolder({
        folder,
        date: new Date(now()),
        kind: channel,
        ending: ".txt",
        text: `To: +${to}\n\n${text}\n`,
        kept: MAX_MESSAGES,
      });
      print(`Message in ${path}`);
    },
  };
}

const MESSAGING_SERVICE = /^MG[0-9a-f]{32}$/i;

/**
 * Error codes about one recipient or text: an invalid, unreachable, landline or unsubscribed
 * number, an empty or too long text. Other codes concern the account or the sender.
 */
const ONE_MESSAGE_CODES: ReadonlySet<number> = new Set([
  21211, 21214, 21217, 21219, 21265, 21408, 21421, 21602, 21604, 21610, 21612, 21614, 21617, 21619,
  21635, 30003, 30004, 30005, 30006, 60200, 63003, 63013, 63015, 63016, 63024,
]);

const rejectionSchema = v.object({ code: v.number() });

function toRejection(status: number, body: string): RefusedSmsError {
  const rejection = v.safeParse(rejectionSchema, parseJson(body));
  const code = rejection.success ? rejection.output.code : undefined;
  const isOneMessage = status === 400 && code !== undefined && ONE_MESSAGE_CODES.has(code);
  return new RefusedSmsError(code === undefined ? `${status}` : `${status}-${code}`, isOneMessage);
}

/** Delivers with Twilio's API, `POST /2010-04-01/Accounts/{sid}/Messages.json`. */
export function createTwilioTransport(
  settings: TwilioSettings,
  fetch: typeof globalThis.fetch,
): SmsTransport {
  const { base, accountSid, authToken } = settings;
  const url = `${base}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`;
  const credentials = Buffer.from(`${accountSid}:${authToken}`).toString("base64");
  return {
    async deliver(sms) {
      const { status, bytes } = await fetchBounded({
        fetch,
        url,
        method: "POST",
        headers: { authorization: `Basic ${credentials}` },
        body: toForm(sms, settings.from),
        limits: OUTBOUND_LIMITS,
      });
      if (status >= 500) throw new Error(`The SMS provider failed with ${status}`);
      if (status < 200 || status >= 300) throw toRejection(status, new TextDecoder().decode(bytes));
    },
  };
}

function toForm({ to, text, channel }: Sms, from: string): URLSearchParams {
  const prefix = channel === "whatsapp" ? "whatsapp:" : "";
  const isService = MESSAGING_SERVICE.test(from);
  return new URLSearchParams({
    To: `${prefix}+${to}`,
    [isService ? "MessagingServiceSid" : "From"]: isService ? from : `${prefix}${from}`,
    Body: text,
  });
}
