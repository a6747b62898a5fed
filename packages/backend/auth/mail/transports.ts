import { addToCappedFolder } from "@reign-tv/kit/files/capped-folder.ts";
import type { Mail, MailTransport } from "./mail-outbox.ts";
import { createTransport } from "nodemailer";
import { parseConnectionUrl } from "nodemailer/lib/shared";
import SMTPConnection from "nodemailer/lib/smtp-connection";
import { Readable } from "node:stream";
import { join } from "node:path";
import * as v from "valibot";
import { toMailbox, toOneLine } from "./compose-mail.ts";
import type { BackendSettings } from "#backend/settings.ts";

/** Older mails are deleted. */
const MAX_MAILS = 500;

/**
 * Writes each mail to a file in `DATA_DIR/mail` that only the operator can read. Prints its link
 * as a plain line outside the log (R-65), so that sign-in works without SMTP.
 */
export function createMailboxTransport(options: {
  /** Absolute path. */
  readonly folder: string;
  /** Returns the current sender. */
  readonly from: () => string;
  readonly now: () => number;
  /** Prints a line for the operator. */
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
        kept: MAX_MAILS,
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

/**
 * A 5xx reply of the mail server. Its text stays in the cause, because it quotes email addresses
 * (R-65).
 */
class SmtpRejection extends Error {
  readonly code: string;

  constructor(responseCode: number, cause: unknown) {
    super("The mail server refused the mail", { cause });
    this.name = "SmtpRejection";
    this.code = `SMTP ${responseCode}`;
  }
}

/** The server rejected the recipient or the text of this mail: a retry would fail too. */
class RejectedMailError extends SmtpRejection {
  readonly isPermanent = true;
}

/**
 * A rejection of these commands concerns one mail; one of the greeting, AUTH or MAIL FROM
 * concerns all.
 */
const ONE_MAIL_COMMANDS: ReadonlySet<unknown> = new Set(["RCPT TO", "DATA"]);
/** Replies that require another sign-in, to any command (RFC 4954). */
const AUTH_CODES: ReadonlySet<number> = new Set([530, 534, 535, 538]);
/** Some servers reject the sender only at RCPT TO, with a code of RFC 3463 or this text. */
const SENDER_REJECTED = /\b5\.1\.[78]\b|sender address rejected/i;

/** Delivers over `smtp://` or `smtps://`. */
export function createSmtpTransport(options: {
  readonly smtpUrl: string;
  /** Returns the current sender. */
  readonly from: () => string;
}): MailTransport {
  const transporter = createTransport({ url: options.smtpUrl, ...CONNECTION });
  return {
    async deliver({ to, subject, text, html }) {
      try {
        // Objects, so that no character of a name or email address is parsed as another
        // recipient.
        const from = toMailbox(options.from());
        await transporter.sendMail({ from, to: { name: "", address: to }, subject, text, html });
      } catch (error) {
        const { responseCode } = replyOf(error);
        if (responseCode < 500) throw error;
        throw concernsOneMail(error)
          ? new RejectedMailError(responseCode, error)
          : new SmtpRejection(responseCode, error);
      }
    },
  };
}

/**
 * Connects, signs in and names the sender. Sends no mail: aborts within the body.
 *
 * @param from null: only sign in.
 * @throws Error with a `code` such as EAUTH, and the rejected `command`, when this sender cannot
 * send.
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
        connection.send({ from: address, to: [address] }, abortedBody(), (error) =>
          !error || isAbortedBody(error) || concernsOneMail(error) ? resolve() : reject(error),
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

/** Aborts on the first read, after the server has accepted sender and recipient. */
function abortedBody(): Readable {
  return new Readable({
    read() {
      this.destroy(new Error("The trial ends here"));
    },
  });
}

const isAbortedBody = (error: Error): boolean => "code" in error && error.code === "ESTREAM";

const CONNECTION = {
  connectionTimeout: CONNECT_TIMEOUT_MS,
  greetingTimeout: CONNECT_TIMEOUT_MS,
  socketTimeout: SILENCE_TIMEOUT_MS,
  disableFileAccess: true,
  disableUrlAccess: true,
};

const replySchema = v.fallback(
  v.object({
    responseCode: v.fallback(v.number(), 0),
    command: v.fallback(v.string(), ""),
    response: v.fallback(v.string(), ""),
  }),
  { responseCode: 0, command: "", response: "" },
);

/** `responseCode` is 0 without a reply. */
function replyOf(error: unknown): v.InferOutput<typeof replySchema> {
  return v.parse(replySchema, error);
}

function concernsOneMail(error: unknown): boolean {
  const { responseCode, command, response } = replyOf(error);
  const isAccountError = AUTH_CODES.has(responseCode) || SENDER_REJECTED.test(response);
  return ONE_MAIL_COMMANDS.has(command) && !isAccountError;
}

/** Opens SMTP, or without it the folder DATA_DIR/mail. */
export function openMailTransport(
  settings: Pick<BackendSettings, "smtpUrl" | "mailFrom" | "dataDir">,
  now: () => number,
): MailTransport {
  const { smtpUrl, dataDir } = settings;
  // Read for each mail: the sender's name may change.
  const from = (): string => settings.mailFrom;
  if (smtpUrl !== null) return createSmtpTransport({ smtpUrl, from });
  const print = (line: string): void => void process.stdout.write(`${line}\n`);
  return createMailboxTransport({ folder: join(dataDir, "mail"), from, now, print });
}
