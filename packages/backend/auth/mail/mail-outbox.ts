import type { ReportFault } from "@reign-tv/kit/fault-registry.ts";
import type { Logger } from "@reign-tv/kit/log.ts";
import type { Metrics } from "@reign-tv/kit/metrics.ts";
import { createOutbox, type OutboxOptions } from "#backend/auth/outbox.ts";

export type Mail = {
  /** Purpose, for file names and logs: "recovery", "invite", ... */
  readonly kind: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Printed for the operator of a server without SMTP. */
  readonly link: string | null;
};

/** Delivers mails over SMTP or into a folder. */
export interface MailTransport {
  /** @throws Error with `isPermanent: true` when the mail server rejects only this mail. */
  deliver(mail: Mail): Promise<void>;
}

/** Queues mails and returns at once: a slow mail server must not delay or fail a request. */
export type MailOutbox = { send(mail: Mail): void };

const RETRY_DELAYS_MS = [5_000, 30_000, 120_000, 600_000, 1_800_000];

export function createMailOutbox(options: {
  readonly transport: MailTransport;
  readonly log: Logger;
  readonly report?: ReportFault | undefined;
  readonly metrics?: Metrics | undefined;
  readonly schedule?: OutboxOptions<Mail>["schedule"];
}): MailOutbox {
  const { transport, metrics, log, report, schedule } = options;
  const outbox = createOutbox<Mail>({
    component: "mail",
    deliver: (mail) => transport.deliver(mail),
    kindOf: ({ kind }) => kind,
    retryDelaysMs: RETRY_DELAYS_MS,
    log,
    report,
    ...(schedule && { schedule }),
  });
  metrics?.gauge("mail_queue", "Mails that wait for another try.", () => outbox.waitingCount());
  return outbox;
}
