import { toParagraph } from "#server/backend/auth/mail/compose-mail.ts";
import type { Mail } from "#server/backend/auth/mail/mail-outbox.ts";
import type { VerificationResult } from "./scheduler/weekly-verification.ts";
import { DEFAULT_LANGUAGE } from "#shared/languages.ts";
import { backupMailMessages } from "#shared/messages/backup-mail.ts";
import { openMailTransport } from "#server/backend/auth/mail/transports.ts";
import type { Logger } from "#server/kit/log.ts";
import { backendSettings } from "#server/settings/backend-settings.ts";
import type { Config } from "#server/settings/config.ts";
import type { Ministry } from "#shared/site/ministry.ts";

/** Reasons for a mail to the operator. */
export type OperatorMessage =
  | { readonly kind: "verification"; readonly result: VerificationResult }
  /** The nightly backup failed. */
  | { readonly kind: "night"; readonly reason: string }
  /** The newest backup is old; null: there is none. */
  | { readonly kind: "age"; readonly newest: string | null; readonly hours: number };

type Texts = (typeof backupMailMessages)[typeof DEFAULT_LANGUAGE];

/** Text of the mail to the operator. */
export function operatorMail(
  message: OperatorMessage,
  { to, site }: { readonly to: string; readonly site: string },
): Mail {
  const { subject, paragraphs } = contentOf(message, backupMailMessages[DEFAULT_LANGUAGE]);
  const lines = paragraphs.map(toParagraph).join("");
  return {
    kind: "backup",
    to,
    subject: subject(site),
    text: paragraphs.join("\n\n"),
    html: `<!doctype html><html><body>${lines}</body></html>`,
    link: null,
  };
}

function contentOf(
  message: OperatorMessage,
  texts: Texts,
): { readonly subject: (site: string) => string; readonly paragraphs: readonly string[] } {
  switch (message.kind) {
    case "night":
      return {
        subject: texts.nightSubject,
        paragraphs: [texts.night, message.reason, texts.nightlyHint],
      };
    case "age": {
      const state =
        message.newest === null
          ? texts.none(message.hours)
          : texts.old(message.newest, message.hours);
      return { subject: texts.oldSubject, paragraphs: [state, texts.oldHint] };
    }
    case "verification":
    default:
      return verificationContent(message.result, texts);
  }
}

function verificationContent({ failure, backup, place, rows }: VerificationResult, texts: Texts) {
  return failure === null
    ? { subject: texts.goodSubject, paragraphs: [texts.good(backup, place, rows)] }
    : {
        subject: texts.badSubject,
        paragraphs: [texts.bad(backup, place), failure, texts.hint],
      };
}

export type OperatorNotifierDeps = {
  readonly ministry: () => Ministry;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly log: Logger;
};

/**
 * Mails BACKUP_MAIL_TO, else the ministry; without SMTP the mail is saved as a file.
 *
 * @returns a function that resolves with false when the mail server rejected the mail.
 */
export function createOperatorNotifier(
  config: Config,
  { ministry, now, log }: OperatorNotifierDeps,
): (message: OperatorMessage) => Promise<boolean> {
  const transport = openMailTransport(backendSettings(config, ministry), now);
  return async (message) => {
    try {
      const to = config.BACKUP_MAIL_TO ?? ministry().email;
      await transport.deliver(operatorMail(message, { to, site: ministry().name }));
      return true;
    } catch (error) {
      log.warn({ event: "backup_mail_failed", err: error });
      return false;
    }
  };
}
