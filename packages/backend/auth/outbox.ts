import type { ReportFault } from "@reign-tv/kit/fault-registry.ts";
import type { Logger } from "@reign-tv/kit/log.ts";

export type OutboxOptions<Message> = {
  /** Name in reports and in the log event. */
  readonly component: "mail" | "sms";
  /** @throws Error with `isPermanent: true` when the service rejects only this message. */
  readonly deliver: (message: Message) => Promise<void>;
  /** Purpose of a message, for the log. */
  readonly kindOf: (message: Message) => string;
  /** Delays before the retries of a message; after the last one it is dropped. */
  readonly retryDelaysMs: readonly number[];
  /** Returns true for an error that allows a retry. Default: every error that is not permanent. */
  readonly canRetry?: (error: unknown) => boolean;
  readonly log: Logger;
  readonly report?: ReportFault | undefined;
  /** Replaces the timer in tests. */
  readonly schedule?: (work: () => void, delayMs: number) => void;
};

/** Queues messages and returns at once: the delivery time must not reveal which accounts exist. */
export type Outbox<Message> = { send(message: Message): void; waitingCount(): number };

/** Limit on waiting retries; further messages are dropped. */
const WAITING_MAX = 1_000;

/** Creates an outbox in memory. A restart drops waiting messages; users request them again. */
export function createOutbox<Message>(options: OutboxOptions<Message>): Outbox<Message> {
  const { component, deliver, kindOf, retryDelaysMs, log, report } = options;
  const { canRetry = () => true, schedule = scheduleUnreferenced } = options;
  let waitingCount = 0;

  async function attempt(message: Message, tryCount: number): Promise<void> {
    try {
      await deliver(message);
      report?.(component, null);
    } catch (error) {
      const isOneMessage = isPermanent(error);
      report?.(component, isOneMessage ? null : faultOf(error));
      const delayMs = isOneMessage || !canRetry(error) ? undefined : retryDelaysMs[tryCount];
      const details = {
        event: `${component}_failed`,
        kind: kindOf(message),
        tryCount: tryCount + 1,
        fault: faultOf(error),
      };
      if (delayMs === undefined || waitingCount >= WAITING_MAX) {
        log.error(details, "A message could not be sent and is given up");
        return;
      }
      log.warn(details, "A message could not be sent yet");
      waitingCount += 1;
      schedule(() => {
        waitingCount -= 1;
        void attempt(message, tryCount + 1);
      }, delayMs);
    }
  }

  return { send: (message) => void attempt(message, 0), waitingCount: () => waitingCount };
}

function scheduleUnreferenced(work: () => void, delayMs: number): void {
  setTimeout(work, delayMs).unref();
}

function isPermanent(error: unknown): boolean {
  return error instanceof Error && "isPermanent" in error && error.isPermanent === true;
}

/** The code only: messages of mail servers quote email addresses. */
function faultOf(error: unknown): string {
  if (error instanceof Error && "code" in error && typeof error.code === "string") {
    return error.code;
  }
  return error instanceof Error ? error.name : "unknown";
}
