import { readdir, readFile, stat } from "node:fs/promises";
import { basename, extname, join } from "node:path";
import { unzipSync } from "fflate";
import { BIBLE_BOOKS } from "#shared/bible/bible-books.ts";
import type { TextBook } from "#server/bible/texts/text-book.ts";
import { toOurChapters } from "#server/bible/texts/validation/hebrew-chapters.domain.ts";
import { SourceError } from "./source-error.ts";
import { readUsfm } from "./usfm.domain.ts";

/** Result of reading an edition. */
export type ReadSource = {
  /** In canonical order, each with the chapters of our numberings; missing ones are empty. */
  books: TextBook[];
  /** Codes of books outside the 66, and chapters that our numberings lack. */
  leftOut: string[];
  /** Files without a readable book, each with the reason. */
  unreadable: string[];
  /** Errors that left the text readable, with file and line. */
  warnings: string[];
};

/** A book without \\id has chapters or verses. */
const HOLDS_USFM = /\\id\s|\\[cv]\s+\d/;
const ENDINGS: readonly string[] = [".usfm", ".sfm"];
/** A whole text has 5 to 30 megabytes. */
const MAX_FILES = 500;
const MAX_FILE_BYTES = 40 * 1024 * 1024;
const MAX_BYTES = 120 * 1024 * 1024;

/**
 * Reads an edition: a USFM file, a zip of such files, or a folder of them. Skips files with errors.
 *
 * @throws SourceError if it cannot be opened, is too large, or contains no book.
 */
export async function readSource(path: string): Promise<ReadSource> {
  const books = new Map<string, { book: TextBook; file: string }>();
  const leftOut = new Set<string>();
  const unreadable: string[] = [];
  const warnings: string[] = [];
  for (const { name, bytes } of await sourceFiles(path)) {
    try {
      const text = decode(name, bytes);
      // A release also contains files about itself.
      if (!HOLDS_USFM.test(text)) continue;
      const found = readUsfm({ name, text });
      if ("leftOut" in found) {
        leftOut.add(found.leftOut);
        continue;
      }
      const { usfm } = found.book;
      const existing = books.get(usfm);
      if (existing) throw new SourceError(name, null, `${usfm} stands in ${existing.file} too`);
      if (found.book.chapters.flat().length === 0) {
        throw new SourceError(name, null, `${usfm} has no verses`);
      }
      books.set(usfm, { book: found.book, file: name });
      for (const warning of found.warnings) warnings.push(warning);
      for (const place of found.beyond) leftOut.add(place);
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      unreadable.push(error.message);
    }
  }
  if (books.size === 0) throw noBook(path, unreadable);
  const renumbered = BIBLE_BOOKS.flatMap((book) => {
    const found = books.get(book.usfm);
    return found ? [toOurChapters(book, found.book)] : [];
  });
  for (const { book, isRenumbered, beyond } of renumbered) {
    for (const place of beyond) leftOut.add(place);
    if (isRenumbered) {
      warnings.push(`${book.usfm} is numbered as in Hebrew: it is renumbered as in other texts`);
    }
  }
  return {
    books: renumbered.map(({ book }) => book),
    leftOut: [...leftOut].toSorted(),
    unreadable,
    warnings,
  };
}

function noBook(path: string, unreadable: readonly string[]): SourceError {
  const reason =
    "no book in USFM was found in it (files that end with .usfm or .sfm); no other format is read";
  return new SourceError(basename(path), null, [reason, ...unreadable].join("\n"));
}

type FoundFile = { name: string; bytes: Uint8Array };

async function sourceFiles(path: string): Promise<FoundFile[]> {
  const found = await stat(path).catch(() => null);
  if (!found) throw new SourceError(basename(path), null, "there is no such file or folder");
  if (found.isDirectory()) return folderFiles(path);
  requireSize(basename(path), found.size);
  const bytes = await readFile(path);
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b;
  return isZip ? zipFiles(basename(path), bytes) : [{ name: basename(path), bytes }];
}

async function folderFiles(folder: string): Promise<FoundFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile() && isSource(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
  requireCount(basename(folder), paths.length);
  const files: FoundFile[] = [];
  let total = 0;
  for (const path of paths) {
    const { size } = await stat(path);
    total += size;
    requireSize(basename(path), size, total);
    files.push({ name: basename(path), bytes: await readFile(path) });
  }
  return files;
}

/** Writes nothing: entry names are checked and never used as paths. */
function zipFiles(name: string, bytes: Uint8Array): FoundFile[] {
  let total = 0;
  let count = 0;
  try {
    const entries = unzipSync(bytes, {
      filter(entry) {
        if (!isSource(entry.name)) return false;
        total += entry.originalSize;
        count += 1;
        requireCount(name, count);
        requireSize(basename(entry.name), entry.originalSize, total);
        return true;
      },
    });
    return Object.entries(entries)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([entry, bytes]) => ({ name: basename(entry), bytes }));
  } catch (error) {
    if (error instanceof SourceError) throw error;
    throw new SourceError(name, null, "it is a damaged zip file");
  }
}

function isSource(name: string): boolean {
  return ENDINGS.includes(extname(name).toLowerCase()) && !basename(name).startsWith(".");
}

function requireCount(name: string, count: number): void {
  if (count > MAX_FILES) throw new SourceError(name, null, `more than ${MAX_FILES} files`);
}

function requireSize(name: string, bytes: number, total = bytes): void {
  if (bytes > MAX_FILE_BYTES || total > MAX_BYTES) {
    throw new SourceError(name, null, "it is larger than any text of the Bible");
  }
}

function decode(name: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new SourceError(name, null, "it is not in UTF-8");
  }
}
