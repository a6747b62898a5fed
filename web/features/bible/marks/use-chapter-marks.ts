import { useMemo } from "react";
import { useItems } from "#web/base/sync/use-items.ts";
import { type KeptMark, type VerseSelection, marksOn } from "./marks.domain.ts";

/** Returns highlights and notes of a chapter. Bookmarks have their own list. */
export function useChapterMarks({
  version,
  place,
}: Omit<VerseSelection, "from" | "to">): (verse: number) => readonly KeptMark[] {
  const { items } = useItems("bible-mark");
  const { book } = place;
  const ofBook = useMemo(
    () => items.filter(({ data }) => data.book === book.usfm && data.kind !== "bookmark"),
    [items, book],
  );
  return (verse) => (ofBook.length === 0 ? [] : marksOn(ofBook, { version, place }, verse));
}
