import type { TextRange } from "#shared/contracts/bible-reader.ts";

/** A verse that holds what was searched for, by its place in the canon from 0. */
export type SearchHit = { ordinal: number; ranges: TextRange[] };

export type SearchResult = { total: number; hits: SearchHit[] };

export type SearchScope = {
  /** First verse to look at and the one after the last. */
  from: number;
  to: number;
};

/** Words of a whole version, each with the verses that hold it. The same in server and browser. */
export type SearchIndex = {
  /**
   * Verses that hold all words of the query; the last one may be unfinished. Words in double quotes
   * must stand together. Best first: the query as one phrase, then short verses, then the canon.
   */
  search(query: string, limit: number, scope?: SearchScope): SearchResult;
};

/** Takes verses in canonical order, at most 65,536 of them. */
export type SearchIndexBuilder = {
  add(text: string): void;
  finish(): SearchIndex;
};

/** Query words beyond this say nothing more. */
const MAX_TERMS = 12;
/** A last word shorter than this is not taken as the beginning of a longer one. */
const MIN_PREFIX_LENGTH = 3;
const PHRASE_BONUS = 10;
/** Ordinals are kept in 16 bits. */
const MAX_VERSES = 65_536;
const SCORE_STEPS = 10_000;

const WORD = /[a-z0-9]+(?:'[a-z]+)?/g;
/** The same in the text as it is written, to tell where a word stands. */
const WRITTEN_WORD = /[\p{L}\p{Mn}\p{N}]+(?:['’]\p{L}+)?/gu;

/** Makes an index verse by verse, so that the caller decides when to pause. */
export function createSearchIndexBuilder(): SearchIndexBuilder {
  const texts: string[] = [];
  /** The words of each verse with single blanks around them, for phrases. */
  const plain: string[] = [];
  const growing = new Map<string, number[]>();
  return {
    add(text) {
      const words = wordsOf(text);
      const ordinal = texts.length;
      texts.push(text);
      plain.push(` ${words.join(" ")} `);
      for (const word of words) {
        const verses = growing.get(word);
        if (!verses) growing.set(word, [ordinal]);
        else if (verses.at(-1) !== ordinal) verses.push(ordinal);
      }
    },
    finish() {
      const postings = new Map<string, Uint16Array>();
      for (const [word, verses] of growing) postings.set(word, Uint16Array.from(verses));
      growing.clear();
      return new InvertedIndex(texts, plain, postings);
    },
  };
}

type Query = {
  words: string[];
  /** Whether the last word may be the beginning of a longer one. */
  isLastOpen: boolean;
  /** Each with blanks around its words. */
  phrases: string[];
};

class InvertedIndex implements SearchIndex {
  readonly #texts: readonly string[];
  readonly #plain: readonly string[];
  readonly #postings: ReadonlyMap<string, Uint16Array>;
  readonly #sortedWords: readonly string[];

  constructor(
    texts: readonly string[],
    plain: readonly string[],
    postings: ReadonlyMap<string, Uint16Array>,
  ) {
    this.#texts = texts;
    this.#plain = plain;
    this.#postings = postings;
    this.#sortedWords = [...postings.keys()].toSorted();
  }

  search(
    text: string,
    limit: number,
    { from, to }: SearchScope = { from: 0, to: this.#texts.length },
  ): SearchResult {
    const query = readQuery(text);
    if (query.words.length === 0) return { total: 0, hits: [] };
    const terms = query.words.map((word, position) =>
      query.isLastOpen && position === query.words.length - 1
        ? this.#wordsBeginningWith(word)
        : [word],
    );
    const found = this.#versesWithAll(terms).filter(
      (ordinal) => ordinal >= from && ordinal < to && this.#hasPhrases(ordinal, query.phrases),
    );
    const best = this.#best(found, query, limit);
    const isSought = new Set(terms.flat());
    return {
      total: found.length,
      hits: best.map((ordinal) => ({
        ordinal,
        ranges: rangesOf(this.#texts[ordinal] ?? "", isSought),
      })),
    };
  }

  /** Counts for each verse how many terms in turn it holds: linear in the length of the lists. */
  #versesWithAll(terms: readonly (readonly string[])[]): number[] {
    const held = new Uint8Array(this.#texts.length);
    for (const [position, words] of terms.entries()) {
      for (const word of words) {
        for (const ordinal of this.#postings.get(word) ?? []) {
          if (held[ordinal] === position) held[ordinal] = position + 1;
        }
      }
    }
    const found: number[] = [];
    for (let ordinal = 0; ordinal < held.length; ordinal += 1) {
      if (held[ordinal] === terms.length) found.push(ordinal);
    }
    return found;
  }

  #hasPhrases(ordinal: number, phrases: readonly string[]): boolean {
    return phrases.every((phrase) => this.#plain[ordinal]?.includes(phrase));
  }

  #best(found: readonly number[], { words, isLastOpen }: Query, limit: number): number[] {
    const phrase = ` ${words.join(" ")}${isLastOpen ? "" : " "}`;
    // Score and place in one number each: a typed array sorts tens of thousands in a few ms.
    const keys = Float64Array.from(found, (ordinal) => {
      const plain = this.#plain[ordinal] ?? "";
      const bonus = words.length > 1 && plain.includes(phrase) ? PHRASE_BONUS : 0;
      const score = bonus + words.length / Math.sqrt(plain.length);
      return Math.round(score * SCORE_STEPS) * MAX_VERSES + (MAX_VERSES - 1 - ordinal);
    });
    return Array.from(
      keys.toSorted().toReversed().subarray(0, limit),
      (key) => MAX_VERSES - 1 - (key % MAX_VERSES),
    );
  }

  #wordsBeginningWith(prefix: string): string[] {
    const words = this.#sortedWords;
    let low = 0;
    let high = words.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((words[middle] ?? "") < prefix) low = middle + 1;
      else high = middle;
    }
    const end = words.findIndex((word, at) => at >= low && !word.startsWith(prefix));
    return words.slice(low, end === -1 ? words.length : end);
  }
}

function readQuery(text: string): Query {
  const phrases = [...text.matchAll(/["“«]([^"”»]+)["”»]/g)]
    .map(([, phrase = ""]) => wordsOf(phrase))
    .filter((words) => words.length > 1)
    .map((words) => ` ${words.join(" ")} `);
  const words = wordsOf(text).slice(0, MAX_TERMS);
  const last = words.at(-1) ?? "";
  const isLastOpen = last.length >= MIN_PREFIX_LENGTH && /[\p{L}\p{N}]$/u.test(text);
  return { words, isLastOpen, phrases };
}

function rangesOf(text: string, sought: ReadonlySet<string>): TextRange[] {
  const ranges: TextRange[] = [];
  for (const { 0: written, index } of text.matchAll(WRITTEN_WORD)) {
    if (sought.has(fold(written))) ranges.push([index, index + written.length]);
  }
  return ranges;
}

function wordsOf(text: string): string[] {
  return fold(text).match(WORD) ?? [];
}

function fold(text: string): string {
  const lower = text.toLowerCase();
  // oxlint-disable-next-line no-control-regex -- the fast way for plain ASCII, which KJV is
  if (/^[\x00-\x7f]*$/.test(lower)) return lower;
  return lower
    .normalize("NFD")
    .replace(/\p{Mn}/gu, "")
    .replaceAll("’", "'");
}
