import { useState } from "react";
import type { BiblePlace } from "#shared/bible/bible-books.ts";
import { useStored } from "#web/lib/storage/use-stored.ts";
import { bookmarkOf } from "./bible-address.domain.ts";
import { STORED_BOOKMARKS } from "./bible-storage-keys.ts";

type Bookmarks = {
  isBookmarked: (verse: number) => boolean;
  toggle: (verse: number) => void;
  /** The browser keeps nothing: bookmarks last as long as the page. */
  isRefused: boolean;
};

/** Bookmarks of a chapter, stored as "Book chapter:verse" (S3.15). */
export function useBookmarks(place: BiblePlace): Bookmarks {
  const [all, setAll] = useStored(STORED_BOOKMARKS);
  const [isRefused, setIsRefused] = useState(false);
  return {
    isBookmarked: (verse) => all.includes(bookmarkOf(place, verse)),
    toggle(verse) {
      const bookmark = bookmarkOf(place, verse);
      const isKept = setAll(
        all.includes(bookmark) ? all.filter((other) => other !== bookmark) : [...all, bookmark],
      );
      setIsRefused(!isKept);
    },
    isRefused,
  };
}
