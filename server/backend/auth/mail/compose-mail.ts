import { readWishes } from "#server/kit/content-negotiation.ts";
import type { JsonObject } from "#server/backend/auth/protocol/read-body.ts";
import { MAIL_TEXTS, type MailKind, type MailLanguage } from "./mail-texts.ts";
import type { Mail } from "./mail-outbox.ts";

/** What a mail is made of. */
export type MailContent = {
  readonly kind: MailKind;
  readonly to: string;
  readonly language: MailLanguage;
  /** Name of the sender as people know it. */
  readonly site: string;
  readonly link?: string;
  readonly code?: string;
  /** The address that a mail about an address speaks of. */
  readonly address?: string;
};

/** Writes a mail in plain text and simple HTML from the catalogue. */
export function composeMail(content: MailContent): Mail {
  const { kind, to, link = null } = content;
  const words = MAIL_TEXTS[content.language][kind];
  const paragraphs = words.paragraphs
    .filter((paragraph) => content.code !== undefined || !paragraph.includes("{code}"))
    .map((paragraph) => fill(paragraph, content));
  const [first = "", ...others] = paragraphs;
  const closing = fill(words.closing, content);
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
    subject: fill(words.subject, content),
    text: plain.join("\n\n"),
    html: `<!doctype html><html lang="${content.language}"><body>${markup.join("")}</body></html>`,
  };
}

/**
 * The language for a person: what the account says, else what the browser asks for, else English.
 *
 * @param acceptLanguage value of the header, e.g. "fr-FR,fr;q=0.9,en;q=0.8".
 */
export function chooseMailLanguage(
  userMetadata: JsonObject,
  acceptLanguage: string | undefined,
): MailLanguage {
  const chosen = userMetadata["language"];
  if (chosen === "fr" || chosen === "en") return chosen;
  const wish = readWishes(acceptLanguage ?? "")
    .map(({ name }) => name.slice(0, 2))
    .find((language) => language === "fr" || language === "en");
  return wish === "fr" ? "fr" : "en";
}

/** Name of the sender: the words before the address in `Name <address>`, else the site's host. */
export function siteNameOf(mailFrom: string, siteUrl: string): string {
  const name = /^\s*"?([^"<]+?)"?\s*</.exec(mailFrom)?.[1];
  return name ?? new URL(siteUrl).host;
}

function fill(text: string, { site, code = "", address = "" }: MailContent): string {
  const values: Readonly<Record<string, string>> = { site, code, address };
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "");
}

function toParagraph(text: string): string {
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
