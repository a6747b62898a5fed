import type { ReportFault } from "#server/kit/fault-registry.ts";
import type { Logger } from "#server/kit/log.ts";
import { createOutbox, type OutboxOptions } from "#server/backend/auth/outbox.ts";

/** Ways that a text reaches a phone. */
export type SmsChannel = "sms" | "whatsapp";

/** A finished message. */
export type Sms = {
  /** Digits without "+". */
  readonly to: string;
  readonly text: string;
  readonly channel: SmsChannel;
};

/** How a message leaves: through a telephone company, or into a folder for the operator. */
export interface SmsTransport {
  /**
   * @throws Error with `isPermanent: true` when this one message is refused and the company works, and a
   * `RefusedSmsError` when it was surely not sent.
   */
  deliver(sms: Sms): Promise<void>;
}

/** The company took the call and not the message; the status and its own code say why. */
export class RefusedSmsError extends Error {
  readonly isPermanent: boolean;

  constructor(reason: string, isPermanent: boolean) {
    super(`The message was refused with ${reason}`);
    this.name = `RefusedSms${reason}`;
    this.isPermanent = isPermanent;
  }
}

/**
 * Takes messages and answers at once: how long a company needs must not tell whether a number has an
 * account. What was refused because of the account or the sender is tried again, while its code is fresh. A call
 * without an answer is not: the message may have been sent, and each costs money.
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
