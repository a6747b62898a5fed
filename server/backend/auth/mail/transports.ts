import { addToCappedFolder } from "#server/kit/files/capped-folder.ts";
import type { Mail, MailTransport } from "./mail-outbox.ts";
import { createTransport } from "nodemailer";
import { parseConnectionUrl } from "nodemailer/lib/shared";
import SMTPConnection from "nodemailer/lib/smtp-connection";
import { Readable } from "node:stream";
import { join } from "node:path";
import { z } from "zod";
import { toMailbox, toOneLine } from "./mailbox.ts";
import type { BackendSettings } from "#server/backend/settings.ts";

/** Mails kept in the folder; the oldest go first. */
const MAILS_KEPT = 500;

/**
 * Without SMTP a mail becomes a file of `DATA_DIR/mail` that the operator alone may read, and its
 * link is printed as one plain line, outside the log (R-65): so a server works before anybody has
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
  const { name, address } = toMailbox(from);
  const headers = [
    `From: ${name === "" ? address : `${name} <${address}>`}`,
    `To: ${toOneLine(mail.to)}`,
    `Subject: ${toOneLine(mail.subject)}`,
    `Date: ${date.toUTCString()}`,
    "MIME-Version: 1.0",
    "Content-Type: text/plain; charset=utf-8",
    "Content-Transfer-Encoding: 8bit",
  ];
  return `${headers.join("\r\n")}\r\n\r\n${mail.text.replaceAll("\n", "\r\n")}\r\n`;
}

const CONNECT_TIMEOUT_MS = 10_000;
const SILENCE_TIMEOUT_MS = 20_000;

/** A mail server said no (5xx); its words stay in the cause, because they quote addresses (R-65). */
class SmtpRejection extends Error {
  readonly code: string;

  constructor(responseCode: number, cause: unknown) {
    super("The mail server refused the mail", { cause });
    this.name = "SmtpRejection";
    this.code = `SMTP ${responseCode}`;
  }
}

/** It refused the recipient or the text of one mail: trying again would only annoy it. */
class RefusedMailError extends SmtpRejection {
  readonly isPermanent = true;
}

/** Commands that only concern one mail; a rejection of the greeting, AUTH or MAIL FROM concerns all of them. */
const ONE_MAIL_COMMANDS: ReadonlySet<unknown> = new Set(["RCPT TO", "DATA"]);
/** Codes by which a server asks for another sign-in, at whatever command (RFC 4954). */
const AUTH_CODES: ReadonlySet<number> = new Set([530, 534, 535, 538]);
/** Some servers refuse the sender only at RCPT TO, by a code of RFC 3463 or in these words. */
const SENDER_REFUSED = /\b5\.1\.[78]\b|sender address rejected/i;

/** Delivers over `smtp://` or `smtps://`. */
export function createSmtpTransport(options: {
  readonly smtpUrl: string;
  /** Who sends, as it is with each mail. */
  readonly from: () => string;
}): MailTransport {
  const transporter = createTransport({ url: options.smtpUrl, ...CONNECTION });
  return {
    async deliver({ to, subject, text, html }) {
      try {
        // As objects, so that no character of a name or an address is read as another address.
        const from = toMailbox(options.from());
        await transporter.sendMail({ from, to: { name: "", address: to }, subject, text, html });
      } catch (error) {
        const { responseCode } = replyOf(error);
        if (responseCode < 500) throw error;
        throw concernsOneMail(error)
          ? new RefusedMailError(responseCode, error)
          : new SmtpRejection(responseCode, error);
      }
    },
  };
}

/**
 * Connects, signs in and names the sender. No mail is sent: its text breaks off before its end.
 *
 * @param from null: it only signs in.
 * @throws Error with a `code` such as EAUTH, and the refused `command`, when mails cannot be sent by that address.
 */
export async function verifySmtp(smtpUrl: string, from: string | null): Promise<void> {
  const options = parseConnectionUrl(smtpUrl);
  const connection = new SMTPConnection({ ...options, ...CONNECTION });
  try {
    await new Promise<void>((resolve, reject) => {
      connection.once("error", reject);
      const nameSender = (): void => {
        if (from === null) return resolve();
        const { address } = toMailbox(from);
        connection.send({ from: address, to: [address] }, brokenText(), (error) =>
          !error || hasBrokenOff(error) || concernsOneMail(error) ? resolve() : reject(error),
        );
      };
      connection.connect((error) => {
        if (error) reject(error);
        else if (!options.auth || !connection.allowsAuth) nameSender();
        else
          connection.login(options.auth, (rejection) =>
            rejection ? reject(rejection) : nameSender(),
          );
      });
    });
  } finally {
    connection.close();
  }
}

/** Breaks off as soon as it is read, which is after the server has taken sender and recipient. */
function brokenText(): Readable {
  return new Readable({
    read() {
      this.destroy(new Error("The trial ends here"));
    },
  });
}

const hasBrokenOff = (error: Error): boolean => "code" in error && error.code === "ESTREAM";

const CONNECTION = {
  connectionTimeout: CONNECT_TIMEOUT_MS,
  greetingTimeout: CONNECT_TIMEOUT_MS,
  socketTimeout: SILENCE_TIMEOUT_MS,
  disableFileAccess: true,
  disableUrlAccess: true,
};

const replySchema = z
  .object({
    responseCode: z.number().catch(0),
    command: z.string().catch(""),
    response: z.string().catch(""),
  })
  .catch({ responseCode: 0, command: "", response: "" });

/** What the server answered to which command; code 0: nothing. */
function replyOf(error: unknown): z.infer<typeof replySchema> {
  return replySchema.parse(error);
}

function concernsOneMail(error: unknown): boolean {
  const { responseCode, command, response } = replyOf(error);
  const isOurs = AUTH_CODES.has(responseCode) || SENDER_REFUSED.test(response);
  return ONE_MAIL_COMMANDS.has(command) && !isOurs;
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
