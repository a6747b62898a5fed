import { BIBLE_BOOKS, bookByAlias, type BiblePlace } from "#shared/bible/bible-books.ts";

/** Keys of the Bible's texts on the device (offline-texts.ts). */

/** Prefix of all of them. */
export const BIBLE_TEXTS = "bible/";

/** Key of a book of a downloaded version. */
export function bookKey(version: string, usfm: string): string {
  return `${BIBLE_TEXTS}${version}/book/${usfm}`;
}

/** Key of a chapter that was read. */
export function chapterKey(version: string, { book, chapter }: BiblePlace): string {
  return `${BIBLE_TEXTS}${version}/chapter/${book.usfm}/${chapter}`;
}

/** Texts of one version on the device. */
export type StoredVersion = {
  id: string;
  /** All books were downloaded. */
  isWhole: boolean;
  /** Chapters that were read, in canonical order. */
  chapters: BiblePlace[];
};

const KEY = /^bible\/([^/]+)\/(?:book\/(\w+)|chapter\/(\w+)\/(\d+))$/;

/** Returns the versions that these keys name; other keys do not count. */
export function storedVersions(keys: readonly string[]): StoredVersion[] {
  const versions = new Map<string, StoredVersion>();
  for (const key of keys) {
    const [, id, wholeBook, usfm = "", chapter] = KEY.exec(key) ?? [];
    if (id === undefined) continue;
    const version = versions.get(id) ?? { id, isWhole: false, chapters: [] };
    versions.set(id, version);
    const book = bookByAlias(usfm);
    if (wholeBook === LAST_BOOK) version.isWhole = true;
    if (book) version.chapters.push({ book, chapter: Number(chapter) });
  }
  for (const { chapters } of versions.values()) {
    chapters.sort((a, b) => a.book.order - b.book.order || a.chapter - b.chapter);
  }
  return [...versions.values()].filter(({ isWhole, chapters }) => isWhole || chapters.length > 0);
}

/** It is written with all others. */
const LAST_BOOK = BIBLE_BOOKS.at(-1)?.usfm;
