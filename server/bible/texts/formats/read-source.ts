import { readdir, readFile, stat } from "node:fs/promises";
import { basename, extname, join } from "node:path";
import { unzipSync } from "fflate";
import { BIBLE_BOOKS } from "#shared/bible/bible-books.ts";
import type { TextBook } from "#server/bible/texts/text-book.ts";
import { SourceFault, type SourceFile } from "./source-fault.ts";
import { readUsfm } from "./usfm.domain.ts";

/** The books of an edition in canonical order, and the codes of those that are not among the 66. */
export type ReadSource = { books: TextBook[]; leftOut: string[] };

const ENDINGS: readonly string[] = [".usfm", ".sfm"];
/** A whole text has 5 to 30 megabytes. */
const MOST_FILES = 500;
const MOST_FILE_BYTES = 40 * 1024 * 1024;
const MOST_BYTES = 120 * 1024 * 1024;

/**
 * Reads an edition: a file of USFM, a zip of such files, or a folder of them.
 *
 * @throws SourceFault naming file and line for what cannot be read, is too large, or stands twice.
 */
export async function readSource(path: string): Promise<ReadSource> {
  const books = new Map<string, { book: TextBook; file: string }>();
  const leftOut = new Set<string>();
  for (const file of await sourceFiles(path)) {
    // A release has files about itself, too.
    if (!/\\id\s/.test(file.text)) continue;
    const found = readUsfm(file);
    if ("leftOut" in found) {
      leftOut.add(found.leftOut);
      continue;
    }
    const { book } = found;
    const before = books.get(book.usfm);
    if (before) {
      throw new SourceFault(file.name, null, `${book.usfm} stands in ${before.file} too`);
    }
    books.set(book.usfm, { book, file: file.name });
  }
  if (books.size === 0) {
    throw new SourceFault(
      basename(path),
      null,
      "no book in USFM was found in it (files that end with .usfm or .sfm); no other format is read",
    );
  }
  return {
    books: BIBLE_BOOKS.flatMap(({ usfm }) => books.get(usfm)?.book ?? []),
    leftOut: [...leftOut].toSorted(),
  };
}

async function sourceFiles(path: string): Promise<SourceFile[]> {
  const found = await stat(path).catch(() => null);
  if (!found) throw new SourceFault(basename(path), null, "there is no such file or folder");
  if (found.isDirectory()) return folderFiles(path);
  requireSize(basename(path), found.size);
  const bytes = await readFile(path);
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b;
  return isZip ? zipFiles(basename(path), bytes) : [decoded(basename(path), bytes)];
}

async function folderFiles(folder: string): Promise<SourceFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile() && isSource(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
  requireCount(basename(folder), paths.length);
  const files: SourceFile[] = [];
  let total = 0;
  for (const path of paths) {
    const { size } = await stat(path);
    total += size;
    requireSize(basename(path), size, total);
    files.push(decoded(basename(path), await readFile(path)));
  }
  return files;
}

/** Nothing is written: names of entries are looked at, and never used as paths. */
function zipFiles(name: string, bytes: Uint8Array): SourceFile[] {
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
      .map(([entry, content]) => decoded(basename(entry), content));
  } catch (error) {
    if (error instanceof SourceFault) throw error;
    throw new SourceFault(name, null, "it is a damaged zip file");
  }
}

function isSource(name: string): boolean {
  return ENDINGS.includes(extname(name).toLowerCase()) && !basename(name).startsWith(".");
}

function requireCount(name: string, count: number): void {
  if (count > MOST_FILES) throw new SourceFault(name, null, `more than ${MOST_FILES} files`);
}

function requireSize(name: string, bytes: number, total = bytes): void {
  if (bytes > MOST_FILE_BYTES || total > MOST_BYTES) {
    throw new SourceFault(name, null, "it is larger than any text of the Bible");
  }
}

function decoded(name: string, bytes: Uint8Array): SourceFile {
  try {
    return { name, text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
  } catch {
    throw new SourceFault(name, null, "it is not in UTF-8");
  }
}
