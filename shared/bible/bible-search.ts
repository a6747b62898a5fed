import type { TextRange } from "#shared/contracts/bible-reader.ts";
import { APOSTROPHES, foldText } from "#shared/search/fold-text.ts";

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
/** Of words; a text with more of them takes 32 bits for each. */
const MAX_SHORT_IDS = 65_536;
/** Words of a whole text, about. */
const FIRST_ROOM = 1_048_576;

const WORD = /[a-z0-9]+(?:'[a-z]+)?/g;
/** The same in the text as it is written, to tell where a word stands. */
const WRITTEN_WORD = new RegExp(
  String.raw`[\p{L}\p{Mn}\p{N}]+(?:[${APOSTROPHES}]\p{L}[\p{L}\p{Mn}]*)?`,
  "gu",
);
/** Short French words before a vowel: "l’Éternel", "qu’il", "jusqu’à". */
const ELISION = new RegExp(
  String.raw`(?<![\p{L}\p{Mn}\p{N}${APOSTROPHES}])(?:[cdjlmnst]|(?:jus|lors|puis|quoi)?qu)[${APOSTROPHES}]\s*`,
  "giu",
);

/** Makes an index verse by verse, so that the caller decides when to pause. */
export function createSearchIndexBuilder(): SearchIndexBuilder {
  const texts: string[] = [];
  const ids = new Map<string, number>();
  /** Words of all verses one after the other, by the order in which each was first met. */
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

/** Numbers that are added one by one, in a quarter of the room that an array of them takes. */
function createGrowingNumbers() {
  let numbers = new Uint32Array(FIRST_ROOM);
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

/** Words next to each other in the sorted list: one, all of a beginning, or none. */
type WordSpan = { readonly from: number; readonly to: number };

type Query = {
  words: string[];
  /** Whether the last word may be the beginning of a longer one. */
  isLastOpen: boolean;
  phrases: string[][];
};

/** All in arrays of numbers: a whole text takes 4 MB beside its verses. */
class InvertedIndex implements SearchIndex {
  readonly #texts: readonly string[];
  /** Sorted; a word's id is its place. */
  readonly #words: readonly string[];
  /** Ids of the words of all verses, in their order. */
  readonly #tokens: Uint16Array | Uint32Array;
  /** Where a verse begins among the tokens; one more for the end. */
  readonly #starts: Uint32Array;
  /** Verses by word, one word after the other. */
  readonly #postings: Uint16Array;
  /** Where a word begins among them; one more for the end. */
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

  /** Each verse once for each of its words, in canonical order. */
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
    /** The last verse in which a word was met, from 1. */
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

  /** Counts for each verse how many terms in turn it holds: linear in the length of the lists. */
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
    // Score and place in one number each: a typed array sorts tens of thousands in a few ms.
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

/** The place of a word in a sorted list, or where it would stand. */
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

/** Blanks stand in their place, so that all other letters stay where they are. */
function withoutElisions(text: string): string {
  return text.replace(ELISION, (elision) => " ".repeat(elision.length));
}
