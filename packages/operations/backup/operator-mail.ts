import type { Mail, MailTransport } from "@reign-tv/backend";
import { toParagraph } from "@reign-tv/backend/operations";
import type { Logger } from "@reign-tv/kit/log.ts";
import type { VerificationResult } from "./scheduler/weekly-verification.ts";

/** Reasons for a mail to the operator. */
export type OperatorMessage =
  | { readonly kind: "verification"; readonly result: VerificationResult }
  /** The nightly backup failed. */
  | { readonly kind: "night"; readonly reason: string }
  /** The newest backup is old; null: there is none. */
  | { readonly kind: "age"; readonly newest: string | null; readonly hours: number };

/** Texts of the mails; subjects name the site. */
export type BackupMailTexts = {
  readonly goodSubject: (site: string) => string;
  readonly good: (backup: string, place: string, rows: number) => string;
  readonly badSubject: (site: string) => string;
  readonly bad: (backup: string, place: string) => string;
  readonly hint: string;
  readonly nightSubject: (site: string) => string;
  readonly night: string;
  readonly nightlyHint: string;
  readonly oldSubject: (site: string) => string;
  readonly old: (backup: string, hours: number) => string;
  readonly none: (hours: number) => string;
  readonly oldHint: string;
};

/** Text of the mail to the operator. */
export function operatorMail(
  message: OperatorMessage,
  { to, site, texts }: MailFields & { readonly texts: BackupMailTexts },
): Mail {
  const { subject, paragraphs } = contentOf(message, texts);
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

type MailFields = { readonly to: string; readonly site: string };

function contentOf(
  message: OperatorMessage,
  texts: BackupMailTexts,
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

function verificationContent(
  { failure, backup, place, rows }: VerificationResult,
  texts: BackupMailTexts,
) {
  return failure === null
    ? { subject: texts.goodSubject, paragraphs: [texts.good(backup, place, rows)] }
    : {
        subject: texts.badSubject,
        paragraphs: [texts.bad(backup, place), failure, texts.hint],
      };
}

export type OperatorNotifierDeps = {
  readonly transport: MailTransport;
  /** Current recipient, and name of the site. */
  readonly fields: () => MailFields;
  readonly texts: BackupMailTexts;
  readonly log: Logger;
};

/** @returns a function that mails the operator; it resolves with false when the mail server rejected the mail. */
export function createOperatorNotifier({
  transport,
  fields,
  texts,
  log,
}: OperatorNotifierDeps): (message: OperatorMessage) => Promise<boolean> {
  return async (message) => {
    try {
      await transport.deliver(operatorMail(message, { ...fields(), texts }));
      return true;
    } catch (error) {
      log.warn({ event: "backup_mail_failed", err: error });
      return false;
    }
  };
}
