import * as v from "valibot";
import { BIBLE_BOOKS, type BiblePlace } from "#shared/bible/bible-books.ts";
import { type BibleVerse, packVerse, unpackVerse } from "#shared/bible/bible-text.ts";
import {
  packedBibleSchema,
  packedBookSchema,
  packedChapterSchema,
  type PackedVerse,
} from "#shared/contracts/bible-reader.ts";
import { bookKey, chapterKey } from "#web/base/reading/bible-text-keys.domain.ts";
import type { Api } from "#web/lib/http/http.ts";
import {
  deleteOfflineTexts,
  saveOfflineTexts,
  readOfflineText,
} from "#web/lib/storage/offline-texts.ts";

/**
 * Scripture on the device for offline reading: each chapter that was read, and downloaded versions.
 * Free texts only.
 */

/** Stores a chapter that was read; a failure is ignored. */
export function storeChapter(
  version: string,
  place: BiblePlace,
  verses: readonly BibleVerse[],
): void {
  void saveOfflineTexts({ [chapterKey(version, place)]: JSON.stringify(verses.map(packVerse)) });
}

/** Returns a chapter from the device; null when it was neither read nor downloaded. */
export async function storedChapter(
  version: string,
  place: BiblePlace,
): Promise<BibleVerse[] | null> {
  const chapter = parse(packedChapterSchema, await readOfflineText(chapterKey(version, place)));
  if (chapter) return unpack(chapter);
  const book = await storedBook(version, place.book.usfm);
  const inBook = book?.[place.chapter - 1];
  return inBook ? unpack(inBook) : null;
}

/** Returns the chapters of a downloaded book, or null. */
export async function storedBook(
  version: string,
  usfm: string,
): Promise<readonly (readonly PackedVerse[])[] | null> {
  return parse(packedBookSchema, await readOfflineText(bookKey(version, usfm)))?.chapters ?? null;
}

/**
 * Returns true when the whole version is on the device: its last book is written with all others.
 */
export async function hasWholeVersion(version: string): Promise<boolean> {
  return (await readOfflineText(bookKey(version, BIBLE_BOOKS.at(-1)?.usfm ?? ""))) !== null;
}

/**
 * Downloads a whole version, all books or none. @throws AppError when one cannot be read, Error
 * when the browser cannot store it
 */
export async function downloadVersion(api: Api, version: string): Promise<void> {
  const answer = await api.getJson(`/api/bible/v1/${version}/all.json`);
  const { books } = v.parse(packedBibleSchema, answer);
  if (books.length !== BIBLE_BOOKS.length) throw new Error("The download is not whole");
  const isKept = await saveOfflineTexts(
    Object.fromEntries(books.map((book) => [bookKey(version, book.book), JSON.stringify(book)])),
  );
  if (!isKept) throw new Error("The browser does not keep it");
}

/** Removes a downloaded version; chapters that were read stay. */
export async function removeVersion(version: string): Promise<void> {
  await deleteOfflineTexts(bookKey(version, ""));
}

function parse<Value>(schema: v.GenericSchema<unknown, Value>, text: string | null): Value | null {
  if (text === null) return null;
  try {
    const result = v.safeParse(schema, JSON.parse(text));
    return result.success ? result.output : null;
  } catch {
    return null;
  }
}

function unpack(verses: readonly PackedVerse[]): BibleVerse[] {
  return verses.map(unpackVerse);
}
