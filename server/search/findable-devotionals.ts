import { plainParagraphs } from "#shared/devotional/devotional-text.domain.ts";
import { devotionalPath } from "#shared/devotional/devotional-date.ts";
import type { DevotionalEntry } from "#shared/devotional/devotional.ts";
import type { Language } from "#shared/languages.ts";
import type { DevotionalHit } from "#shared/contracts/search.ts";
import type { DatedEntry, DevotionalStore } from "#server/devotional/devotional-store.ts";
import { shippedDevotionals } from "#shared/devotional/bundled-devotionals.ts";
import type { SearchDocument } from "./text-index.ts";

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
  return findable(entry, { path: devotionalPath(date), date });
}

function ofDay(entry: DevotionalEntry): SearchDocument<DevotionalHit> {
  return findable(entry, { path: `/devotional?day=${entry.day}`, date: null });
}

function findable(
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
