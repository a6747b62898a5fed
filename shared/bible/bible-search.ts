import type { TextRange } from "#shared/contracts/bible-reader.ts";
import { APOSTROPHES, foldText } from "#shared/search/fold-text.ts";

/** A matching verse; `ordinal` is its position in the canon, from 0. */
export type SearchHit = { ordinal: number; ranges: TextRange[] };

export type SearchResult = { total: number; hits: SearchHit[] };

export type SearchScope = {
  /** First verse, and the one after the last. */
  from: number;
  to: number;
};

/** Inverted index of a version, for server and browser. */
export type SearchIndex = {
  /**
   * Finds the verses with all words of the query; the last word may be unfinished, and quoted words
   * must be adjacent. Sorts by phrase, then length, then canon.
   */
  search(query: string, limit: number, scope?: SearchScope): SearchResult;
};

/** Takes at most 65,536 verses in canonical order. */
export type SearchIndexBuilder = {
  add(text: string): void;
  finish(): SearchIndex;
};

/** Further query words are ignored. */
const MAX_TERMS = 12;
/** A shorter last word is matched as a whole word. */
const MIN_PREFIX_LENGTH = 3;
const PHRASE_BONUS = 10;
/** Ordinals have 16 bits. */
const MAX_VERSES = 65_536;
const SCORE_STEPS = 10_000;
/** Texts with more distinct words use 32 bits per word. */
const MAX_SHORT_IDS = 65_536;
/** Initial capacity: about the words of a whole Bible. */
const INITIAL_CAPACITY = 1_048_576;

