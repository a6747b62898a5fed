import type { AuthTexts, MailKind } from "#backend/settings.ts";
import type { Mail } from "./mail-outbox.ts";

export type Mailbox = { readonly name: string; readonly address: string };

/** Parses "Name <email>" or a bare email address. Everything before the last "<" is the name. */
export function toMailbox(from: string): Mailbox {
  const line = toOneLine(from);
  const { name = "", address = line } =
    /^(?<name>.*)<(?<address>[^<>]*)>$/.exec(line)?.groups ?? {};
  return { name: name.trim().replace(/^"(?<inside>.*)"$/, "$<inside>"), address: address.trim() };
}

/** Removes line breaks: in a header they would start another header. */
export function toOneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}

export type MailContent = {
  readonly kind: MailKind;
  readonly to: string;
  readonly texts: AuthTexts;
  /** Display name of the sender. */
  readonly site: string;
  readonly link?: string;
  readonly code?: string;
  /** Email address for the placeholder {address}. */
  readonly address?: string;
};

/** Composes a mail in plain text and simple HTML. */
export function composeMail(content: MailContent): Mail {
  const { kind, to, link = null } = content;
  const mailText = content.texts.mails[kind];
  const paragraphs = mailText.paragraphs
    .filter((paragraph) => content.code !== undefined || !paragraph.includes("{code}"))
    .map((paragraph) => fillPlaceholders(paragraph, content));
  const [first = "", ...others] = paragraphs;
  const closing = fillPlaceholders(mailText.closing, content);
  const plain = [first, link, ...others, closing].filter((part) => part !== null);
  const markup = [
    toParagraph(first),
    link === null ? null : toLink(link, mailText.action ?? link),
    ...others.map(toParagraph),
    toParagraph(closing),
  ].filter((part) => part !== null);
  return {
    kind,
    to,
    link,
    subject: fillPlaceholders(mailText.subject, content),
    text: plain.join("\n\n"),
    html: `<!doctype html><html lang="${content.texts.language}"><body>${markup.join("")}</body></html>`,
  };
}

/** Composes a mail of paragraphs, without a link. */
export function composePlainMail(content: {
  readonly kind: string;
  readonly to: string;
  readonly subject: string;
  readonly paragraphs: readonly string[];
}): Mail {
  const { kind, to, subject, paragraphs } = content;
  return {
    kind,
    to,
    subject,
    text: paragraphs.join("\n\n"),
    html: `<!doctype html><html><body>${paragraphs.map(toParagraph).join("")}</body></html>`,
    link: null,
  };
}

/** Returns the display name in `Name <email>`, else the site's host. */
export function siteNameOf(mailFrom: string, siteUrl: string): string {
  return toMailbox(mailFrom).name || new URL(siteUrl).host;
}

function fillPlaceholders(text: string, { site, code = "", address = "" }: MailContent): string {
  const values: Readonly<Record<string, string>> = { site, code, address };
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "");
}

/** Returns an HTML paragraph with the text escaped. */
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
