import { createTransport } from "nodemailer";
import type { MailTransport } from "./mail-outbox.ts";

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
