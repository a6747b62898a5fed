import { setImmediate as pause } from "node:timers/promises";
import type { HitsOf } from "#shared/contracts/search.ts";
import { type SearchWord, wordsOf } from "./search-words.domain.ts";
import { createWordIndexBuilder, type WordIndex, type WordMatch } from "./word-index.ts";

/** What can be found, with the texts that it is found by, the weightiest first. */
export type SearchDocument<Item> = {
  id: string;
  title: string;
  /** What it belongs to: category, verse, other words for it. */
  subject: string;
  body: string;
  /** ISO 8601; "" where age says nothing. */
  publishedAt: string;
  item: Item;
};

/** A searched collection in memory. */
export type TextIndex<Item> = {
  /**
   * Takes over a new state of the collection: in slices, with turns for others in between, and only
   * where something changed. Until it is done the old state answers.
   */
  update(all: readonly SearchDocument<Item>[]): Promise<void>;
  /**
   * What holds all words, the last of which may be unfinished; where nothing does, what holds words
   * that are nearly the same. Best first.
   */
  search(words: readonly SearchWord[], limit: number): HitsOf<Item>;
  /** What comes nearest to any of the words, for questions that find nothing. */
  nearest(words: readonly SearchWord[], limit: number): Item[];
};

/** Texts that are indexed before others have a turn: a few ms. */
const SLICE_COUNT = 50;
const TITLE_WEIGHT = 4;
const SUBJECT_WEIGHT = 1.5;
const BODY_WEIGHT = 1;
/** What is new counts for up to so much more; the half of it after a year. */
const RECENCY_BOOST = 0.3;
const YEAR_MS = 365 * 24 * 60 * 60 * 1_000;
/** A title that says the question as it is. */
const PHRASE_BOOST = 1.5;

type Entry<Item> = {
  item: Item;
  /** Words of the title with single blanks around them, for phrases. */
  titleWords: string;
  /** Milliseconds since the epoch; NaN where age says nothing. */
  publishedAtMs: number;
};

type State<Item> = { entries: readonly Entry<Item>[]; words: WordIndex };

/** An empty index; `now` in milliseconds since the epoch tells how old things are. */
export function createTextIndex<Item>(now: () => number): TextIndex<Item> {
  let state: State<Item> = { entries: [], words: createWordIndexBuilder().finish() };
  let known: readonly SearchDocument<Item>[] = [];
  return {
    async update(all) {
      if (all === known) return;
      state = hasSameTexts(known, all) ? withItems(state, all) : await buildState(all);
      known = all;
    },
    search(words, limit) {
      if (words.length === 0) return { total: 0, hits: [] };
      const exact = findAll(state, words, { isForgiving: false, least: words.length });
      const found =
        exact.length > 0
          ? exact
          : findAll(state, words, { isForgiving: true, least: words.length });
      return { total: found.length, hits: best(state, found, { words, limit, nowMs: now() }) };
    },
    nearest(words, limit) {
      const found = findAll(state, words, { isForgiving: true, least: 1 });
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

type Found = { place: number; score: number };

/** Texts that hold at least so many of the words, each word counting by how rare it is. */
function findAll(
  { entries, words: index }: State<unknown>,
  words: readonly SearchWord[],
  { isForgiving, least }: { isForgiving: boolean; least: number },
): Found[] {
  const matches = words.map((word, place) => {
    const isLast = place === words.length - 1;
    return index.match(word, { isOpen: isLast || isForgiving, isForgiving });
  });
  if (matches.filter(({ count }) => count > 0).length < least) return [];
  const rarities = matches.map(({ count }) => Math.log(1 + entries.length / Math.max(1, count)));
  const found: Found[] = [];
  for (let place = 0; place < entries.length; place += 1) {
    const score = scoreAt(place, matches, { rarities, least });
    if (score > 0) found.push({ place, score });
  }
  return found;
}

function scoreAt(
  place: number,
  matches: readonly WordMatch[],
  { rarities, least }: { rarities: readonly number[]; least: number },
): number {
  let score = 0;
  let held = 0;
  for (const [word, { scores }] of matches.entries()) {
    const own = scores[place] ?? 0;
    if (own === 0) continue;
    held += 1;
    score += own * (rarities[word] ?? 0);
  }
  return held >= least ? score : 0;
}

type Wish = { words: readonly SearchWord[]; limit: number; nowMs: number };

function best<Item>(
  { entries }: State<Item>,
  found: readonly Found[],
  { words, limit, nowMs }: Wish,
): Item[] {
  const phrase = words.length > 1 ? ` ${words.map(({ plain }) => plain).join(" ")}` : null;
  return found
    .flatMap(({ place, score }) => {
      const entry = entries[place];
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
    a.every(({ title, subject, body }, place) => {
      const other = b[place];
      return other?.title === title && other.subject === subject && other.body === body;
    })
  );
}

/** The same words with what stands behind them as it is now: views that were counted, for example. */
function withItems<Item>(state: State<Item>, all: readonly SearchDocument<Item>[]): State<Item> {
  const entries = all.map(({ item, publishedAt }, place) => ({
    item,
    titleWords: state.entries[place]?.titleWords ?? "",
    publishedAtMs: Date.parse(publishedAt),
  }));
  return { ...state, entries };
}
