import type { ReportFault } from "#server/kit/fault-registry.ts";
import type { Logger } from "#server/kit/log.ts";

/** How messages of one kind leave, and what happens to those that do not. */
export type OutboxOptions<Message> = {
  /** Name of the component in reports, and of the event in the log. */
  readonly component: "mail" | "sms";
  /** @throws Error with `isPermanent: true` when this one message is refused and the service works. */
  readonly deliver: (message: Message) => Promise<void>;
  /** Purpose of a message, for the log. */
  readonly kindOf: (message: Message) => string;
  /** Waits between the tries of one message; after the last it is given up. */
  readonly retryDelaysMs: readonly number[];
  /** Whether a failure may be tried again; absent: each that is not permanent. */
  readonly canRetry?: (error: unknown) => boolean;
  readonly log: Logger;
  readonly report?: ReportFault | undefined;
  /** Runs `work` later; a test passes its own clock. */
  readonly schedule?: (work: () => void, delayMs: number) => void;
};

/** Takes messages and answers at once: a slow service must not tell whether an address has an account. */
export type Outbox<Message> = { send(message: Message): void; waitingCount(): number };

/** Messages that wait for another try at the same time; beyond that the newest is given up. */
const WAITING_MAX = 1_000;

/**
 * Makes an outbox. Messages wait in memory: what is still waiting when the server stops is lost, and the person
 * asks for another.
 */
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

/** The code alone: messages of mail servers quote addresses. */
function faultOf(error: unknown): string {
  if (error instanceof Error && "code" in error && typeof error.code === "string") {
    return error.code;
  }
  return error instanceof Error ? error.name : "unknown";
}
