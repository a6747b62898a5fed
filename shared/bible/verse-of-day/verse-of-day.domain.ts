import { type BibleReference, parseReference } from "#shared/bible/bible-reference.ts";
import { VERSES_BY_MONTH } from "./verse-list.ts";

export type VerseReference = BibleReference & { verses: { from: number; to: number } };

const LIST: readonly (readonly VerseReference[])[] = VERSES_BY_MONTH.map((month) =>
  month.split(";").map(readListed),
);

/**
 * Returns the verse of a calendar day in pivot numbering; the same every year.
 *
 * @param day as "2026-02-28"
 * @throws RangeError for a day that does not exist
 */
export function verseOfDay(day: string): VerseReference {
  const [, month = 0, dayOfMonth = 0] = day.split("-").map(Number);
  const found = LIST[month - 1]?.[dayOfMonth - 1];
  if (!found) throw new RangeError(`${day} is no day`);
  return found;
}

function readListed(text: string): VerseReference {
  const reference = parseReference(text);
  if (typeof reference === "string" || reference.verses === null) {
    throw new Error(`${text} names no verse`);
  }
  return { ...reference, verses: reference.verses };
}
