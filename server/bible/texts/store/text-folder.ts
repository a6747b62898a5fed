import { LOUIS_SEGOND, TEXT_ID } from "#shared/bible/bible-versions.ts";
import type { TextBook } from "#server/bible/texts/text-book.ts";
import { createHash } from "node:crypto";
import { readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import * as v from "valibot";
import { BIBLE_BOOKS } from "#shared/bible/bible-books.ts";
import { packVerse, unpackVerse } from "#shared/bible/bible-text.ts";
import { packedBookSchema, type PackedBook } from "#shared/contracts/bible-reader.ts";
import type { WholeBible } from "#server/bible/kjv-text.ts";
import type { TextReport } from "#server/bible/texts/validation/text-report.domain.ts";
import { syncFolder, replaceFile } from "@reign-tv/kit/files/atomic-file.ts";
import { errorCode } from "@reign-tv/kit/start-error.ts";
import { manifestSchema, type TextDescription, type TextManifest } from "./manifest.ts";

/**
 * Texts imported without headings and notes. The verses are free, but the headings and notes are younger and their
 * owner is unknown (decision 018).
 */
const VERSES_ALONE: ReadonlySet<string> = new Set([LOUIS_SEGOND.id]);

/** Returns the storable part of one book: all of it, or verses, psalm titles and lines alone. */
export function importableBook(textId: string, { usfm, chapters }: TextBook): TextBook {
  if (!VERSES_ALONE.has(textId)) return { usfm, chapters };
  return {
    usfm,
    chapters: chapters.map((verses) =>
      verses.map(({ section: _section, footnotes: _footnotes, ...verse }) => verse),
    ),
  };
}

/** Folder of all texts of a server. */
export function textsFolder(dataDir: string): string {
  return join(dataDir, "bibles");
}

/** The files of a text differ from its manifest. */
export class DamagedTextError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "DamagedTextError";
  }
}

const MANIFEST = "manifest.json";
const compress = promisify(brotliCompress);

/** Serializes a book for its file. */
export function bookFileText({ usfm, chapters }: TextBook): string {
  const packed: PackedBook = {
    book: usfm,
    chapters: chapters.map((verses) => verses.map(packVerse)),
  };
  return JSON.stringify(packed);
}

/** Parses a book file. @throws Error if it is invalid. */
export function readBookFile(text: string): TextBook {
  const packed: unknown = JSON.parse(text);
  // `v.parse` would copy the arrays: 4 MB more for a whole text.
  v.assert(packedBookSchema, packed);
  const { book, chapters } = packed;
  return { usfm: book, chapters: chapters.map((verses) => verses.map(unpackVerse)) };
}

/**
 * Installs a text or replaces its revision. Readers see the old or the new one whole, because the manifest is replaced
 * atomically.
 *
 * @throws disk errors; the previous revision stays.
 */
export async function writeText(
  root: string,
  text: {
    description: TextDescription;
    report: TextReport;
    books: readonly TextBook[];
    installedAt: Date;
  },
): Promise<TextManifest> {
  const { description, report, installedAt } = text;
  const folder = join(root, description.id);
  const files = text.books.map((book) => {
    const content = bookFileText(importableBook(description.id, book));
    const sha256 = createHash("sha256").update(content).digest("hex");
    return { usfm: book.usfm, content, sha256, file: `${book.usfm}-${sha256.slice(0, 12)}.json` };
  });
  for (const { file, content } of files) await replaceFile(join(folder, file), content);
  const { books, chapters, verses, numbering } = report;
  const manifest: TextManifest = {
    ...description,
    numbering,
    installedAt: installedAt.toISOString(),
    counts: { books, chapters, verses },
    bytes: await downloadBytes(files.map(({ content }) => content)),
    books: files.map(({ usfm, file, sha256 }) => ({ usfm, file, sha256 })),
  };
  await syncFolder(folder);
  await writeManifest(root, manifest);
  await removeOtherFiles(folder, [MANIFEST, ...files.map(({ file }) => file)]);
  return manifest;
}

