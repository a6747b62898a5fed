import { describe, expect, it } from "vitest";
import { type BiblePlace, bookByAlias, FIRST_PLACE } from "#shared/bible/bible-books.ts";
import { type ChapterCache, createChapterCache } from "./chapter-cache.ts";

const DAY_MS = 86_400_000;
let nowMs = 0;

function place(bookName: string, chapter: number): BiblePlace {
  return { book: bookByAlias(bookName) ?? FIRST_PLACE.book, chapter };
}

function cache(limits: Partial<Parameters<typeof createChapterCache>[0]> = {}): ChapterCache {
  const none = { maxVerses: 10_000, maxConsecutiveVerses: 10_000, maxAgeMs: null };
  return createChapterCache({ ...none, ...limits }, () => nowMs);
}

function keep(among: ChapterCache, at: BiblePlace, verses: number): void {
  const list = Array.from({ length: verses }, (_, index) => ({ verse: index + 1, text: "x" }));
  among.keep("niv", at, { verses: list });
}

const isThere = (among: ChapterCache, at: BiblePlace): boolean => among.find("niv", at) !== null;

describe("cache of licensed chapters", () => {
  it("holds a chapter of its version only", () => {
    const kept = cache();
    keep(kept, place("john", 3), 36);
    expect(kept.find("niv", place("john", 3))?.verses).toHaveLength(36);
    expect(kept.find("nkjv", place("john", 3))).toBeNull();
  });

  it("holds no more verses in a row than allowed, also across books", () => {
    const kept = cache({ maxConsecutiveVerses: 499 });
    keep(kept, place("malachi", 3), 200);
    keep(kept, place("matthew", 1), 200);
    expect(isThere(kept, place("malachi", 3))).toBe(true);
    // It joins the other two; the least recently read one goes.
    keep(kept, place("malachi", 4), 200);
    expect(isThere(kept, place("matthew", 1))).toBe(false);
    expect(isThere(kept, place("malachi", 3))).toBe(true);
    expect(isThere(kept, place("malachi", 4))).toBe(true);
  });

  it("holds as many verses as allowed, the most recently read", () => {
    const kept = cache({ maxVerses: 499 });
    keep(kept, place("genesis", 1), 200);
    keep(kept, place("exodus", 1), 200);
    expect(isThere(kept, place("genesis", 1))).toBe(true);
    keep(kept, place("ruth", 1), 200);
    expect(isThere(kept, place("exodus", 1))).toBe(false);
    expect(isThere(kept, place("genesis", 1))).toBe(true);
  });

  it("ignores a chapter that exceeds the total", () => {
    const kept = cache({ maxVerses: 499 });
    keep(kept, place("psalms", 119), 500);
    expect(isThere(kept, place("psalms", 119))).toBe(false);
  });

  it("expires after the licence's time", () => {
    const kept = cache({ maxAgeMs: 14 * DAY_MS });
    keep(kept, place("john", 3), 36);
    nowMs = 14 * DAY_MS - 1;
    expect(isThere(kept, place("john", 3))).toBe(true);
    nowMs = 14 * DAY_MS;
    expect(isThere(kept, place("john", 3))).toBe(false);
  });
});
