import type { Mail } from "#server/backend/auth/mail/mail-outbox.ts";
import { DEFAULT_LANGUAGE } from "#shared/languages.ts";
import { backupMailMessages } from "#shared/messages/backup-mail.ts";
import type { Proof } from "./weekly-proof.ts";

/** The mail that tells the operator what came of a proof. */
export function proofMail(
  proof: Proof,
  facts: { readonly to: string; readonly site: string },
): Mail {
  const texts = backupMailMessages[DEFAULT_LANGUAGE];
  const { to, site } = facts;
  const isGood = proof.failure === null;
  const subject = isGood ? texts.goodSubject(site) : texts.badSubject(site);
  const paragraphs = isGood
    ? [texts.good(proof.backup, proof.place, proof.rows)]
    : [texts.bad(proof.backup, proof.place), proof.failure ?? "", texts.remedy];
  return {
    kind: "backup",
    to,
    subject,
    text: paragraphs.join("\n\n"),
    html: `<!doctype html><html><body>${paragraphs.map((text) => `<p>${escapeHtml(text)}</p>`).join("")}</body></html>`,
    link: null,
  };
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
