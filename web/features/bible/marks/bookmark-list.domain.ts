import { BIBLE_BOOKS } from "#shared/bible/bible-books.ts";
import { bookmarkOf, readBookmark } from "#web/features/bible/bible-address.domain.ts";
import { type Mark, markId } from "./marks.domain.ts";

/**
 * The specified list of bookmarks, "Book chapter:verse" (S3.15), beside the marks of kind bookmark: whichever is
 * changed, the other one follows. Pages of an older version, open in another tab, know the list alone.
 */

/** What the list was, the last time that both agreed, and whose it was. */
export type Agreed = { owner: string | null; list: readonly string[] };

export type ListChanges = {
  /** Marks to be made, by id. */
  added: ReadonlyMap<string, Mark>;
  /** Ids of marks that go. */
  removed: readonly string[];
};

/** What was changed in the list since both agreed. */
export function listChanges(
  list: readonly string[],
  agreed: Agreed,
  marks: ReadonlySet<string>,
): ListChanges {
  const added = new Map<string, Mark>();
  for (const bookmark of list) {
    const mark = agreed.list.includes(bookmark) ? null : markOf(bookmark);
    if (mark && !marks.has(mark.id)) added.set(mark.id, mark.data);
  }
  const removed = agreed.list.flatMap((bookmark) => {
    const id = list.includes(bookmark) ? null : markOf(bookmark)?.id;
    return id !== undefined && id !== null && marks.has(id) ? [id] : [];
  });
  return { added, removed };
}

/** The list as the marks have it: in its order, new ones at its end; what is no place of the Bible stays. */
export function listOf(list: readonly string[], marks: ReadonlyMap<string, Mark>): string[] {
  const names = new Map([...marks].flatMap(([id, mark]) => entryOf(id, mark)));
  const kept = list.filter((bookmark) => {
    const mark = markOf(bookmark);
    return mark === null || names.has(mark.id);
  });
  const listed = new Set(kept.map((bookmark) => markOf(bookmark)?.id));
  return [...kept, ...[...names].flatMap(([id, name]) => (listed.has(id) ? [] : [name]))];
}

function entryOf(id: string, { book: usfm, chapter, from }: Mark): [string, string][] {
  const book = BIBLE_BOOKS.find((each) => each.usfm === usfm);
  return book ? [[id, bookmarkOf({ book, chapter }, from)]] : [];
}

function markOf(bookmark: string): { id: string; data: Mark } | null {
  const place = readBookmark(bookmark);
  if (!place || place.verse > 176) return null;
  const { book, chapter, verse } = place;
  const stretch = { book: book.usfm, chapter, from: verse, to: verse };
  return {
    id: markId("bookmark", stretch),
    data: { kind: "bookmark", ...stretch, version: "kjv" },
  };
}
