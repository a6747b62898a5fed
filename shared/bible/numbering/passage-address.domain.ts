import type { BibleReference } from "#shared/bible/bible-reference.ts";
import { numberingOfLanguage } from "#shared/bible/bible-versions.ts";
import { renumberReference } from "./numbering.ts";
import type { Language } from "#shared/languages.ts";

/**
 * Returns the path of a passage, without the language prefix. It names no version, so that readers
 * keep theirs; its numbers are those of the page's language (decision 018).
 */
export function passageAddress(
  reference: BibleReference,
  { writtenIn, page }: { writtenIn: Language; page: Language },
): string {
  const numberings = { from: numberingOfLanguage(writtenIn), to: numberingOfLanguage(page) };
  return referenceAddress(renumberReference(reference, numberings));
}

/** Returns the path of a reference in the numbering of the page's language. */
export function referenceAddress({ book, chapter, verses }: BibleReference): string {
  const verse = verses === null ? "" : `&verse=${verses.from}`;
  return `/bible?book=${book.id}&chapter=${chapter}${verse}`;
}
