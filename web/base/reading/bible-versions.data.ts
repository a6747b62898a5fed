import * as v from "valibot";
import {
  TEXT_ID,
  BIBLE_LICENCES,
  BIBLE_VERSION_IDS,
  BIBLE_VERSIONS,
  bibleVersion,
  type BibleVersionFacts,
  firstVersion as firstOf,
} from "#shared/bible/bible-versions.ts";
import type { StoredEntry } from "#web/lib/storage/storage-keys.ts";
import { useQuery, type UseQueryOptions } from "@tanstack/react-query";
import { NUMBERING_IDS } from "#shared/bible/numbering/numbering.ts";
import { type ReadVersions, readVersionsSchema } from "#shared/contracts/bible-reader.ts";
import { DAY_MS } from "@reign-tv/kit/durations.ts";
import { AppError } from "#shared/errors.ts";
import { parseJson } from "@reign-tv/kit/parse-json.ts";
import type { Language } from "#shared/languages.ts";
import type { Api } from "#web/lib/http/http.ts";
import { readWithCopy, saveOfflineTexts, readOfflineText } from "#web/lib/storage/offline-texts.ts";
import { useSite } from "#web/lib/site.ts";

/** Id of the last version read (S3.21), one of the five or a free text. */
export const STORED_VERSION: StoredEntry<string | null> = {
  key: "bible-version",
  schema: v.pipe(v.string(), v.regex(TEXT_ID)),
  fallback: null,
};

/** A Bible version as the reader lists it. */
export type ReaderVersion = BibleVersionFacts & {
  /** "ready", "needs-key", "not-granted", "down"; "unknown" before the server responds. */
  state: string;
  /** Download size of the whole text; null where its licence forbids offline use. */
  bytes: number | null;
};

const KEPT_VERSIONS = "bible/versions";

/**
 * Versions and their state. Shows the stored response at once, and falls back to it when the
 * request fails.
 */
export function versionsQuery(api: Api): UseQueryOptions<readonly ReaderVersion[]> {
  return {
    queryKey: ["bible", "versions"],
    queryFn: (context) =>
      readWithCopy(context, {
        answer: fetchVersions(api, context.signal),
        copy: keptVersions(),
        fallback: (copy, error) => (isUnanswered(error) ? copy : null),
      }),
    staleTime: DAY_MS,
    networkMode: "always",
  };
}

function isUnanswered(error: unknown): boolean {
  return error instanceof AppError && error.code === "network";
}

async function fetchVersions(api: Api, signal: AbortSignal): Promise<readonly ReaderVersion[]> {
  const answer = v.parse(readVersionsSchema, await api.getJson("/api/bible/v1/versions", signal));
  if (typeof window !== "undefined")
    void saveOfflineTexts({ [KEPT_VERSIONS]: JSON.stringify(answer) });
  return readerVersions(answer);
}

async function keptVersions(): Promise<readonly ReaderVersion[] | null> {
  const stored = v.safeParse(
    readVersionsSchema,
    parseJson((await readOfflineText(KEPT_VERSIONS)) ?? ""),
  );
  return stored.success ? readerVersions(stored.output) : null;
}

/**
 * The five built-in versions with the app's own data; others when the server's data is complete.
 */
function readerVersions({ versions }: ReadVersions): ReaderVersion[] {
  const five = SPECIFIED.map((version) => {
    const { state, bytes } = versions.find(({ id }) => id === version.id) ?? version;
    return { ...version, state, bytes: bytes ?? null };
  });
  const others = versions.flatMap((told): ReaderVersion[] => {
    const facts = bibleVersion(told.id) ? null : v.safeParse(factsSchema, told);
    return facts?.success
      ? [{ ...facts.output, state: told.state, bytes: told.bytes ?? null }]
      : [];
  });
  return [...five, ...others];
}

const factsSchema = v.object({
  id: v.pipe(v.string(), v.regex(TEXT_ID)),
  abbreviation: v.string(),
  name: v.string(),
  language: v.string(),
  numbering: v.picklist(NUMBERING_IDS),
  licence: v.picklist(BIBLE_LICENCES),
  copyright: v.string(),
});

/** Every site has this version. */
export const KJV: ReaderVersion = { ...BIBLE_VERSIONS.kjv, state: "ready", bytes: null };

/** Versions shown until the server responds. */
const SPECIFIED: readonly ReaderVersion[] = BIBLE_VERSION_IDS.map((id) => ({
  ...BIBLE_VERSIONS[id],
  state: "unknown",
  bytes: null,
}));

type Versions = {
  all: readonly ReaderVersion[];
  /** True for a list of the server or of the stored response. */
  isKnown: boolean;
};

export function useVersions(): Versions {
  const { api } = useSite();
  const { data, isFetching } = useQuery(versionsQuery(api));
  const { all, isKnown } = versionsOf(data);
  return { all, isKnown: isKnown && !isFetching };
}

/** Builds the versions from the query's data. */
export function versionsOf(data: readonly ReaderVersion[] | undefined): Versions {
  return { all: data ?? SPECIFIED, isKnown: data !== undefined };
}

/** Returns the version for readers of a language who have not chosen one. */
export function firstVersion(all: readonly ReaderVersion[], language: Language): ReaderVersion {
  return firstOf(all, language) ?? KJV;
}
