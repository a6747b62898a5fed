import * as v from "valibot";
import { BIBLE_BOOKS, bookByAlias, bookName } from "#shared/bible/bible-books.ts";
import { type BibleReference, readTypedReference } from "#shared/bible/bible-reference.ts";
import { chapterAnswerSchema, searchAnswerSchema } from "#shared/contracts/bible-answers.ts";
import { numberingOfLanguage } from "#shared/bible/bible-versions.ts";
import { renumberReference } from "#shared/bible/numbering/numbering.ts";
import { DEFAULT_LANGUAGE, type Language } from "#shared/languages.ts";
import type { BibleHit, HitsOf, ReferenceHit } from "#shared/contracts/search.ts";
import type { Transport } from "#shared/transport.ts";

/** The Bible service as search asks it. */
export type BibleAnswers = {
  /** Verses with all the words, in the King James Version. @throws Error when it cannot be searched. */
  verses(query: string, language: Language, limit: number): Promise<HitsOf<BibleHit>>;
  /** The place that a question names, with its first words; null where it names none. */
  reference(query: string, language: Language): Promise<ReferenceHit | null>;
};

/** Names shorter than this ("is", "so") are words before they are books. */
const LEAST_BOOK_LETTERS = 3;
const TEXT_LENGTH = 240;

const textSchema = v.pick(chapterAnswerSchema, ["text"]);

/** @param transport reaches this server's own Bible service. */
export function createBibleAnswers(transport: Transport): BibleAnswers {
  return {
    async verses(query, language, limit) {
      const search = new URLSearchParams({ q: query, limit: String(limit) });
      const response = await transport(`/api/bible/v1/search?${search.toString()}`);
      const { total, hits } = v.parse(searchAnswerSchema, await response.json());
      return {
        total,
        hits: hits.flatMap(({ ref, text, ranges }) => {
          const book = BIBLE_BOOKS.find(({ usfm }) => usfm === ref.usfm);
          if (!book) return [];
          const verses = { from: ref.verse, to: ref.verse };
          const reference = { book, chapter: ref.chapter, verses };
          const path = `/bible?version=kjv&${placeParameters(reference)}`;
          return [{ name: referenceName(reference, language), path, text, ranges }];
        }),
      };
    },
    async reference(query, language) {
      const found = readTypedReference(query);
      if (!found) return bookHit(query, language);
      const there = await textOf(transport, found, language);
      // "John 3:99": the chapter is there, the verse is not.
      const reference = there === null ? { ...found, verses: null } : found;
      const text = there ?? (await textOf(transport, reference, language)) ?? "";
      const path = `/bible?${placeParameters(reference)}`;
      return { name: referenceName(reference, language), path, text: shortened(text) };
    },
  };
}

/** The place that a text names, as `BibleAnswers.reference` gives it but without asking for its text. */
export function namedPlace(query: string, language: Language): Omit<ReferenceHit, "text"> | null {
  const found = readTypedReference(query);
  if (!found) return bookHit(query, language);
  return { name: referenceName(found, language), path: `/bible?${placeParameters(found)}` };
}

/** "Jean 3:16-18" in the language of the page. */
function referenceName({ book, chapter, verses }: BibleReference, language: Language): string {
  const place = `${bookName(book, language)} ${chapter}`;
  if (!verses) return place;
  return verses.from === verses.to
    ? `${place}:${verses.from}`
    : `${place}:${verses.from}-${verses.to}`;
}

function bookHit(query: string, language: Language): ReferenceHit | null {
  const book = query.trim().length < LEAST_BOOK_LETTERS ? undefined : bookByAlias(query);
  return book
    ? { name: bookName(book, language), path: `/bible?book=${book.id}&chapter=1`, text: "" }
    : null;
}

function placeParameters({ book, chapter, verses }: BibleReference): string {
  return `book=${book.id}&chapter=${chapter}${verses ? `&verse=${verses.from}` : ""}`;
}

/**
 * Words of the King James Version. Null where there is no such verse, or the service does not answer.
 *
 * @param language of the page, in whose numbering the reference is.
 */
async function textOf(
  transport: Transport,
  reference: BibleReference,
  language: Language,
): Promise<string | null> {
  const numberings = { from: numberingOfLanguage(language), to: "kjv" } as const;
  const inKjv = renumberReference(reference, numberings);
  const path = encodeURIComponent(referenceName(inKjv, DEFAULT_LANGUAGE));
  try {
    const response = await transport(`/api/bible/${path}?translation=kjv`);
    return v.parse(textSchema, await response.json()).text;
  } catch {
    return null;
  }
}

function shortened(text: string): string {
  if (text.length <= TEXT_LENGTH) return text;
  return `${text.slice(0, text.lastIndexOf(" ", TEXT_LENGTH))} …`;
}
