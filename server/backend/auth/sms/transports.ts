import { addToCappedFolder } from "#server/kit/files/capped-folder.ts";
import type { SmsTransport, Sms } from "./sms-outbox.ts";
import type { TwilioSettings } from "#server/backend/sign-in-settings.ts";
import { fetchBounded, OUTBOUND_LIMITS } from "#server/kit/http/http-client.ts";

/** Messages kept in the folder; the oldest go first. */
const MESSAGES_KEPT = 500;

/**
 * Without a telephone company a message becomes a file of `DATA_DIR/sms` that the operator alone may
 * read, and its path is printed as one plain line, outside the log.
 */
export function createSmsFolder(options: {
  /** Absolute path of the folder. */
  readonly folder: string;
  readonly now: () => number;
  /** Shows one line to the operator. */
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
        kept: MESSAGES_KEPT,
      });
      print(`Message in ${path}`);
    },
  };
}

const MESSAGING_SERVICE = /^MG[0-9a-f]{32}$/i;

/** The company took the call and not the message; the status says why. */
class RefusedSmsError extends Error {
  constructor(status: number) {
    super(`The message was refused with ${status}`);
    this.name = `RefusedSms${status}`;
  }
}

/** Delivers by `POST /2010-04-01/Accounts/{sid}/Messages.json`, as Twilio and its likes take it. */
export function createTwilioTransport(
  settings: TwilioSettings,
  fetch: typeof globalThis.fetch,
): SmsTransport {
  const { base, accountSid, authToken } = settings;
  const url = `${base}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`;
  const credentials = Buffer.from(`${accountSid}:${authToken}`).toString("base64");
  return {
    async deliver(sms) {
      const { status } = await fetchBounded({
        fetch,
        url,
        method: "POST",
        headers: { authorization: `Basic ${credentials}` },
        body: toForm(sms, settings.from),
        limits: OUTBOUND_LIMITS,
      });
      if (status < 200 || status >= 300) throw new RefusedSmsError(status);
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
