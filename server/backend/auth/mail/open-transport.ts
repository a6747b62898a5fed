import { join } from "node:path";
import type { BackendSettings } from "#server/backend/settings.ts";
import { createMailboxTransport } from "./keep-in-mailbox.ts";
import type { MailTransport } from "./mail-outbox.ts";
import { createSmtpTransport } from "./send-by-smtp.ts";

/** How mails of this server leave: over SMTP, or without it into DATA_DIR/mail, told by a line. */
export function openMailTransport(
  settings: Pick<BackendSettings, "smtpUrl" | "mailFrom" | "dataDir">,
  now: () => number,
): MailTransport {
  const { smtpUrl, dataDir } = settings;
  // Asked for with each mail: the sender's name may change.
  const from = (): string => settings.mailFrom;
  if (smtpUrl !== null) return createSmtpTransport({ smtpUrl, from });
  const print = (line: string): void => void process.stdout.write(`${line}\n`);
  return createMailboxTransport({ folder: join(dataDir, "mail"), from, now, print });
}
