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

/** What a category is called in every language: titles of videos mix them, and so do questions. */
export function categoryTitles(
  { categories }: Pick<Ministry, "categories">,
  id: CategoryId,
): string {
  return LANGUAGES.map(
    (language) => categoryWords(id, categoryFactsIn(categories?.[id], language), language).title,
  ).join(" ");
}

/** The pages of the site in a language, and those of the ministry's own site that it links to. */
export function findablePages(
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
  const elsewhere = LINKS.flatMap((link) => {
    const address = ministry.links[link];
    return address === undefined ? [] : [pageDocument(address, texts.links[link])];
  });
  return [...pages, ...lists, ...elsewhere];
}

const LIVE_PATH = "/live-tv";

/** What services are called, and their days, in every language: questions mix them. */
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

/** Published devotionals that are searched: nearly three years of them, all that one answer gives. */
const PUBLISHED_COUNT = 1_000;
const EXCERPT_LENGTH = 160;

/**
 * The devotionals of a language: those published until a day, and those that come with the product, whose
 * addresses open at any time. One of these that was published under a date is found by its date alone.
 *
 * @throws Error when the store cannot be read.
 */
export async function findableDevotionals(
  store: DevotionalStore,
  language: Language,
  today: string,
): Promise<SearchDocument<DevotionalHit>[]> {
  const published = await store.latest(language, today, PUBLISHED_COUNT);
  const titles = new Set(published.map(({ title }) => title));
  const shipped = await bundledDevotionals(language);
  return [...published.map(ofDate), ...shipped.filter(({ title }) => !titles.has(title))];
}

/** The devotionals that come with the product, which need no store. */
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

/** The beginning of a text, ended between two words. */
function shortened(text: string): string {
  if (text.length <= EXCERPT_LENGTH) return text;
  return `${text.slice(0, text.lastIndexOf(" ", EXCERPT_LENGTH))} …`;
}
