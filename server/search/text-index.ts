import { setImmediate as pause } from "node:timers/promises";
import type { HitsOf } from "#shared/contracts/search.ts";
import { type SearchWord, wordsOf } from "./search-words.domain.ts";
import { createWordIndexBuilder, type WordIndex, type WordMatch } from "./word-index.ts";

/** A searchable item with its texts, by descending weight. */
export type SearchDocument<Item> = {
  id: string;
  title: string;
  /** Category, verse or synonyms. */
  subject: string;
  body: string;
  /** ISO 8601; "" if age does not matter. */
  publishedAt: string;
  item: Item;
};

/** A collection in memory that can be searched. */
export type TextIndex<Item> = {
  /**
   * Replaces the collection. Rebuilds only after a change, yielding to other requests; the old state serves searches
   * until then.
   */
  update(all: readonly SearchDocument<Item>[]): Promise<void>;
  /**
   * Items with all words, of which the last may be unfinished; if there are none, items with similar words. Best first.
   */
  search(words: readonly SearchWord[], limit: number): HitsOf<Item>;
  /** The closest items by any of the words, for queries without results. */
  nearest(words: readonly SearchWord[], limit: number): Item[];
};

/** Yield to the event loop after this many documents: a few ms. */
const SLICE_COUNT = 50;
const TITLE_WEIGHT = 4;
const SUBJECT_WEIGHT = 1.5;
const BODY_WEIGHT = 1;
/** Maximum boost of new items, halved each year. */
const RECENCY_BOOST = 0.3;
const YEAR_MS = 365 * 24 * 60 * 60 * 1_000;
/** Boost if the title contains the query as a phrase. */
const PHRASE_BOOST = 1.5;

type Entry<Item> = {
  item: Item;
  /** Words of the title separated and surrounded by single spaces. */
  titleWords: string;
  /** Milliseconds since the epoch; NaN if age does not matter. */
  publishedAtMs: number;
};

type State<Item> = { entries: readonly Entry<Item>[]; words: WordIndex };

/** Creates an empty index; `now` is in milliseconds since the epoch. */
export function createTextIndex<Item>(now: () => number): TextIndex<Item> {
  let state: State<Item> = { entries: [], words: createWordIndexBuilder().finish() };
  let current: readonly SearchDocument<Item>[] = [];
  return {
    async update(all) {
      if (all === current) return;
      state = hasSameTexts(current, all) ? withItems(state, all) : await buildState(all);
      current = all;
    },
    search(words, limit) {
      if (words.length === 0) return { total: 0, hits: [] };
      const exact = findAll(state, words, { isFuzzy: false, least: words.length });
      const found =
        exact.length > 0 ? exact : findAll(state, words, { isFuzzy: true, least: words.length });
      return { total: found.length, hits: best(state, found, { words, limit, nowMs: now() }) };
    },
    nearest(words, limit) {
      const found = findAll(state, words, { isFuzzy: true, least: 1 });
      return best(state, found, { words, limit, nowMs: now() });
    },
  };
}

async function buildState<Item>(all: readonly SearchDocument<Item>[]): Promise<State<Item>> {
  const builder = createWordIndexBuilder();
  const entries: Entry<Item>[] = [];
  for (const { item, title, subject, body, publishedAt } of all) {
    builder.add([
      [title, TITLE_WEIGHT],
      [subject, SUBJECT_WEIGHT],
      [body, BODY_WEIGHT],
    ]);
    const titleWords = ` ${wordsOf(title).join(" ")} `;
    entries.push({ item, titleWords, publishedAtMs: Date.parse(publishedAt) });
    if (entries.length % SLICE_COUNT === 0) await pause();
  }
  return { entries, words: builder.finish() };
}

type Found = { index: number; score: number };

/** Texts with at least `least` of the words, each weighted by its rarity. */
function findAll(
  { entries, words: wordIndex }: State<unknown>,
  words: readonly SearchWord[],
  { isFuzzy, least }: { isFuzzy: boolean; least: number },
): Found[] {
  const matches = words.map((word, index) => {
    const isLast = index === words.length - 1;
    return wordIndex.match(word, { isPrefix: isLast || isFuzzy, isFuzzy });
  });
  if (matches.filter(({ count }) => count > 0).length < least) return [];
  const rarities = matches.map(({ count }) => Math.log(1 + entries.length / Math.max(1, count)));
  const found: Found[] = [];
  for (let index = 0; index < entries.length; index += 1) {
    const score = scoreAt(index, matches, { rarities, least });
    if (score > 0) found.push({ index, score });
  }
  return found;
}

function scoreAt(
  index: number,
  matches: readonly WordMatch[],
  { rarities, least }: { rarities: readonly number[]; least: number },
): number {
  let score = 0;
  let matched = 0;
  for (const [word, { scores }] of matches.entries()) {
    const own = scores[index] ?? 0;
    if (own === 0) continue;
    matched += 1;
    score += own * (rarities[word] ?? 0);
  }
  return matched >= least ? score : 0;
}

type RankOptions = { words: readonly SearchWord[]; limit: number; nowMs: number };

function best<Item>(
  { entries }: State<Item>,
  found: readonly Found[],
  { words, limit, nowMs }: RankOptions,
): Item[] {
  const phrase = words.length > 1 ? ` ${words.map(({ plain }) => plain).join(" ")}` : null;
  return found
    .flatMap(({ index, score }) => {
      const entry = entries[index];
      return entry ? [{ entry, score: score * boostOf(entry, phrase, nowMs) }] : [];
    })
    .toSorted((a, b) => b.score - a.score)
    .slice(0, limit)
    .map(({ entry }) => entry.item);
}

function boostOf(entry: Entry<unknown>, phrase: string | null, nowMs: number): number {
  const ageMs = Math.max(0, nowMs - entry.publishedAtMs);
  const recency = Number.isNaN(ageMs) ? 0 : RECENCY_BOOST * 2 ** (-ageMs / YEAR_MS);
  const isPhrase = phrase !== null && entry.titleWords.includes(phrase);
  return (1 + recency) * (isPhrase ? PHRASE_BOOST : 1);
}

function hasSameTexts(
  a: readonly SearchDocument<unknown>[],
  b: readonly SearchDocument<unknown>[],
): boolean {
  return (
    a.length === b.length &&
    a.every(({ title, subject, body }, index) => {
      const other = b[index];
      return other?.title === title && other.subject === subject && other.body === body;
    })
  );
}

/** Keeps the words and replaces the items, for example after changed play counts. */
function withItems<Item>(state: State<Item>, all: readonly SearchDocument<Item>[]): State<Item> {
  const entries = all.map(({ item, publishedAt }, index) => ({
    item,
    titleWords: state.entries[index]?.titleWords ?? "",
    publishedAtMs: Date.parse(publishedAt),
  }));
  return { ...state, entries };
}