const WORD = /[a-z0-9]+(?:'[a-z]+)?/g;
/** `WORD` in the original text, for the positions of matches. */
const WRITTEN_WORD = new RegExp(
  String.raw`[\p{L}\p{Mn}\p{N}]+(?:[${APOSTROPHES}]\p{L}[\p{L}\p{Mn}]*)?`,
  "gu",
);
/** Short French words before a vowel: "l’Éternel", "qu’il", "jusqu’à". */
const ELISION = new RegExp(
  String.raw`(?<![\p{L}\p{Mn}\p{N}${APOSTROPHES}])(?:[cdjlmnst]|(?:jus|lors|puis|quoi)?qu)[${APOSTROPHES}]\s*`,
  "giu",
);

/** Adds verse by verse, so that the caller can yield in between. */
export function createSearchIndexBuilder(): SearchIndexBuilder {
  const texts: string[] = [];
  const ids = new Map<string, number>();
  /** Word ids of all verses, numbered by first occurrence. */
  const written = createGrowingNumbers();
  const starts: number[] = [0];

  function idOf(word: string): number {
    const known = ids.get(word);
    if (known !== undefined) return known;
    ids.set(word, ids.size);
    return ids.size - 1;
  }

  return {
    add(text) {
      texts.push(text);
      for (const word of wordsOf(text)) written.push(idOf(word));
      starts.push(written.length());
    },
    finish() {
      const met = [...ids.keys()];
      const words = met.toSorted();
      const ranks = Uint32Array.from(met, (word) => findWord(words, word));
      const found = written.taken();
      const Ids = words.length > MAX_SHORT_IDS ? Uint32Array : Uint16Array;
      const tokens = new Ids(found.length);
      for (const [at, id] of found.entries()) tokens[at] = ranks[id] ?? 0;
      return new InvertedIndex(texts, words, tokens, Uint32Array.from(starts));
    },
  };
}

/** Growing typed array: a quarter of the memory of a plain array. */
function createGrowingNumbers() {
  let numbers = new Uint32Array(INITIAL_CAPACITY);
  let count = 0;
  return {
    push(value: number): void {
      if (count === numbers.length) {
        const wider = new Uint32Array(count * 2);
        wider.set(numbers);
        numbers = wider;
      }
      numbers[count] = value;
      count += 1;
    },
    length: () => count,
    taken: () => numbers.subarray(0, count),
  };
}

/** Range of the sorted word list: one word, all words with a prefix, or none. */
type WordSpan = { readonly from: number; readonly to: number };

type Query = {
  words: string[];
  /** Whether the last word may be a prefix. */
  isLastOpen: boolean;
  phrases: string[][];
};

/** Typed arrays: a whole Bible takes 4 MB in addition to its text. */
class InvertedIndex implements SearchIndex {
  readonly #texts: readonly string[];
  /** Sorted; the index of a word is its id. */
  readonly #words: readonly string[];
  /** Word ids of all verses, in order. */
  readonly #tokens: Uint16Array | Uint32Array;
  /** Start of each verse in the tokens, plus the end. */
  readonly #starts: Uint32Array;
  /** Verses of each word, word by word. */
  readonly #postings: Uint16Array;
  /** Start of each word in the postings, plus the end. */
  readonly #postingStarts: Uint32Array;

  constructor(
    texts: readonly string[],
    words: readonly string[],
    tokens: Uint16Array | Uint32Array,
    starts: Uint32Array,
  ) {
    this.#texts = texts;
    this.#words = words;
    this.#tokens = tokens;
    this.#starts = starts;
    const { postings, postingStarts } = this.#gatherPostings();
    this.#postings = postings;
    this.#postingStarts = postingStarts;
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
        ? this.#spanBeginningWith(word)
        : this.#spanOf(word),
    );
    const phrases = query.phrases.map((words) => words.map((word) => this.#spanOf(word)));
    const found = this.#versesWithAll(terms).filter(
      (ordinal) =>
        ordinal >= from &&
        ordinal < to &&
        phrases.every((phrase) => this.#hasPhrase(ordinal, phrase)),
    );
    return {
      total: found.length,
      hits: this.#best(found, terms, limit).map((ordinal) => ({
        ordinal,
        ranges: this.#rangesOf(this.#texts[ordinal] ?? "", terms),
      })),
    };
  }

  /** Lists each verse once per word, in canonical order. */
  #gatherPostings(): { postings: Uint16Array; postingStarts: Uint32Array } {
    const postingStarts = new Uint32Array(this.#words.length + 1);
    this.#eachWordOfEachVerse((id) => {
      postingStarts[id + 1] = (postingStarts[id + 1] ?? 0) + 1;
    });
    for (let id = 0; id < this.#words.length; id += 1) {
      postingStarts[id + 1] = (postingStarts[id + 1] ?? 0) + (postingStarts[id] ?? 0);
    }
    const postings = new Uint16Array(postingStarts.at(-1) ?? 0);
    const next = postingStarts.slice();
    this.#eachWordOfEachVerse((id, ordinal) => {
      const at = next[id] ?? 0;
      postings[at] = ordinal;
      next[id] = at + 1;
    });
    return { postings, postingStarts };
  }

  #eachWordOfEachVerse(visit: (id: number, ordinal: number) => void): void {
    /** Ordinal plus one of the last verse with the word. */
    const met = new Uint32Array(this.#words.length);
    for (let ordinal = 0; ordinal < this.#texts.length; ordinal += 1) {
      const end = this.#starts[ordinal + 1] ?? 0;
      for (let at = this.#starts[ordinal] ?? 0; at < end; at += 1) {
        const id = this.#tokens[at] ?? 0;
        if (met[id] === ordinal + 1) continue;
        met[id] = ordinal + 1;
        visit(id, ordinal);
      }
    }
  }

  /** Counts the matched terms of each verse: linear in the length of the postings. */
  #versesWithAll(terms: readonly WordSpan[]): number[] {
    const held = new Uint8Array(this.#texts.length);
    for (const [position, { from, to }] of terms.entries()) {
      const end = this.#postingStarts[to] ?? 0;
      for (let at = this.#postingStarts[from] ?? 0; at < end; at += 1) {
        const ordinal = this.#postings[at] ?? 0;
        if (held[ordinal] === position) held[ordinal] = position + 1;
      }
    }
    const found: number[] = [];
    for (let ordinal = 0; ordinal < held.length; ordinal += 1) {
      if (held[ordinal] === terms.length) found.push(ordinal);
    }
    return found;
  }

  #hasPhrase(ordinal: number, phrase: readonly WordSpan[]): boolean {
    const last = (this.#starts[ordinal + 1] ?? 0) - phrase.length;
    for (let at = this.#starts[ordinal] ?? 0; at <= last; at += 1) {
      if (phrase.every((span, step) => isIn(span, this.#tokens[at + step] ?? -1))) return true;
    }
    return false;
  }

  #best(found: readonly number[], terms: readonly WordSpan[], limit: number): number[] {
    // Score and position in one number: a typed array sorts tens of thousands in a few ms.
    const keys = Float64Array.from(found, (ordinal) => {
      const bonus = terms.length > 1 && this.#hasPhrase(ordinal, terms) ? PHRASE_BONUS : 0;
      const score = bonus + terms.length / Math.sqrt((this.#texts[ordinal] ?? "").length);
      return Math.round(score * SCORE_STEPS) * MAX_VERSES + (MAX_VERSES - 1 - ordinal);
    });
    return Array.from(
      keys.toSorted().toReversed().subarray(0, limit),
      (key) => MAX_VERSES - 1 - (key % MAX_VERSES),
    );
  }

  #rangesOf(text: string, terms: readonly WordSpan[]): TextRange[] {
    const ranges: TextRange[] = [];
    for (const { 0: written, index } of withoutElisions(text).matchAll(WRITTEN_WORD)) {
      const { from: id, to } = this.#spanOf(foldText(written));
      if (id < to && terms.some((span) => isIn(span, id))) {
        ranges.push([index, index + written.length]);
      }
    }
    return ranges;
  }

  #spanOf(word: string): WordSpan {
    const from = findWord(this.#words, word);
    return { from, to: this.#words[from] === word ? from + 1 : from };
  }

  #spanBeginningWith(prefix: string): WordSpan {
    const from = findWord(this.#words, prefix);
    const end = this.#words.findIndex((word, at) => at >= from && !word.startsWith(prefix));
    return { from, to: end === -1 ? this.#words.length : end };
  }
}

function isIn({ from, to }: WordSpan, id: number): boolean {
  return id >= from && id < to;
}

/** Returns the index of a word in a sorted list, or its insertion point. */
function findWord(words: readonly string[], word: string): number {
  let low = 0;
  let high = words.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((words[middle] ?? "") < word) low = middle + 1;
    else high = middle;
  }
  return low;
}

function readQuery(text: string): Query {
  const phrases = [...text.matchAll(/["“«]([^"”»]+)["”»]/g)]
    .map(([, phrase = ""]) => wordsOf(phrase))
    .filter((words) => words.length > 1);
  const words = wordsOf(text).slice(0, MAX_TERMS);
  const last = words.at(-1) ?? "";
  const isLastOpen = last.length >= MIN_PREFIX_LENGTH && /[\p{L}\p{N}]$/u.test(text);
  return { words, isLastOpen, phrases };
}

function wordsOf(text: string): string[] {
  return foldText(withoutElisions(text)).match(WORD) ?? [];
}

/** Replaces elisions by blanks of the same length, so that positions stay. */
function withoutElisions(text: string): string {
  return text.replace(ELISION, (elision) => " ".repeat(elision.length));
}
