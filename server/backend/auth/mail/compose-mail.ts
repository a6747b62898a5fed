import type { AuthTexts, MailKind } from "#server/backend/settings.ts";
import type { Mail } from "./mail-outbox.ts";
import { toMailbox } from "./mailbox.ts";

/** What a mail is made of. */
export type MailContent = {
  readonly kind: MailKind;
  readonly to: string;
  readonly texts: AuthTexts;
  /** Name of the sender as people know it. */
  readonly site: string;
  readonly link?: string;
  readonly code?: string;
  /** The address that a mail about an address speaks of. */
  readonly address?: string;
};

/** Writes a mail in plain text and simple HTML. */
export function composeMail(content: MailContent): Mail {
  const { kind, to, link = null } = content;
  const words = content.texts.mails[kind];
  const paragraphs = words.paragraphs
    .filter((paragraph) => content.code !== undefined || !paragraph.includes("{code}"))
    .map((paragraph) => fillPlaceholders(paragraph, content));
  const [first = "", ...others] = paragraphs;
  const closing = fillPlaceholders(words.closing, content);
  const plain = [first, link, ...others, closing].filter((part) => part !== null);
  const markup = [
    toParagraph(first),
    link === null ? null : toLink(link, words.action ?? link),
    ...others.map(toParagraph),
    toParagraph(closing),
  ].filter((part) => part !== null);
  return {
    kind,
    to,
    link,
    subject: fillPlaceholders(words.subject, content),
    text: plain.join("\n\n"),
    html: `<!doctype html><html lang="${content.texts.language}"><body>${markup.join("")}</body></html>`,
  };
}

/** Name of the sender: the words before the address in `Name <address>`, else the site's host. */
export function siteNameOf(mailFrom: string, siteUrl: string): string {
  return toMailbox(mailFrom).name || new URL(siteUrl).host;
}

function fillPlaceholders(text: string, { site, code = "", address = "" }: MailContent): string {
  const values: Readonly<Record<string, string>> = { site, code, address };
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "");
}

/** A paragraph of a mail's HTML, whatever the text holds. */
export function toParagraph(text: string): string {
  return `<p>${escapeHtml(text)}</p>`;
}

function toLink(link: string, label: string): string {
  return `<p><a href="${escapeHtml(link)}">${escapeHtml(label)}</a></p>`;
}

function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
