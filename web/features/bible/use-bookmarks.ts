import { useState } from "react";
import type { BiblePlace } from "#shared/bible/bible-books.ts";
import type { BibleVersionFacts } from "#shared/bible/bible-versions.ts";
import { toPivot } from "#shared/bible/numbering/numbering.ts";
import { useItems } from "#web/base/sync/use-items.ts";
import { useStored } from "#web/lib/storage/use-stored.ts";
import { bookmarkOf } from "./bible-address.domain.ts";
import { STORED_BOOKMARKS } from "./bible-storage-keys.ts";
import { keepBookmark } from "./marks/stored-marks.ts";
import { marksOn } from "./marks/marks.domain.ts";
import type { Run } from "./selection/verse-ranges.domain.ts";

type Bookmarks = {
  isBookmarked: (verse: number) => boolean;
  /** Bookmarks a verse, or removes the bookmark on it with all of its verses. */
  toggle: (verse: number) => void;
  /** Bookmarks each verse range as one, or removes all bookmarks on them. */
  setRuns: (runs: readonly Run[], isOn: boolean) => void;
  /** The browser blocks storage: bookmarks last as long as the page. */
  isRefused: boolean;
};

/**
 * Bookmarks of a chapter, stored as "Book chapter:verse" (S3.15) in the numbering of the King James
 * Version. One of several verses is stored under its first; the mark of that name has its end.
 */
export function useBookmarks(
  version: Pick<BibleVersionFacts, "id" | "numbering">,
  place: BiblePlace,
): Bookmarks {
  const { book, chapter } = place;
  const [all, setAll] = useStored(STORED_BOOKMARKS);
  const { items } = useItems("bible-mark");
  const [isRefused, setIsRefused] = useState(false);
  const reaching = items.filter(
    ({ data }) => data.kind === "bookmark" && data.book === book.usfm && data.to > data.from,
  );
  const ownName = (verse: number) =>
    toPivot(version.numbering, book, { chapter, verse }).map((each) =>
      bookmarkOf({ book, chapter: each.chapter }, each.verse),
    );
  const namesOn = (verse: number) => [
    ...ownName(verse),
    ...marksOn(reaching, { version, place }, verse).map(({ data }) =>
      bookmarkOf({ book, chapter: data.chapter }, data.from),
    ),
  ];
  const keep = (list: readonly string[]) => setIsRefused(!setAll([...list]));
  const withoutThoseOn = (verses: readonly number[]) => {
    const gone = new Set(verses.flatMap(namesOn));
    return all.filter((bookmark) => !gone.has(bookmark));
  };
  return {
    isBookmarked: (verse) => namesOn(verse).some((bookmark) => all.includes(bookmark)),
    toggle(verse) {
      const others = withoutThoseOn([verse]);
      keep(others.length < all.length ? others : [...all, ...ownName(verse).slice(0, 1)]);
    },
    setRuns(runs, isOn) {
      if (!isOn) keep(withoutThoseOn(runs.flatMap(versesOf)));
      else for (const run of runs) void keepBookmark({ version, place, ...run });
    },
    isRefused,
  };
}

function versesOf({ from, to }: Run): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}
