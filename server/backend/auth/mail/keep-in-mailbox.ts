import { addToCappedFolder } from "#server/kit/files/capped-folder.ts";
import type { Mail, MailTransport } from "./mail-outbox.ts";

/** Mails kept in the folder; the oldest go first. */
const MAILS_KEPT = 500;

/**
 * Without SMTP a mail becomes a file of `DATA_DIR/mail` that the operator alone may read, and its
 * link is printed as one plain line, outside the log: so a server works before anybody has
 * set up a mail account.
 */
export function createMailboxTransport(options: {
  /** Absolute path of the folder. */
  readonly folder: string;
  /** Who sends, as it is with each mail. */
  readonly from: () => string;
  readonly now: () => number;
  /** Shows one line to the operator. */
  readonly print: (line: string) => void;
}): MailTransport {
  const { folder, from, now, print } = options;
  return {
    async deliver(mail) {
      const date = new Date(now());
      const path = await addToCappedFolder({
        folder,
        date,
        kind: mail.kind,
        ending: ".eml",
        text: toFileText(mail, from(), date),
        kept: MAILS_KEPT,
      });
      print(mail.link === null ? `Mail in ${path}` : `Mail in ${path}: ${mail.link}`);
    },
  };
}

function toFileText(mail: Mail, from: string, date: Date): string {
  const headers = [
    `From: ${from}`,
    `To: ${mail.to}`,
    `Subject: ${mail.subject}`,
    `Date: ${date.toUTCString()}`,
    "MIME-Version: 1.0",
    "Content-Type: text/plain; charset=utf-8",
    "Content-Transfer-Encoding: 8bit",
  ];
  return `${headers.join("\r\n")}\r\n\r\n${mail.text.replaceAll("\n", "\r\n")}\r\n`;
}
