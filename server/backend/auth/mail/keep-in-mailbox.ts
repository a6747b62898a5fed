import { randomBytes } from "node:crypto";
import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
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
  readonly from: string;
  readonly now: () => number;
  /** Shows one line to the operator. */
  readonly print: (line: string) => void;
}): MailTransport {
  const { folder, from, now, print } = options;
  return {
    async deliver(mail) {
      const date = new Date(now());
      const stamp = date.toISOString().replaceAll(/[:.]/g, "-");
      const name = `${stamp}-${mail.kind}-${randomBytes(4).toString("hex")}.eml`;
      const path = join(folder, name);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(path, toFileText(mail, from, date), { flag: "wx", mode: 0o600 });
      print(mail.link === null ? `Mail in ${path}` : `Mail in ${path}: ${mail.link}`);
      await removeOldest(folder);
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

async function removeOldest(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".eml")).toSorted();
  const surplus = names.slice(0, Math.max(0, names.length - MAILS_KEPT));
  await Promise.all(surplus.map((name) => rm(join(folder, name), { force: true })));
}
