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
import { syncFolder } from "#server/kit/files/sync-folder.ts";
import { replaceFile } from "#server/kit/files/atomic-file.ts";
import { errorCode } from "#server/kit/start-error.ts";
import { manifestSchema, type TextDescription, type TextManifest } from "./manifest.ts";

/**
 * Texts of which the verses alone are taken, by id: the text is free, but headings and notes of its editions
 * are younger, and nobody tells whose they are (decision 071).
 */
const VERSES_ALONE: ReadonlySet<string> = new Set([LOUIS_SEGOND.id]);

/** What of a book may stand on the shelf: all of it, or its verses with their psalms' titles and lines. */
export function importableBook(textId: string, { usfm, chapters }: TextBook): TextBook {
  if (!VERSES_ALONE.has(textId)) return { usfm, chapters };
  return {
    usfm,
    chapters: chapters.map((verses) =>
      verses.map(({ section: _section, footnotes: _footnotes, ...verse }) => verse),
    ),
  };
}

/** Where the texts of a server lie. */
export function textsFolder(dataDir: string): string {
  return join(dataDir, "bibles");
}

/** A text whose files are not what its manifest says. */
export class DamagedTextError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "DamagedTextError";
  }
}

const MANIFEST = "manifest.json";
const compress = promisify(brotliCompress);

/** A book as its file holds it. */
export function bookFileText({ usfm, chapters }: TextBook): string {
  const packed: PackedBook = {
    book: usfm,
    chapters: chapters.map((verses) => verses.map(packVerse)),
  };
  return JSON.stringify(packed);
}

/** The book in a file's text. @throws Error when it holds none. */
export function readBookFile(text: string): TextBook {
  const packed: unknown = JSON.parse(text);
  // What is parsed by a schema is a copy with wider arrays, 4 MB more for a whole text.
  v.assert(packedBookSchema, packed);
  const { book, chapters } = packed;
  return { usfm: book, chapters: chapters.map((verses) => verses.map(unpackVerse)) };
}

/**
 * Puts a text on the shelf, or another revision in its place. Whoever reads meanwhile has the old one or the
 * new one whole: the manifest, which names the files, changes in one step.
 *
 * @throws the error of the disk; then the shelf is as before.
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
  await removeOthers(folder, [MANIFEST, ...files.map(({ file }) => file)]);
  return manifest;
}

/** Makes the files that it names a text, for good. */
export async function writeManifest(root: string, manifest: TextManifest): Promise<void> {
  const folder = join(root, manifest.id);
  // In the schema's order, so that a text that was put back has the revision that readers keep offline.
  const ordered = manifestSchema.parse(manifest);
  await replaceFile(join(folder, MANIFEST), `${JSON.stringify(ordered, null, 2)}\n`);
  await syncFolder(folder);
}

/** A manifest with the mark of its content; null where there is no text, or none that can be read. */
export type FoundManifest = { manifest: TextManifest; revision: string };

/** Ids of the folders that may hold a text. */
export async function textIds(root: string): Promise<string[]> {
  const names = await readdir(root).catch((error: unknown) => {
    if (errorCode(error) === "ENOENT") return [];
    throw error;
  });
  return names.filter((name) => TEXT_ID.test(name)).toSorted();
}

/** @throws DamagedTextError for a manifest that cannot be read or is of another text. */
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
 * Reads a text as its manifest names it.
 *
 * @throws DamagedTextError when a file is missing, or holds something else.
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
 * Looks whether every file is there as the manifest names it, which takes a tenth of reading it.
 *
 * @throws DamagedTextError
 */
export async function checkText(root: string, manifest: TextManifest): Promise<void> {
  for await (const _ of wholeFiles(root, manifest));
}

/**
 * The files of a text, each as the manifest names it.
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

/** Takes a text off the shelf for good. */
export async function removeText(root: string, id: string): Promise<void> {
  // Without its manifest it is none, whatever happens to the rest.
  await rm(join(root, id, MANIFEST), { force: true });
  await rm(join(root, id), { recursive: true, force: true });
}

/** Puts a damaged text where nobody reads it, for the operator to look at; only the newest is kept. */
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
    return manifestSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

async function removeOthers(folder: string, kept: readonly string[]): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!kept.includes(name)) await rm(join(folder, name), { force: true });
  }
}

async function downloadBytes(books: readonly string[]): Promise<number> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5 };
  const compressed = await compress(Buffer.from(books.join()), { params });
  return compressed.length;
}
