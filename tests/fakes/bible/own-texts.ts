import { BIBLE_BOOKS } from "#shared/bible/bible-books.ts";
import type { BibleVerse } from "#shared/bible/bible-text.ts";
import { LOUIS_SEGOND } from "#shared/bible/bible-versions.ts";
import type { NumberingId } from "#shared/bible/numbering/numbering.ts";
import { loadKjv } from "#server/bible/kjv-text.ts";
import type { TextStore } from "#server/bible/free-texts.ts";
import {
  numberingTables,
  type NumberingTables,
  reportText,
} from "#server/bible/texts/validation/text-report.domain.ts";
import type { TextDescription, TextManifest } from "#server/bible/texts/store/manifest.ts";
import { textsFolder, writeText } from "#server/bible/texts/store/text-folder.ts";
import type { TextBook } from "#server/bible/texts/text-book.ts";

/** Invented texts in the real numberings: words without meaning and without copyright. */

const WORDS = "la mer brille au matin et le vent passe sur les champs de blé pendant que".split(
  " ",
);
const LINES = [0, 4] as const;

let tables: Promise<NumberingTables> | null = null;

/** Returns the chapters and verses of every numbering. */
export function ownTables(): Promise<NumberingTables> {
  tables ??= loadKjv().then(numberingTables);
  return tables;
}

/** Returns a verse that names its position: Jean 3:16 is "jhn 3 16 la mer brille au matin". */
export function ownVerse(usfm: string, chapter: number, verse: number): BibleVerse {
  const start = (chapter * 7 + verse) % WORDS.length;
  const words = Array.from({ length: 8 }, (_, index) => WORDS[(start + index) % WORDS.length]);
  const text = `${usfm.toLowerCase()} ${chapter} ${verse} ${words.join(" ")}.`;
  const isPsalm = usfm === "PSA";
  return {
    verse,
    text,
    ...(verse === 1 && { isParagraph: true }),
    ...(verse === 1 && !isPsalm && chapter === 3 && { section: `Le chapitre ${chapter}` }),
    ...(isPsalm && { lines: LINES.map((at, index) => ({ at, level: index === 0 ? 1 : 2 })) }),
    ...(usfm === "JHN" && verse === 16 && { jesusWords: [[0, text.length]] }),
    ...(usfm === "JHN" &&
      verse === 3 && { footnotes: [{ at: text.length, text: "Ou : sur l'eau." }] }),
  };
}

/** Returns all books of an invented text, or those of one testament. */
export async function ownBooks(
  numbering: NumberingId = "segond",
  only: (usfm: string) => boolean = () => true,
): Promise<TextBook[]> {
  const table = (await ownTables())[numbering];
  return BIBLE_BOOKS.filter(({ usfm }) => only(usfm)).map(({ usfm, order }) => ({
    usfm,
    chapters: (table[order] ?? []).map((length, index) =>
      Array.from({ length }, (_, verse) => ownVerse(usfm, index + 1, verse + 1)),
    ),
  }));
}

/** An in-memory store with the invented French text. */
export const OWN_FRENCH_STORE: TextStore = {
  list: () => [{ ...LOUIS_SEGOND, source: "a test", revision: "1", bytes: 1_000_000 }],
  async load() {
    const books = await ownBooks("segond");
    return {
      chapter: (order, chapter) => books[order]?.chapters[chapter - 1],
      book: (order) => books[order]?.chapters ?? [],
    };
  },
};

/**
 * Installs an invented text on a server. A running server finds it within a minute.
 *
 * @param dataDir DATA_DIR of the server.
 * @param description overrides of the French text's description.
 * @param only its books; "lsg" needs all.
 */
export async function installOwnText(
  dataDir: string,
  description: Partial<TextDescription> = {},
  only: (usfm: string) => boolean = () => true,
): Promise<TextManifest> {
  const { numbering: _, ...french } = LOUIS_SEGOND;
  const whole = { ...french, source: "https://texts.example/own", serviceId: null, ...description };
  const books = await ownBooks("segond", only);
  return writeText(textsFolder(dataDir), {
    description: whole,
    report: reportText(whole.id, books, await ownTables()),
    books,
    installedAt: new Date("2026-11-01T00:00:00Z"),
  });
}