/** Installs a text whose files are already written. */
export async function writeManifest(root: string, manifest: TextManifest): Promise<void> {
  const folder = join(root, manifest.id);
  // In the schema's order: a restored text must have the revision that readers hold offline.
  const ordered = v.parse(manifestSchema, manifest);
  await replaceFile(join(folder, MANIFEST), `${JSON.stringify(ordered, null, 2)}\n`);
  await syncFolder(folder);
}

/** A manifest with the hash of its content. */
export type FoundManifest = { manifest: TextManifest; revision: string };

/** Ids of the folders that may hold a text. */
export async function textIds(root: string): Promise<string[]> {
  const names = await readdir(root).catch((error: unknown) => {
    if (errorCode(error) === "ENOENT") return [];
    throw error;
  });
  return names.filter((name) => TEXT_ID.test(name)).toSorted();
}

/**
 * Returns null for a folder without a text. @throws DamagedTextError if the manifest is unreadable or of another text.
 */
export async function readManifest(root: string, id: string): Promise<FoundManifest | null> {
  const text = await readFile(join(root, id, MANIFEST), "utf8").catch((error: unknown) => {
    if (errorCode(error) === "ENOENT" || errorCode(error) === "ENOTDIR") return null;
    throw error;
  });
  if (text === null) return null;
  const manifest = parseManifest(text);
  if (manifest?.id !== id) throw new DamagedTextError(`The manifest of ${id} cannot be read`);
  return { manifest, revision: createHash("sha256").update(text).digest("hex").slice(0, 16) };
}

/**
 * Reads a text.
 *
 * @throws DamagedTextError when a file is missing or differs from the manifest.
 */
export async function readText(root: string, manifest: TextManifest): Promise<WholeBible> {
  const books = new Map<number, TextBook["chapters"]>();
  for await (const { usfm, content } of wholeFiles(root, manifest)) {
    const order = BIBLE_BOOKS.findIndex((book) => book.usfm === usfm);
    books.set(order, readBookFile(content.toString("utf8")).chapters);
  }
  return {
    chapter: (bookOrder, chapter) => books.get(bookOrder)?.[chapter - 1],
    book: (bookOrder) => books.get(bookOrder) ?? [],
  };
}

/**
 * Verifies the hash of every file, which takes a tenth of the time of reading the text.
 *
 * @throws DamagedTextError
 */
export async function checkText(root: string, manifest: TextManifest): Promise<void> {
  for await (const _ of wholeFiles(root, manifest));
}

/**
 * Yields the files of a text after verifying each.
 *
 * @throws DamagedTextError
 */
export async function* wholeFiles(
  root: string,
  { id, books }: TextManifest,
): AsyncGenerator<{ usfm: string; file: string; content: Buffer }> {
  for (const { usfm, file, sha256 } of books) {
    const content = await readFile(join(root, id, file)).catch((error: unknown) => {
      if (errorCode(error) === "ENOENT") return null;
      throw error;
    });
    if (content === null || createHash("sha256").update(content).digest("hex") !== sha256) {
      throw new DamagedTextError(`${id}: ${file} is damaged`);
    }
    yield { usfm, file, content };
  }
}

/** Deletes a text. */
export async function removeText(root: string, id: string): Promise<void> {
  // Without its manifest a text does not count, even if the next step fails.
  await rm(join(root, id, MANIFEST), { force: true });
  await rm(join(root, id), { recursive: true, force: true });
}

/** Moves a damaged text aside for the operator, replacing the previous one. */
export async function setAsideText(root: string, id: string): Promise<void> {
  const aside = join(root, `.damaged-${id}`);
  await rm(aside, { recursive: true, force: true });
  await rename(join(root, id), aside).catch((error: unknown) => {
    // Another process of this server was faster.
    if (errorCode(error) !== "ENOENT" && errorCode(error) !== "ENOTEMPTY") throw error;
  });
}

function parseManifest(text: string): TextManifest | null {
  try {
    return v.parse(manifestSchema, JSON.parse(text));
  } catch {
    return null;
  }
}

async function removeOtherFiles(folder: string, keptNames: readonly string[]): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!keptNames.includes(name)) await rm(join(folder, name), { force: true });
  }
}

async function downloadBytes(books: readonly string[]): Promise<number> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5 };
  const compressed = await compress(Buffer.from(books.join()), { params });
  return compressed.length;
}
