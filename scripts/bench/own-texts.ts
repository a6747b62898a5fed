import { BIBLE_BOOKS } from "#shared/bible/bible-books.ts";
import { LOUIS_SEGOND } from "#shared/bible/bible-versions.ts";
import { loadKjv } from "#server/bible/kjv-text.ts";
import { numberingTables } from "#server/bible/texts/validation/numberings.domain.ts";
import { reportText } from "#server/bible/texts/validation/text-report.domain.ts";
import { writeText } from "#server/bible/texts/store/text-folder.ts";

/** Texts as long as the King James Version and with as many words, of our own making, for measurements. */

/** Each with its distance in the alphabet, so that no two texts share a word. */
const OWN_TEXTS = [
  { id: "own-a", shift: 3 },
  { id: "own-b", shift: 7 },
  { id: "own-c", shift: 11 },
] as const;
const LETTERS = 26;
const CODE_OF_A = 65;
const CODE_OF_SMALL_A = 97;

/** Every text of a measurement, the King James Version first, with what turns its words into theirs. */
export const MEASURED_TEXTS: readonly { id: string; disguise: (text: string) => string }[] = [
  { id: "kjv", disguise: (text) => text },
  ...OWN_TEXTS.map(({ id, shift }) => ({
    id,
    disguise: (text: string) => disguised(text, shift),
  })),
];

/**
 * Writes our own texts as if they had been fetched.
 *
 * @param root folder of all texts.
 * @param count how many of the three.
 */
export async function writeOwnTexts(root: string, count: number = OWN_TEXTS.length): Promise<void> {
  const kjv = await loadKjv();
  const tables = numberingTables(kjv);
  const { numbering: _, ...description } = LOUIS_SEGOND;
  for (const { id, shift } of OWN_TEXTS.slice(0, count)) {
    const books = BIBLE_BOOKS.map(({ usfm, order }) => ({
      usfm,
      chapters: kjv
        .book(order)
        .map((verses) => verses.map((verse) => ({ ...verse, text: disguised(verse.text, shift) }))),
    }));
    await writeText(root, {
      description: { ...description, id, source: "https://texts.example/own", serviceId: null },
      report: reportText(id, books, tables),
      books,
      installedAt: new Date("2026-11-01T00:00:00Z"),
    });
  }
}

/** Other words of the same length, some with an accent, as in the languages of our readers. */
function disguised(text: string, shift: number): string {
  const shifted = text.replace(/[a-z]/gi, (letter) => {
    const first = letter < "a" ? CODE_OF_A : CODE_OF_SMALL_A;
    return String.fromCharCode(((letter.charCodeAt(0) - first + shift) % LETTERS) + first);
  });
  return shifted.replaceAll("e", "é");
}
