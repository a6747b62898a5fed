import { BIBLE_BOOKS, type BibleBook } from "#shared/bible/bible-books.ts";
import type { BibleReference } from "#shared/bible/bible-reference.ts";
import { CHAPTER_LENGTHS } from "./chapter-lengths.ts";

/** Slugs of the plans: part of URLs and of synced data, so they never change. */
export const PLAN_SLUGS = [
  "gospels-30",
  "new-testament-90",
  "bible-365",
  "psalms-proverbs-31",
] as const;

export type PlanSlug = (typeof PLAN_SLUGS)[number];

export type ReadingPlan = {
  slug: PlanSlug;
  /** References of each day in pivot numbering; at least one per day. */
  days: readonly (readonly BibleReference[])[];
};

/** A chapter, or a part of a long one. */
type Portion = { reference: BibleReference; verses: number };

/** Longer chapters are split, in verses. */
const LONGEST_PORTION = 80;

type Recipe = {
  days: number;
  /** Parallel strands; each is spread over all days. */
  strands: readonly ((book: BibleBook) => boolean)[];
};

const RECIPES: Readonly<Record<PlanSlug, Recipe>> = {
  "gospels-30": {
    days: 30,
    strands: [({ id }) => ["matthew", "mark", "luke", "john"].includes(id)],
  },
  "new-testament-90": { days: 90, strands: [({ testament }) => testament === "nt"] },
  "bible-365": { days: 365, strands: [() => true] },
  "psalms-proverbs-31": {
    days: 31,
    strands: [({ id }) => id === "psalms", ({ id }) => id === "proverbs"],
  },
};

/** Returns the plan with this slug, or undefined. */
export function readingPlan(slug: string): ReadingPlan | undefined {
  const known = PLAN_SLUGS.find((candidate) => candidate === slug);
  if (!known) return undefined;
  const { days, strands } = RECIPES[known];
  const spread = strands.map((isIn) =>
    spreadEvenly(BIBLE_BOOKS.filter(isIn).flatMap(portionsOf), days),
  );
  return {
    slug: known,
    days: Array.from({ length: days }, (_, day) => spread.flatMap((strand) => strand[day] ?? [])),
  };
}

/** Returns the number of days without building the plan. */
export function planLength(slug: PlanSlug): number {
  return RECIPES[slug].days;
}

function portionsOf(book: BibleBook): Portion[] {
  const lengths = (CHAPTER_LENGTHS[book.order] ?? "").split(" ").map(Number);
  return lengths.flatMap((verses, index): Portion[] => {
    const chapter = index + 1;
    if (verses <= LONGEST_PORTION) return [{ reference: { book, chapter, verses: null }, verses }];
    return partsOf(verses).map(({ from, to }) => ({
      reference: { book, chapter, verses: { from, to } },
      verses: to - from + 1,
    }));
  });
}

/** Splits verses into the fewest parts of about equal size. */
function partsOf(verses: number): { from: number; to: number }[] {
  const count = Math.ceil(verses / LONGEST_PORTION);
  const endOf = (part: number): number => Math.round((verses * part) / count);
  return Array.from({ length: count }, (_, part) => ({
    from: endOf(part) + 1,
    to: endOf(part + 1),
  }));
}

/**
 * Spreads portions over days in order: about the same number of verses each, at least one portion.
 *
 * @param portions at least as many as days
 */
function spreadEvenly(portions: readonly Portion[], days: number): BibleReference[][] {
  const ends = endsOf(portions);
  const total = ends.at(-1) ?? 0;
  const spread: BibleReference[][] = [];
  let first = 0;
  for (let day = 1; day <= days; day += 1) {
    const target = (total * day) / days;
    const last = portions.length - (days - day);
    let next = first + 1;
    while (next < last && isNearer(ends[next] ?? total, ends[next - 1] ?? total, target)) next += 1;
    spread.push(portions.slice(first, next).map(({ reference }) => reference));
    first = next;
  }
  return spread;
}

/** Cumulative verses at the end of each portion. */
function endsOf(portions: readonly Portion[]): number[] {
  let sum = 0;
  return portions.map(({ verses }) => (sum += verses));
}

function isNearer(candidate: number, than: number, target: number): boolean {
  return Math.abs(candidate - target) <= Math.abs(than - target);
}
