import { type Language, localisedPath } from "#shared/languages.ts";
import { xmlText } from "@reign-tv/kit/escape-xml.ts";

export type RssItem = {
  title: string;
  /** URL of the subject. */
  link: string;
  /** Unique id among all feeds; never changes. */
  id: string;
  /** Calendar day of the item: "2026-11-23". */
  date: string;
  html: string;
};

export type RssChannel = {
  siteUrl: string;
  language: Language;
  title: string;
  description: string;
  /** Path of the page that the feed follows, and of the feed itself, without the language. */
  pagePath: string;
  feedPath: string;
  items: readonly RssItem[];
};

/** Writes RSS 2.0. Texts are plain; `html` of an item is markup. */
export function rssXml(channel: RssChannel): string {
  const { siteUrl, language, title, description, pagePath, feedPath, items } = channel;
  const urlOf = (path: string) => `${siteUrl}${localisedPath(path, language)}`;
  return (
    `<?xml version="1.0" encoding="UTF-8"?>\n` +
    `<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>` +
    `<title>${xmlText(title)}</title>` +
    `<link>${xmlText(urlOf(pagePath))}</link>` +
    `<description>${xmlText(description)}</description><language>${language}</language>` +
    `<atom:link href="${xmlText(urlOf(feedPath))}" rel="self" type="application/rss+xml"/>` +
    `${items.map(itemXml).join("\n")}</channel></rss>\n`
  );
}

function itemXml({ title, link, id, date, html }: RssItem): string {
  return (
    `<item><title>${xmlText(title)}</title><link>${xmlText(link)}</link>` +
    `<guid isPermaLink="false">${xmlText(id)}</guid>` +
    `<pubDate>${new Date(`${date}T00:00:00Z`).toUTCString()}</pubDate>` +
    `<description>${xmlText(html)}</description></item>`
  );
}
