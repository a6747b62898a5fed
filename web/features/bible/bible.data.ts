import type { UseQueryOptions } from "@tanstack/react-query";
import * as v from "valibot";
import type { BiblePlace } from "#shared/bible/bible-books.ts";
import type { BibleVerse } from "#shared/bible/bible-text.ts";
import { type BibleVersionFacts, isFree } from "#shared/bible/bible-versions.ts";
import { type ReadChapter, readChapterSchema } from "#shared/contracts/bible-reader.ts";
import { AppError } from "#shared/errors.ts";
import type { Api } from "#web/lib/http/http.ts";
import { readWithCopy } from "#web/lib/storage/offline-texts.ts";
import { storeChapter, storedChapter } from "./bible-cache.ts";
import { MINUTE_MS, DAY_MS } from "@reign-tv/kit/durations.ts";

const BASE = "/api/bible";
const RETRY_COUNT = 3;
const LICENSED_KEPT_MS = MINUTE_MS;

/** A chapter in the reader. */
export type Chapter = {
  verses: BibleVerse[];
  copyright: string;
  canBeSpoken: boolean;
  canBeCopied: boolean;
  /** Sent in the report when the chapter is shown. */
  displayToken: string | null;
  /** It comes from this device because the server did not respond. */
  isOfflineCopy: boolean;
};

/**
 * Query of a chapter. A free text on the device is shown at once, and is the fallback without a
 * response.
 */
export function chapterQuery(
  api: Api,
  version: BibleVersionFacts,
  place: BiblePlace,
): UseQueryOptions<Chapter> {
  const isKept = isFree(version);
  return {
    queryKey: ["bible", version.id, place.book.id, place.chapter],
    queryFn: async (context) => {
      const answer = fetchChapter(api, version, place, context.signal);
      if (!isKept) return answer;
      return readWithCopy(context, {
        answer,
        copy: copyOf(version, place),
        fallback: (copy) => ({ ...copy, isOfflineCopy: true }),
      });
    },
    staleTime: isKept ? DAY_MS : 0,
    gcTime: isKept ? DAY_MS : LICENSED_KEPT_MS,
    // Offline, the copy on the device is used.
    networkMode: "always",
    retry: (failures, error) =>
      typeof window !== "undefined" && failures < RETRY_COUNT && isWorthRetrying(error),
  };
}

/** Returns true when an error means that the version has no licence. */
export function isNotLicensed(error: Error | null): boolean {
  return error instanceof AppError && error.status === 403;
}

/** A rejection is permanent; only network and server errors may pass. */
function isWorthRetrying(error: Error): boolean {
  return !(error instanceof AppError) || error.status === 0 || error.status >= 500;
}

async function copyOf(version: BibleVersionFacts, place: BiblePlace): Promise<Chapter | null> {
  const verses = await storedChapter(version.id, place);
  return verses && { ...ownTerms(version), verses, isOfflineCopy: false };
}

async function fetchChapter(
  api: Api,
  version: BibleVersionFacts,
  place: BiblePlace,
  signal: AbortSignal,
): Promise<Chapter> {
  const name = encodeURIComponent(`${place.book.name} ${place.chapter}`);
  try {
    const answer = await api.getJson(`${BASE}/${name}?translation=${version.id}`, signal);
    const chapter = readChapter(v.parse(readChapterSchema, answer));
    if (isFree(version)) storeChapter(version.id, place, chapter.verses);
    return chapter;
  } catch (error) {
    if (signal.aborted) throw error;
    const status = error instanceof AppError ? error.status : 0;
    throw new AppError("upstream_failed", status, "Failed to fetch chapter", { cause: error });
  }
}

function readChapter(answer: ReadChapter): Chapter {
  return {
    verses: answer.verses.map(({ paragraph, words_of_jesus: jesusWords, ...verse }) => ({
      verse: verse.verse,
      text: verse.text,
      ...(paragraph && { isParagraph: true }),
      ...(verse.title !== undefined && { title: verse.title }),
      ...(verse.heading !== undefined && { heading: verse.heading }),
      ...(verse.italics && { italics: verse.italics }),
      ...(jesusWords && { jesusWords }),
      ...(verse.section !== undefined && { section: verse.section }),
      ...(verse.lines && { lines: verse.lines }),
      ...(verse.footnotes && { footnotes: verse.footnotes }),
    })),
    copyright: answer.copyright,
    // The public service of the same protocol sends no terms.
    canBeSpoken: answer.caps?.tts === "any",
    canBeCopied: (answer.caps?.copyVerses ?? 0) > 0,
    displayToken: answer.fums ?? null,
    isOfflineCopy: false,
  };
}

function ownTerms({ copyright }: BibleVersionFacts): Omit<Chapter, "verses" | "isOfflineCopy"> {
  return { copyright, canBeSpoken: true, canBeCopied: true, displayToken: null };
}
