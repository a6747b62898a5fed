import { type BiblePlace, nextPlace, previousPlace } from "#shared/bible/bible-books.ts";
import type { BibleVersionId } from "#shared/bible/bible-versions.ts";
import type { ProvidedChapter } from "#server/bible/provided-chapter.ts";

/** What a licence lets a server keep. */
export type CacheLimits = {
  /** Most verses in all. */
  readonly maxVerses: number;
  /** Most verses of chapters that follow each other. */
  readonly maxConsecutiveVerses: number;
  /** Longest time; null: no limit. */
  readonly maxAgeMs: number | null;
};

/** Licensed chapters in memory, never on disk; a restart forgets them all. */
export type ChapterCache = {
  find(version: BibleVersionId, place: BiblePlace): ProvidedChapter | null;
  keep(version: BibleVersionId, place: BiblePlace, chapter: ProvidedChapter): void;
};

type Entry = { chapter: ProvidedChapter; version: BibleVersionId; place: BiblePlace; atMs: number };

const keyOf = (version: BibleVersionId, { book, chapter }: BiblePlace): string =>
  `${version} ${book.usfm}.${chapter}`;

/** A cache of the chapters that were read last, within the limits of a licence. */
export function createChapterCache(limits: CacheLimits, now: () => number): ChapterCache {
  const { maxVerses, maxConsecutiveVerses, maxAgeMs } = limits;
  /** Read longest ago first. */
  const entries = new Map<string, Entry>();

  function stretchAround({ version, place }: Entry): Set<Entry> {
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

  /** Takes chapters away, read longest ago first, until the others of them have no more verses. */
  function thinOut(pickOut: () => Iterable<Entry>, max: number): void {
    for (;;) {
      const among = new Set(pickOut());
      const verses = [...among].reduce((sum, { chapter }) => sum + chapter.verses.length, 0);
      if (verses <= max) return;
      for (const [key, entry] of entries) {
        if (!among.has(entry)) continue;
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
      thinOut(() => stretchAround(entry), maxConsecutiveVerses);
      thinOut(() => entries.values(), maxVerses);
    },
  };
}
