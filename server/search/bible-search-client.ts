import * as v from "valibot";
import { BIBLE_BOOKS, bookByAlias, bookName } from "#shared/bible/bible-books.ts";
import { type BibleReference, readTypedReference } from "#shared/bible/bible-reference.ts";
import { chapterAnswerSchema, searchAnswerSchema } from "#shared/contracts/bible-responses.ts";
import { numberingOfLanguage } from "#shared/bible/bible-versions.ts";
import { renumberReference } from "#shared/bible/numbering/numbering.ts";
import { DEFAULT_LANGUAGE, type Language } from "#shared/languages.ts";
import type { BibleHit, HitsOf, ReferenceHit, SearchedVersion } from "#shared/contracts/search.ts";
import { referenceAddress } from "#shared/bible/numbering/passage-address.domain.ts";
import { referenceText } from "#shared/devotional/scripture.domain.ts";
import { type ListedVersion, listVersions, openVersion } from "#server/bible/open-version.ts";
import type { Transport } from "#shared/transport.ts";

/** Client of the Bible service for search, in a free text of the page's language if renumbered is one. */
export type BibleSearch = {
  /** Verses with all the words. @throws Error when the text cannot be searched. */
  verses(query: string, language: Language, limit: number): Promise<FoundVerses>;
  /** The passage that a query names, with its beginning; null if it names none. */
  reference(query: string, language: Language): Promise<ReferenceHit | null>;
};

type FoundVerses = HitsOf<BibleHit> & { version: SearchedVersion };

/** Shorter names ("is", "so") are words rather than books. */
const LEAST_BOOK_LETTERS = 3;
const TEXT_LENGTH = 240;

const textSchema = v.pick(chapterAnswerSchema, ["text"]);

/** @param transport calls this server's Bible service. */
export function createBibleSearch(transport: Transport): BibleSearch {
  const versionFor = async (language: Language) =>
    openVersion(await listVersions(transport), language);

  /** Text of a reference in the numbering of the page's language; null if renumbered is no such verse. */
  async function textOf(
    reference: BibleReference,
    version: ListedVersion,
    language: Language,
  ): Promise<string | null> {
    const numberings = { from: numberingOfLanguage(language), to: version.numbering };
    const renumbered = renumberReference(reference, numberings);
    const path = encodeURIComponent(referenceText(renumbered, DEFAULT_LANGUAGE));
    const response = await transport(`/api/bible/${path}?translation=${version.id}`);
    const answer = v.safeParse(textSchema, await response.json());
    return answer.success ? answer.output.text : null;
  }

  /** "John 3:99" falls back to the chapter, because the verse does not exist. */
  async function referenceWithText(
    found: BibleReference,
    language: Language,
  ): Promise<{ reference: BibleReference } & Pick<ReferenceHit, "text" | "version">> {
    try {
      const version = await versionFor(language);
      const text = await textOf(found, version, language);
      if (text !== null) return { reference: found, text, version: factsOf(version) };
      const reference = { ...found, verses: null };
      const chapter = (await textOf(reference, version, language)) ?? "";
      return { reference, text: chapter, version: factsOf(version) };
    } catch {
      return { reference: { ...found, verses: null }, text: "", version: null };
    }
  }

  return {
    async verses(query, language, limit) {
      const version = await versionFor(language);
      const parameters = { q: query, translation: version.id, limit: String(limit) };
      const search = new URLSearchParams(parameters);
      const response = await transport(`/api/bible/v1/search?${search.toString()}`);
      const { total, hits } = v.parse(searchAnswerSchema, await response.json());
      return {
        total,
        version: factsOf(version),
        hits: hits.flatMap(({ ref, text, ranges }) => {
          const book = BIBLE_BOOKS.find(({ usfm }) => usfm === ref.usfm);
          if (!book) return [];
          const verses = { from: ref.verse, to: ref.verse };
          const reference = { book, chapter: ref.chapter, verses };
          const path = `${referenceAddress(reference)}&version=${version.id}`;
          return [{ name: referenceText(reference, language), path, text, ranges }];
        }),
      };
    },
    async reference(query, language) {
      const found = readTypedReference(query);
      if (!found) return bookHit(query, language);
      const { reference, text, version } = await referenceWithText(found, language);
      return { ...placeHit(reference, language), text: shortened(text), version };
    },
  };
}

/** Like `BibleSearch.reference`, without the text. */
export function namedPlace(query: string, language: Language): PlaceHit | null {
  const found = readTypedReference(query);
  return found ? placeHit(found, language) : bookHit(query, language);
}

type PlaceHit = Pick<ReferenceHit, "name" | "path">;

function placeHit(reference: BibleReference, language: Language): PlaceHit {
  return { name: referenceText(reference, language), path: referenceAddress(reference) };
}

function factsOf({ name, language }: ListedVersion): SearchedVersion {
  return { name, language };
}

function bookHit(query: string, language: Language): ReferenceHit | null {
  const book = query.trim().length < LEAST_BOOK_LETTERS ? undefined : bookByAlias(query);
  return book
    ? {
        name: bookName(book, language),
        path: `/bible?book=${book.id}&chapter=1`,
        text: "",
        version: null,
      }
    : null;
}

function shortened(text: string): string {
  if (text.length <= TEXT_LENGTH) return text;
  return `${text.slice(0, text.lastIndexOf(" ", TEXT_LENGTH))} …`;
}
