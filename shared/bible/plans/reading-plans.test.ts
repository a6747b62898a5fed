import { describe, expect, it } from "vitest";
import { BIBLE_BOOKS } from "#shared/bible/bible-books.ts";
import type { BibleReference } from "#shared/bible/bible-reference.ts";
import { LANGUAGES } from "#shared/languages.ts";
import { planDayMessages } from "#shared/messages/reading/plan-days.ts";
import {
  CHAPTER_LENGTHS,
  PLAN_SLUGS,
  planLength,
  readingPlan,
  type ReadingPlan,
} from "./reading-plans.domain.ts";
import { isTopicPlan, type TopicPlanSlug } from "./topic-passages.domain.ts";

const ALL_PLANS = PLAN_SLUGS.flatMap((slug) => readingPlan(slug) ?? []);
const PLANS = ALL_PLANS.filter(({ slug }) => !isTopicPlan(slug));
const TOPIC_PLANS = ALL_PLANS.filter(({ slug }) => isTopicPlan(slug));
const LONGEST_CHAPTER = 80;

function lengthOf({ book, chapter, verses }: BibleReference): number {
  if (verses) return verses.to - verses.from + 1;
  return Number(CHAPTER_LENGTHS[book.order]?.split(" ")[chapter - 1]);
}

/** Numbers each verse in the order of the Bible. */
function versesOf({ days }: ReadingPlan): number[] {
  return days.flat().flatMap((reference) => {
    const first = reference.verses?.from ?? 1;
    const { book, chapter } = reference;
    return Array.from(
      { length: lengthOf(reference) },
      (_, index) => book.order * 1_000_000 + chapter * 1_000 + first + index,
    );
  });
}

function topicOf(slug: string): TopicPlanSlug {
  if (!isTopicPlan(slug)) throw new Error(`No topic ${slug}`);
  return slug;
}

it("chapter lengths match the books", () => {
  const counts = CHAPTER_LENGTHS.map((row) => row.split(" ").map(Number));
  expect(counts.map(({ length }) => length)).toEqual(BIBLE_BOOKS.map(({ chapters }) => chapters));
  expect(counts.map((row) => row.reduce((sum, verses) => sum + verses, 0))).toEqual(
    BIBLE_BOOKS.map(({ verses }) => verses),
  );
});

describe.each(PLANS.map((plan) => [plan.slug, plan] as const))("the plan %s", (slug, plan) => {
  it("plan %s", () => {
    expect(plan.days).toHaveLength(planLength(slug));
    expect(plan.days.every((day) => day.length > 0)).toBe(true);
  });

  it("contains every verse once, in the order of the Bible", () => {
    const verses = versesOf(plan);
    const byBook = Map.groupBy(verses, (verse) => Math.floor(verse / 1_000_000));
    expect(new Set(verses).size).toBe(verses.length);
    expect([...byBook.keys()]).toEqual([...byBook.keys()].toSorted((a, b) => a - b));
    expect([...byBook.values()].flat()).toEqual(verses.toSorted((a, b) => a - b));
  });

  it("splits only chapters that are too long for a day", () => {
    for (const { book, chapter, verses } of plan.days.flat()) {
      const whole = lengthOf({ book, chapter, verses: null });
      expect(verses !== null, `${book.name} ${chapter}`).toBe(whole > LONGEST_CHAPTER);
    }
  });

  it("is as even as whole chapters allow", () => {
    const lengths = plan.days.map((day) => day.reduce((sum, each) => sum + lengthOf(each), 0));
    const mean = lengths.reduce((sum, each) => sum + each, 0) / lengths.length;
    expect(Math.max(...lengths)).toBeLessThanOrEqual(mean + LONGEST_CHAPTER);
    expect(Math.min(...lengths)).toBeGreaterThanOrEqual(Math.min(mean / 3, mean - LONGEST_CHAPTER));
  });
});

describe.each(TOPIC_PLANS.map((plan) => [plan.slug, plan] as const))(
  "the plan by topic %s",
  (slug, plan) => {
    it("has five to seven days of one to three passages, each another chapter", () => {
      expect(plan.days).toHaveLength(planLength(slug));
      expect([5, 6, 7]).toContain(plan.days.length);
      for (const day of plan.days) {
        const chapters = day.map(({ book, chapter }) => `${book.id} ${chapter}`);
        expect(chapters.length).toBeGreaterThan(0);
        expect(new Set(chapters).size).toBe(chapters.length);
        expect(chapters.length).toBeLessThanOrEqual(3);
      }
    });

    it("names existing verses, and a few minutes of them a day", () => {
      for (const day of plan.days) {
        for (const { book, chapter, verses } of day) {
          const length = lengthOf({ book, chapter, verses: null });
          expect(verses?.to ?? 1, `${book.name} ${chapter}`).toBeLessThanOrEqual(length);
        }
        expect(day.reduce((sum, each) => sum + lengthOf(each), 0)).toBeLessThanOrEqual(40);
      }
    });

    it("has a title for each day in each language", () => {
      for (const language of LANGUAGES) {
        expect(planDayMessages[language][topicOf(slug)]).toHaveLength(plan.days.length);
      }
    });
  },
);

it("reads every reference of the plans by topic", () => {
  const counts = TOPIC_PLANS.map(({ days }) => days.flat().length);
  expect(counts).toEqual([15, 14, 14, 9, 16]);
});

it("plans contain what their names promise", () => {
  const versesIn = PLANS.map((plan) => versesOf(plan).length);
  expect(versesIn).toEqual([3_779, 7_957, 31_102, 2_461 + 915]);
});

it("Proverbs accompany the Psalms, one chapter per day of the month", () => {
  const { days = [] } = readingPlan("psalms-proverbs-31") ?? {};
  expect(days.map((day) => day.filter(({ book }) => book.id === "proverbs"))).toEqual(
    days.map((_, index) => [expect.objectContaining({ chapter: index + 1 })]),
  );
});

it("returns undefined for an unknown plan", () => {
  expect(readingPlan("constructor")).toBeUndefined();
});
