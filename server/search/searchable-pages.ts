import { liveTvMessages } from "#shared/messages/live-tv.ts";
import { LANGUAGES, type Language } from "#shared/languages.ts";
import type { Ministry } from "#shared/site/ministry.ts";
import { type CategoryId, categoriesOf } from "#shared/videos/categories.ts";
import { categoryFactsIn, categoryWords } from "#shared/videos/category-words.ts";
import { searchPagesMessages } from "#shared/messages/search-pages.ts";
import type { PageHit, DevotionalHit } from "#shared/contracts/search.ts";
import type { SearchDocument } from "./text-index.ts";
import { plainParagraphs } from "#shared/devotional/devotional-text.domain.ts";
import { devotionalPath } from "#shared/devotional/devotional-date.ts";
import type { DevotionalEntry } from "#shared/devotional/devotional.ts";
import type { DatedEntry, DevotionalStore } from "#server/devotional/devotional-store.ts";
import { shippedDevotionals } from "#shared/devotional/bundled-devotionals.ts";

/** Titles of a category in every language: video titles and queries mix them. */
export function categoryTitles(
  { categories }: Pick<Ministry, "categories">,
  id: CategoryId,
): string {
  return LANGUAGES.map(
    (language) => categoryWords(id, categoryFactsIn(categories?.[id], language), language).title,
  ).join(" ");
}

/** Pages of the site in a language, and linked pages of the ministry's own site. */
export function searchablePages(
  ministry: Pick<Ministry, "links" | "playlists" | "categories" | "services">,
  language: Language,
): SearchDocument<PageHit>[] {
  const texts = searchPagesMessages[language];
  const pages = Object.entries(texts.pages).map(([path, { words, ...text }]) =>
    pageDocument(path, {
      ...text,
      words: path === LIVE_PATH ? `${words} ${serviceWords(ministry.services)}` : words,
    }),
  );
  const lists = categoriesOf(ministry).map(({ id, path }) => {
    const facts = categoryFactsIn(ministry.categories?.[id], language);
    const words = categoryTitles(ministry, id);
    return pageDocument(path, { ...categoryWords(id, facts, language), words });
  });
  const external = LINKS.flatMap((link) => {
    const address = ministry.links[link];
    return address === undefined ? [] : [pageDocument(address, texts.links[link])];
  });
  return [...pages, ...lists, ...external];
}

const LIVE_PATH = "/live-tv";

/** Titles and weekdays of services in every language: queries mix them. */
function serviceWords({ weekly, others = [] }: Ministry["services"]): string {
  return LANGUAGES.flatMap((language) => {
    const { upcoming, weekdays } = liveTvMessages[language];
    return [
      upcoming,
      ...weekly.flatMap(({ weekday, title }) => [weekdays[weekday], title?.[language] ?? ""]),
      ...others.flatMap(({ rule, title }) => [
        "weekday" in rule ? weekdays[rule.weekday] : "",
        title[language],
      ]),
    ];
  }).join(" ");
}

const LINKS = ["prayerRequests", "aboutUs", "contactUs", "donate", "partnership"] as const;

function pageDocument(
  address: string,
  { title, description, words }: { title: string; description: string; words: string },
): SearchDocument<PageHit> {
  const item = { title, description, address };
  return { id: address, title, subject: words, body: description, publishedAt: "", item };
}

/** Limit on published devotionals: nearly three years, the maximum of one response. */
const PUBLISHED_COUNT = 1_000;
const EXCERPT_LENGTH = 160;

/**
 * Devotionals of a language: published until a day, and bundled ones. A bundled one that was published is found only by
 * its date.
 *
 * @throws Error when the store cannot be read.
 */
export async function searchableDevotionals(
  store: DevotionalStore,
  language: Language,
  today: string,
): Promise<SearchDocument<DevotionalHit>[]> {
  const published = await store.latest(language, today, PUBLISHED_COUNT);
  const titles = new Set(published.map(({ title }) => title));
  const shipped = await bundledDevotionals(language);
  return [...published.map(ofDate), ...shipped.filter(({ title }) => !titles.has(title))];
}

/** Bundled devotionals, independent of the store. */
export async function bundledDevotionals(
  language: Language,
): Promise<SearchDocument<DevotionalHit>[]> {
  return (await shippedDevotionals(language)).map(ofDay);
}

function ofDate(entry: DatedEntry): SearchDocument<DevotionalHit> {
  const { date } = entry;
  return devotionalDocument(entry, { path: devotionalPath(date), date });
}

function ofDay(entry: DevotionalEntry): SearchDocument<DevotionalHit> {
  return devotionalDocument(entry, { path: `/devotional?day=${entry.day}`, date: null });
}

function devotionalDocument(
  { title, verse, content }: DevotionalEntry,
  { path, date }: Pick<DevotionalHit, "path" | "date">,
): SearchDocument<DevotionalHit> {
  const paragraphs = plainParagraphs(content);
  const [opening = ""] = paragraphs;
  return {
    id: path,
    title,
    subject: verse,
    body: paragraphs.join("\n\n"),
    publishedAt: date ?? "",
    item: { title, verse, excerpt: shortened(opening), path, date },
  };
}

/** Shortens a text at a word boundary. */
function shortened(text: string): string {
  if (text.length <= EXCERPT_LENGTH) return text;
  return `${text.slice(0, text.lastIndexOf(" ", EXCERPT_LENGTH))} …`;
}
