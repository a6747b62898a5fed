import { useMemo } from "react";
import { useItems, putItem, removeItem } from "#web/base/sync/use-items.ts";
import {
  type KeptMark,
  type VerseSelection,
  marksOn,
  allLabels,
  type Mark,
  type MarkColour,
  markId,
  type VerseRange,
  rangeOf,
} from "./marks.domain.ts";
import { NOTE_LENGTH } from "#shared/contracts/synced-items.ts";

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

/** Highlights each verse separately, so that one can be changed alone; null removes the colour. */
export async function highlightVerses(
  runs: readonly VerseSelection[],
  colour: MarkColour | null,
): Promise<void> {
  for (const { from, to, ...rest } of runs) {
    for (let verse = from; verse <= to; verse += 1) {
      const stretch = rangeOf({ ...rest, from: verse, to: verse });
      const id = markId("highlight", stretch);
      await (colour === null
        ? removeItem("bible-mark", id)
        : putItem("bible-mark", id, { kind: "highlight", ...stretch, colour }));
    }
  }
}

/** Bookmarks a verse range under its first verse. */
export function keepBookmark(verses: VerseSelection): Promise<void> {
  const stretch = rangeOf(verses);
  return putItem("bible-mark", markId("bookmark", stretch), { kind: "bookmark", ...stretch });
}

/** Properties of a note besides its text. */
export type NoteFrame = VerseRange & {
  /** Labels that are not in its text. */
  added: readonly string[];
};

/**
 * Saves a note on verses; when another device has changed it too, both stay. An empty note is
 * deleted.
 */
export async function keepNote(
  { added, ...stretch }: NoteFrame,
  id: string,
  note: string,
): Promise<void> {
  if (note.trim() === "") return removeItem("bible-mark", id);
  const text = note.slice(0, NOTE_LENGTH);
  const data = { ...stretch, kind: "note" as const, note: text, labels: allLabels(text, added) };
  return putItem("bible-mark", id, data, { keepBoth: true });
}

/** Saves a note as a new one when another device has changed the one with this id. */
export function saveNoteCopy(frame: NoteFrame, id: string, note: string): Promise<void> {
  const [stem = id] = id.split("~");
  return keepNote(frame, `${stem}~${Math.random().toString(36).slice(2, 10)}`, note);
}

/** Saves the labels of a mark that are not in its note. */
export function keepLabels(id: string, data: Mark, added: readonly string[]): Promise<void> {
  const labels = allLabels(data.note ?? "", added);
  return putItem("bible-mark", id, { ...data, labels }, { keepBoth: data.kind === "note" });
}
