import { type BiblePlace, nextPlace, previousPlace } from "#shared/bible/bible-books.ts";
import type { BibleVersionId } from "#shared/bible/bible-versions.ts";
import type { BibleVerse } from "#shared/bible/bible-text.ts";

/** A chapter from a provider. */
export type ProvidedChapter = {
  verses: readonly BibleVerse[];
  /** The provider's copyright line; falls back to that of the version. */
  copyright?: string;
  /** Must be reported with each display (API.Bible). */
  fumsToken?: string;
};

/** Caching limits of a licence. */
type CacheLimits = {
  readonly maxVerses: number;
  /** Limit on verses of consecutive chapters. */
  readonly maxConsecutiveVerses: number;
  /** Null: no limit. */
  readonly maxAgeMs: number | null;
};

/** Licensed chapters in memory, never on disk. */
export type ChapterCache = {
  find(version: BibleVersionId, place: BiblePlace): ProvidedChapter | null;
  keep(version: BibleVersionId, place: BiblePlace, chapter: ProvidedChapter): void;
};

type Entry = { chapter: ProvidedChapter; version: BibleVersionId; place: BiblePlace; atMs: number };

const keyOf = (version: BibleVersionId, { book, chapter }: BiblePlace): string =>
  `${version} ${book.usfm}.${chapter}`;

/** LRU cache within the limits of a licence. */
export function createChapterCache(limits: CacheLimits, now: () => number): ChapterCache {
  const { maxVerses, maxConsecutiveVerses, maxAgeMs } = limits;
  /** Least recently read first. */
  const entries = new Map<string, Entry>();

  function neighboursOf({ version, place }: Entry): Set<Entry> {
    const found = new Set<Entry>();
    for (const step of [previousPlace, nextPlace]) {
      let at: BiblePlace | null = place;
      while (at) {
        const entry = entries.get(keyOf(version, at));
        if (!entry) break;
        found.add(entry);
        at = step(at);
      }
    }
    return found;
  }

  /** Evicts the least recently read chapters until the rest has at most `max` verses. */
  function evict(select: () => Iterable<Entry>, max: number): void {
    for (;;) {
      const candidates = new Set(select());
      const verses = [...candidates].reduce((sum, { chapter }) => sum + chapter.verses.length, 0);
      if (verses <= max) return;
      for (const [key, entry] of entries) {
        if (!candidates.has(entry)) continue;
        entries.delete(key);
        break;
      }
    }
  }

  return {
    find(version, place) {
      const key = keyOf(version, place);
      const entry = entries.get(key);
      if (!entry) return null;
      entries.delete(key);
      if (maxAgeMs !== null && now() - entry.atMs >= maxAgeMs) return null;
      entries.set(key, entry);
      return entry.chapter;
    },
    keep(version, place, chapter) {
      const key = keyOf(version, place);
      const entry = { chapter, version, place, atMs: now() };
      entries.delete(key);
      entries.set(key, entry);
      evict(() => neighboursOf(entry), maxConsecutiveVerses);
      evict(() => entries.values(), maxVerses);
    },
  };
}
