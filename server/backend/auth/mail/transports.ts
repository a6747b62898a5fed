import { addToCappedFolder } from "#server/kit/files/capped-folder.ts";
import type { Mail, MailTransport } from "./mail-outbox.ts";
import { createTransport } from "nodemailer";
import { join } from "node:path";
import type { BackendSettings } from "#server/backend/settings.ts";

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

const CONNECT_TIMEOUT_MS = 10_000;
const SILENCE_TIMEOUT_MS = 20_000;

/** A mail server said no for good (5xx): trying again would only annoy it. */
class RefusedMailError extends Error {
  readonly isPermanent = true;
  readonly code: string;

  constructor(responseCode: number, cause: unknown) {
    super("The mail server refused the mail", { cause });
    this.name = "RefusedMailError";
    this.code = `SMTP ${responseCode}`;
  }
}

/** Delivers over `smtp://` or `smtps://`. */
export function createSmtpTransport(options: {
  readonly smtpUrl: string;
  /** Who sends, as it is with each mail. */
  readonly from: () => string;
}): MailTransport {
  const transporter = createTransport(connectionTo(options.smtpUrl));
  return {
    async deliver({ to, subject, text, html }) {
      try {
        // As an object, so that no character of the address is read as a second one.
        const from = options.from();
        await transporter.sendMail({ from, to: { name: "", address: to }, subject, text, html });
      } catch (error) {
        const responseCode = responseCodeOf(error);
        if (responseCode >= 500) throw new RefusedMailError(responseCode, error);
        throw error;
      }
    },
  };
}

/**
 * Connects and signs in, and sends nothing.
 *
 * @throws Error with a `code` such as EAUTH when mails cannot be sent by that address.
 */
export async function verifySmtp(smtpUrl: string): Promise<void> {
  const transporter = createTransport(connectionTo(smtpUrl));
  try {
    await transporter.verify();
  } finally {
    transporter.close();
  }
}

function connectionTo(url: string) {
  return {
    url,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SILENCE_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

function responseCodeOf(error: unknown): number {
  if (!(error instanceof Error) || !("responseCode" in error)) return 0;
  return typeof error.responseCode === "number" ? error.responseCode : 0;
}

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
