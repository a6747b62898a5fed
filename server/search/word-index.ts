import { editDistance } from "@reign-tv/kit/closest-match.ts";
import { type SearchWord, stemOf, wordsOf } from "./search-words.domain.ts";

/** How well each text matches one word. */
export type WordMatch = {
  /** By text number: 0 without a match, else at most 1. */
  scores: Float32Array;
  /** Number of texts with a match. */
  count: number;
};

type MatchOptions = {
  /** Also matches words that begin with it, because it is being typed. */
  isPrefix: boolean;
  /** Also matches words with one or two typing errors. */
  isFuzzy: boolean;
};

/** Inverted index: words with the texts that contain them. */
export type WordIndex = {
  match(word: SearchWord, options: MatchOptions): WordMatch;
};

/** Adds texts one by one, as fields with weights. */
type WordIndexBuilder = {
  add(fields: readonly (readonly [text: string, weight: number])[]): void;
  finish(): WordIndex;
};

/** Factors of matches that are not exact. */
const OPEN_FACTOR = 0.7;
const STEM_FACTOR = 0.6;
const MISTAKE_FACTORS = [0.5, 0.3, 0.15];
/** A word with this weight has half of the highest score. */
const HALF_WEIGHT = 2;
/** Minimum lengths for one and two typing errors. */
const ONE_MISTAKE_LETTERS = 4;
const TWO_MISTAKES_LETTERS = 8;
/** Shorter stems resemble too many others. */
const MISTAKEN_STEM_LETTERS = 6;

/** A word with its texts in order and its weight in each. */
type Posting = { word: string; stem: string; texts: number[]; weights: number[] };

/** Builds an index text by text, so that the caller can yield. */
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

  match(word: SearchWord, options: MatchOptions): WordMatch {
    const match = { scores: new Float32Array(this.#textCount), count: 0 };
    for (const posting of this.#byStem.get(word.stem) ?? []) {
      addScores(match, posting, posting.word === word.plain ? 1 : STEM_FACTOR);
    }
    if (options.isPrefix) {
      for (const posting of this.#withPrefix(word.plain)) {
        addScores(match, posting, posting.word === word.plain ? 1 : OPEN_FACTOR);
      }
    }
    if (options.isFuzzy) this.#addSimilar(match, word);
    return match;
  }

  #addSimilar(match: WordMatch, { plain, stem }: SearchWord): void {
    const limit = mistakesIn(plain);
    if (limit === 0) return;
    const stemLimit = stem.length < MISTAKEN_STEM_LETTERS ? 0 : limit;
    for (const posting of this.#sorted) {
      const wordDistance = editDistance(plain, posting.word, limit);
      const stemDistance =
        stemLimit === 0 ? limit + 1 : editDistance(stem, posting.stem, stemLimit);
      const distance = Math.min(wordDistance, stemDistance);
      if (distance <= limit) addScores(match, posting, MISTAKE_FACTORS[distance] ?? 0);
    }
  }

  #withPrefix(prefix: string): readonly Posting[] {
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

/** The best of several matching words determines the score of a text. */
function addScores(match: WordMatch, { texts, weights }: Posting, factor: number): void {
  for (let index = 0; index < texts.length; index += 1) {
    const text = texts[index] ?? 0;
    const weight = weights[index] ?? 0;
    const before = match.scores[text] ?? 0;
    if (before === 0) match.count += 1;
    match.scores[text] = Math.max(before, (factor * weight) / (weight + HALF_WEIGHT));
  }
}

function mistakesIn({ length }: string): number {
  if (length < ONE_MISTAKE_LETTERS) return 0;
  return length < TWO_MISTAKES_LETTERS ? 1 : 2;
}
