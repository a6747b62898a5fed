import type { ReportFault } from "#server/kit/fault-registry.ts";
import type { Logger } from "#server/kit/log.ts";
import { createOutbox, type OutboxOptions } from "#server/backend/auth/outbox.ts";

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
export class RefusedSmsError extends Error {
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
