import { useState } from "react";
import type { BiblePlace } from "#shared/bible/bible-books.ts";
import type { BibleVersionFacts } from "#shared/bible/bible-versions.ts";
import { toPivot } from "#shared/bible/numbering/numbering.ts";
import { useStored } from "#web/lib/storage/use-stored.ts";
import { bookmarkOf } from "./bible-address.domain.ts";
import { STORED_BOOKMARKS } from "./bible-storage-keys.ts";

type Bookmarks = {
  isBookmarked: (verse: number) => boolean;
  toggle: (verse: number) => void;
  /** The browser keeps nothing: bookmarks last as long as the page. */
  isRefused: boolean;
};

/** Bookmarks of a chapter, stored as "Book chapter:verse" (S3.15) in the numbering of the King James Version. */
export function useBookmarks(
  { numbering }: Pick<BibleVersionFacts, "numbering">,
  { book, chapter }: BiblePlace,
): Bookmarks {
  const [all, setAll] = useStored(STORED_BOOKMARKS);
  const [isRefused, setIsRefused] = useState(false);
  const bookmarksOf = (verse: number) =>
    toPivot(numbering, book, { chapter, verse }).map((each) =>
      bookmarkOf({ book, chapter: each.chapter }, each.verse),
    );
  return {
    isBookmarked: (verse) => bookmarksOf(verse).some((bookmark) => all.includes(bookmark)),
    toggle(verse) {
      const own = bookmarksOf(verse);
      const others = all.filter((bookmark) => !own.includes(bookmark));
      setIsRefused(!setAll(others.length < all.length ? others : [...all, ...own.slice(0, 1)]));
    },
    isRefused,
  };
}
