import { queryOptions, type UseQueryOptions } from "@tanstack/react-query";
import * as v from "valibot";
import type { BiblePlace } from "#shared/bible/bible-books.ts";
import type { BibleVerse } from "#shared/bible/bible-text.ts";
import { BIBLE_VERSIONS, type BibleVersionId } from "#shared/bible/bible-versions.ts";
import {
  type ReadChapter,
  readChapterSchema,
  readVersionsSchema,
} from "#shared/contracts/bible-reader.ts";
import { AppError } from "#shared/errors.ts";
import type { Api } from "#web/lib/http/http.ts";
import { keepChapter, keptChapter } from "./bible-cache.ts";
import { MINUTE_MS, DAY_MS } from "#shared/durations.ts";

const BASE = "/api/bible";
const RETRY_COUNT = 3;
const LICENSED_KEPT_MS = MINUTE_MS;

/** A chapter as the reader shows it. */
export type Chapter = {
  verses: BibleVerse[];
  copyright: string;
  canBeSpoken: boolean;
  canBeCopied: boolean;
  /** To be reported when it is shown. */
  displayToken: string | null;
  /** It comes from this device because nothing answered. */
  isOfflineCopy: boolean;
};

type ChapterKey = ["bible", BibleVersionId, string, number];

/** Query of a chapter. Free texts stay on the device and stand in when nothing answers. */
export function chapterQuery(
  api: Api,
  version: BibleVersionId,
  place: BiblePlace,
): UseQueryOptions<Chapter, Error, Chapter, ChapterKey> {
  const { isFree } = BIBLE_VERSIONS[version];
  const queryKey: ChapterKey = ["bible", version, place.book.id, place.chapter];
  return queryOptions({
    queryKey,
    queryFn: ({ signal }) => fetchChapter(api, version, place, signal),
    staleTime: isFree ? DAY_MS : 0,
    gcTime: isFree ? DAY_MS : LICENSED_KEPT_MS,
    // Without a connection the copy on the device answers.
    networkMode: "always",
    retry: (failures, error) =>
      typeof window !== "undefined" && failures < RETRY_COUNT && isWorthRetrying(error),
  });
}

type VersionStates = Record<string, string>;
type VersionsKey = ["bible", "versions"];

/** Which versions are ready to be read. */
export function versionsQuery(
  api: Api,
): UseQueryOptions<VersionStates, Error, VersionStates, VersionsKey> {
  const queryKey: VersionsKey = ["bible", "versions"];
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }) => {
      const { versions } = v.parse(
        readVersionsSchema,
        await api.getJson(`${BASE}/v1/versions`, signal),
      );
      return Object.fromEntries(versions.map(({ id, state }) => [id, state]));
    },
    staleTime: DAY_MS,
  });
}

/** Whether an error means that the version waits for a licence. */
export function isNotLicensed(error: Error | null): boolean {
  return error instanceof AppError && error.status === 403;
}

/** Refusals stay refusals; only faults of line and server may pass. */
function isWorthRetrying(error: Error): boolean {
  return !(error instanceof AppError) || error.status === 0 || error.status >= 500;
}

async function fetchChapter(
  api: Api,
  version: BibleVersionId,
  place: BiblePlace,
  signal: AbortSignal,
): Promise<Chapter> {
  const name = encodeURIComponent(`${place.book.name} ${place.chapter}`);
  const { isFree } = BIBLE_VERSIONS[version];
  try {
    const answer = await api.getJson(`${BASE}/${name}?translation=${version}`, signal);
    const chapter = readChapter(v.parse(readChapterSchema, answer));
    if (isFree) keepChapter(version, place, chapter.verses);
    return chapter;
  } catch (error) {
    if (signal.aborted) throw error;
    const verses = isFree ? await keptChapter(version, place) : null;
    if (verses) return { ...ownTerms(version), verses, isOfflineCopy: true };
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
    })),
    copyright: answer.copyright,
    // The public service of the same protocol says nothing about terms.
    canBeSpoken: answer.caps?.tts === "any",
    canBeCopied: (answer.caps?.copyVerses ?? 0) > 0,
    displayToken: answer.fums ?? null,
    isOfflineCopy: false,
  };
}

function ownTerms(version: BibleVersionId): Omit<Chapter, "verses" | "isOfflineCopy"> {
  const { copyright } = BIBLE_VERSIONS[version];
  return { copyright, canBeSpoken: true, canBeCopied: true, displayToken: null };
}
