import { editDistance } from "#server/kit/closest-match.ts";
import { type SearchWord, stemOf, wordsOf } from "./search-words.domain.ts";

/** How well the texts of an index answer one word. */
export type WordMatch = {
  /** By the running number of the text: 0 for none, else more than 0 and at most 1. */
  scores: Float32Array;
  /** Texts with a score. */
  count: number;
};

/** Which words count as the one that is asked for. */
export type WordManner = {
  /** Those that begin with it, because it is being typed. */
  isOpen: boolean;
  /** Those that differ by a mistake or two. */
  isForgiving: boolean;
};

/** The words of many texts, each with the texts that hold it. */
export type WordIndex = {
  match(word: SearchWord, manner: WordManner): WordMatch;
};

/** Takes texts one after the other, each as fields with what a word in them weighs. */
export type WordIndexBuilder = {
  add(fields: readonly (readonly [text: string, weight: number])[]): void;
  finish(): WordIndex;
};

/** What another word than the very one counts for. */
const OPEN_FACTOR = 0.7;
const STEM_FACTOR = 0.6;
const MISTAKE_FACTORS = [0.5, 0.3, 0.15];
/** A word that weighs so much has half of the highest score. */
const HALF_WEIGHT = 2;
/** Words with so many letters may have one or two mistakes. */
const ONE_MISTAKE_LETTERS = 4;
const TWO_MISTAKES_LETTERS = 8;
/** Shorter stems resemble too many others. */
const MISTAKEN_STEM_LETTERS = 6;

/** A word with the texts that hold it, in their order, and what it weighs in each. */
type Posting = { word: string; stem: string; texts: number[]; weights: number[] };

/** Makes an index text by text, so that the caller decides when to pause. */
export function createWordIndexBuilder(): WordIndexBuilder {
  const postings = new Map<string, Posting>();
  let count = 0;
  return {
    add(fields) {
      for (const [text, weight] of fields) {
        for (const word of wordsOf(text)) weigh(postings, word, { text: count, weight });
      }
      count += 1;
    },
    finish: () => new SortedWords([...postings.values()], count),
  };
}

function weigh(
  postings: Map<string, Posting>,
  word: string,
  { text, weight }: { text: number; weight: number },
): void {
  let posting = postings.get(word);
  if (!posting) {
    posting = { word, stem: stemOf(word), texts: [], weights: [] };
    postings.set(word, posting);
  }
  const { texts, weights } = posting;
  const last = texts.length - 1;
  if (texts[last] === text) weights[last] = (weights[last] ?? 0) + weight;
  else {
    texts.push(text);
    weights.push(weight);
  }
}

class SortedWords implements WordIndex {
  readonly #sorted: readonly Posting[];
  readonly #byStem: ReadonlyMap<string, readonly Posting[]>;
  readonly #textCount: number;

  constructor(postings: Posting[], textCount: number) {
    this.#sorted = postings.toSorted((a, b) => (a.word < b.word ? -1 : 1));
    this.#byStem = Map.groupBy(postings, ({ stem }) => stem);
    this.#textCount = textCount;
  }

  match(word: SearchWord, manner: WordManner): WordMatch {
    const match = { scores: new Float32Array(this.#textCount), count: 0 };
    for (const posting of this.#byStem.get(word.stem) ?? []) {
      take(match, posting, posting.word === word.plain ? 1 : STEM_FACTOR);
    }
    if (manner.isOpen) {
      for (const posting of this.#beginningWith(word.plain)) {
        take(match, posting, posting.word === word.plain ? 1 : OPEN_FACTOR);
      }
    }
    if (manner.isForgiving) this.#takeSimilar(match, word);
    return match;
  }

  #takeSimilar(match: WordMatch, { plain, stem }: SearchWord): void {
    const limit = mistakesIn(plain);
    if (limit === 0) return;
    const stemLimit = stem.length < MISTAKEN_STEM_LETTERS ? 0 : limit;
    for (const posting of this.#sorted) {
      const wordDistance = editDistance(plain, posting.word, limit);
      const stemDistance =
        stemLimit === 0 ? limit + 1 : editDistance(stem, posting.stem, stemLimit);
      const distance = Math.min(wordDistance, stemDistance);
      if (distance <= limit) take(match, posting, MISTAKE_FACTORS[distance] ?? 0);
    }
  }

  #beginningWith(prefix: string): readonly Posting[] {
    const words = this.#sorted;
    let low = 0;
    let high = words.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((words[middle]?.word ?? "") < prefix) low = middle + 1;
      else high = middle;
    }
    const end = words.findIndex(({ word }, at) => at >= low && !word.startsWith(prefix));
    return words.slice(low, end === -1 ? words.length : end);
  }
}

/** Of several words of a text that count as the one asked for, the best says how well it answers. */
function take(match: WordMatch, { texts, weights }: Posting, factor: number): void {
  for (let place = 0; place < texts.length; place += 1) {
    const text = texts[place] ?? 0;
    const weight = weights[place] ?? 0;
    const before = match.scores[text] ?? 0;
    if (before === 0) match.count += 1;
    match.scores[text] = Math.max(before, (factor * weight) / (weight + HALF_WEIGHT));
  }
}

function mistakesIn({ length }: string): number {
  if (length < ONE_MISTAKE_LETTERS) return 0;
  return length < TWO_MISTAKES_LETTERS ? 1 : 2;
}
