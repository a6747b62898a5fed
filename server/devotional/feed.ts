import { gridDay } from "#shared/devotional/devotional.ts";
import { dayAfter, dayOfMonth, devotionalPath } from "#shared/devotional/devotional-date.ts";
import {
  readText,
  type TextBlock,
  type TextSpan,
} from "#shared/devotional/devotional-text.domain.ts";
import { type Language, localisedPath } from "#shared/languages.ts";
import { devotionalMessages } from "#shared/messages/reading/devotional.ts";
import { rssXml } from "#server/http/rss.ts";
import { xmlText } from "#server/kit/escape-xml.ts";
import type { DatedEntry, DevotionalStore } from "./devotional-store.ts";

/** Number of days in the feed. */
export const FEED_DAYS = 14;

type FeedOptions = {
  siteUrl: string;
  ministryName: string;
  language: Language;
  entries: readonly (DatedEntry & { path: string })[];
};

/** Returns published devotionals; if there are none, the bundled ones of the last days. */
export async function feedEntries(
  store: DevotionalStore,
  language: Language,
  today: string,
): Promise<FeedOptions["entries"]> {
  const published = await store.latest(language, today, FEED_DAYS);
  if (published.length > 0) {
    return published.map((entry) => ({ ...entry, path: devotionalPath(entry.date) }));
  }
  const dates = Array.from({ length: FEED_DAYS }, (_, index) => dayAfter(today, -index));
  const shipped = dates.map(async (date) => {
    const day = gridDay(dayOfMonth(date));
    const entry = await store.shipped(language, day);
    return entry ? [{ ...entry, date, path: `/devotional?day=${day}` }] : [];
  });
  return (await Promise.all(shipped)).flat();
}

/** RSS 2.0 of devotionals. */
export function feedXml({ siteUrl, ministryName, language, entries }: FeedOptions): string {
  const texts = devotionalMessages[language];
  return rssXml({
    siteUrl,
    language,
    title: `${texts.title} – ${ministryName}`,
    description: texts.description,
    pagePath: "/devotional",
    feedPath: "/devotional/feed.xml",
    items: entries.map(({ date, title, verse, content, path }) => {
      const blocks = readText(content).map((block) => blockHtml(block, siteUrl));
      return {
        title,
        link: `${siteUrl}${localisedPath(path, language)}`,
        id: `${siteUrl}/devotional#${language}-${date}`,
        date,
        html: [`<blockquote>${xmlText(verse)}</blockquote>`, ...blocks].join(""),
      };
    }),
  });
}

const BLOCK_TAGS = { paragraph: "p", quote: "blockquote" } as const;
const SPAN_TAGS = { emphasis: "em", strong: "strong" } as const;

function blockHtml(block: TextBlock, siteUrl: string): string {
  if (block.kind === "list") {
    const items = block.items.map((item) => `<li>${spansHtml(item, siteUrl)}</li>`);
    return `<ul>${items.join("")}</ul>`;
  }
  const tag = BLOCK_TAGS[block.kind];
  return `<${tag}>${spansHtml(block.spans, siteUrl)}</${tag}>`;
}

function spansHtml(spans: readonly TextSpan[], siteUrl: string): string {
  return spans.map((span) => spanHtml(span, siteUrl)).join("");
}

function spanHtml(span: TextSpan, siteUrl: string): string {
  switch (span.kind) {
    case "text":
    case "scripture":
      return xmlText(span.text);
    case "link": {
      const url = span.href.startsWith("/") ? `${siteUrl}${span.href}` : span.href;
      return `<a href="${xmlText(url)}">${spansHtml(span.spans, siteUrl)}</a>`;
    }
    case "emphasis":
    case "strong": {
      const tag = SPAN_TAGS[span.kind];
      return `<${tag}>${spansHtml(span.spans, siteUrl)}</${tag}>`;
    }
  }
}
