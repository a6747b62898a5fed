import { describe, expect, it } from "vitest";
import { loadKjv } from "#server/bible/kjv-text.ts";
import { dayAfter } from "#shared/devotional/devotional-date.ts";
import { verseOfDay } from "#shared/bible/verse-of-day.domain.ts";

const LEAP_YEAR = Array.from({ length: 366 }, (_, index) => dayAfter("2028-01-01", index));

describe("verses of the day", () => {
  it("are one for each day, each verse at most once in a year, one to four of them", () => {
    const verses = LEAP_YEAR.flatMap((day) => {
      const { book, chapter, verses: span } = verseOfDay(day);
      const count = span.to - span.from + 1;
      expect([1, 2, 3, 4]).toContain(count);
      return Array.from({ length: count }, (_, at) => `${book.usfm} ${chapter}:${span.from + at}`);
    });
    expect(new Set(verses).size).toBe(verses.length);
  });

  it("exist in the King James Version", async () => {
    const kjv = await loadKjv();
    const missing = LEAP_YEAR.filter((day) => {
      const { book, chapter, verses } = verseOfDay(day);
      return (kjv.chapter(book.order, chapter)?.length ?? 0) < verses.to;
    });
    expect(missing).toEqual([]);
  });

  it("are the same in leap years", () => {
    expect(verseOfDay("2027-03-01")).toEqual(verseOfDay("2028-03-01"));
    expect(verseOfDay("2028-02-29")).not.toEqual(verseOfDay("2028-03-01"));
    expect(verseOfDay("2026-12-25")).toMatchObject({
      book: { id: "luke" },
      chapter: 2,
      verses: { from: 10, to: 11 },
    });
  });

  it.each(["2027-02-30", "2027-04-31", "2027-13-01", "x"])("has none for %s", (day) => {
    expect(() => verseOfDay(day)).toThrow(RangeError);
  });
});
