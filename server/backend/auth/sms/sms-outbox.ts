import type { ReportFault } from "#server/kit/fault-registry.ts";
import type { Logger } from "#server/kit/log.ts";

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
  deliver(sms: Sms): Promise<void>;
}

/**
 * Takes messages and answers at once: how long a company needs must not tell whether a number has an
 * account. A message that fails is not tried again, because the person asks for another code.
 */
export type SmsOutbox = { send(sms: Sms): void };

export function createSmsOutbox(options: {
  readonly transport: SmsTransport;
  readonly log: Logger;
  readonly report?: ReportFault | undefined;
}): SmsOutbox {
  const { transport, log, report } = options;
  async function deliver(sms: Sms): Promise<void> {
    try {
      await transport.deliver(sms);
      report?.("sms", null);
    } catch (error) {
      const fault = error instanceof Error ? error.name : "unknown";
      report?.("sms", fault);
      log.error({ event: "sms_failed", fault }, "A message could not be sent");
    }
  }
  return { send: (sms) => void deliver(sms) };
}
