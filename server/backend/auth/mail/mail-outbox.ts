import type { ReportFault } from "#server/kit/fault-registry.ts";
import type { Logger } from "#server/kit/log.ts";
import type { Metrics } from "#server/kit/metrics.ts";

/** A finished mail. */
export type Mail = {
  /** Purpose, for file names and logs: "recovery", "invite", ... */
  readonly kind: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The link inside, for the operator of a server without SMTP. */
  readonly link: string | null;
};

/** How a mail leaves: over SMTP, or into a folder for the operator. */
export interface MailTransport {
  /** @throws Error with `isPermanent: true` when a further try cannot help. */
  deliver(mail: Mail): Promise<void>;
}

/** Takes mails and answers at once: nobody waits for a mail server, and no sign-up fails by it. */
export type MailOutbox = { send(mail: Mail): void };

/** Waits between the tries of one mail; after the last the mail is given up. */
const RETRY_DELAYS_MS = [5_000, 30_000, 120_000, 600_000, 1_800_000];
/** Mails that wait for another try at the same time; beyond that the newest is given up. */
const WAITING_MAX = 1_000;

/**
 * Makes the outbox. Mails wait in memory: what is still waiting when the server stops is lost, and
 * the person asks for another.
 */
export function createMailOutbox(options: {
  readonly transport: MailTransport;
  readonly log: Logger;
  readonly report?: ReportFault | undefined;
  readonly metrics?: Metrics | undefined;
  /** Runs `work` later; a test passes its own clock. */
  readonly schedule?: (work: () => void, delayMs: number) => void;
}): MailOutbox {
  const { transport, log, report, schedule = scheduleUnreferenced } = options;
  let waitingCount = 0;
  options.metrics?.gauge("mail_queue", "Mails that wait for another try.", () => waitingCount);

  async function attempt(mail: Mail, tryCount: number): Promise<void> {
    try {
      await transport.deliver(mail);
      report?.("mail", null);
    } catch (error) {
      // A mail that is refused for good was answered: the server works.
      report?.("mail", isPermanent(error) ? null : faultOf(error));
      const delayMs = RETRY_DELAYS_MS[tryCount];
      const isOver = delayMs === undefined || isPermanent(error) || waitingCount >= WAITING_MAX;
      const details = {
        event: "mail_failed",
        kind: mail.kind,
        tryCount: tryCount + 1,
        fault: faultOf(error),
      };
      if (isOver) {
        log.error(details, "A mail could not be sent and is given up");
        return;
      }
      log.warn(details, "A mail could not be sent yet");
      waitingCount += 1;
      schedule(() => {
        waitingCount -= 1;
        void attempt(mail, tryCount + 1);
      }, delayMs);
    }
  }

  return { send: (mail) => void attempt(mail, 0) };
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
