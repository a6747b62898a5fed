import { queryOptions, useQuery, type UseQueryOptions } from "@tanstack/react-query";
import * as v from "valibot";
import {
  BIBLE_LICENCES,
  BIBLE_VERSION_IDS,
  BIBLE_VERSIONS,
  bibleVersion,
  type BibleVersionFacts,
  firstVersion as firstOf,
  TEXT_ID,
} from "#shared/bible/bible-versions.ts";
import { NUMBERING_IDS } from "#shared/bible/numbering/numbering.ts";
import { type ReadVersions, readVersionsSchema } from "#shared/contracts/bible-reader.ts";
import { DAY_MS } from "#shared/durations.ts";
import { AppError } from "#shared/errors.ts";
import { parseJson } from "#shared/parse-json.ts";
import type { Language } from "#shared/languages.ts";
import type { Api } from "#web/lib/http/http.ts";
import { readWithCopy } from "#web/lib/read-with-copy.ts";
import { useSite } from "#web/lib/site.ts";
import { keepTexts, readKept } from "#web/lib/storage/offline-texts.ts";

/** A version as the reader offers it. */
export type ReaderVersion = BibleVersionFacts & {
  /** "ready", "needs-key", "not-granted", "down"; "unknown" before the server has said. */
  state: string;
  /** Size of the whole text on the way to this device; null where it may not be kept here. */
  bytes: number | null;
};

type VersionsKey = ["bible", "versions"];

const KEPT_VERSIONS = "bible/versions";

/** Versions and what is ready of them. The answer that was kept last is shown at once, and stands in when nothing answers. */
export function versionsQuery(
  api: Api,
): UseQueryOptions<readonly ReaderVersion[], Error, readonly ReaderVersion[], VersionsKey> {
  const queryKey: VersionsKey = ["bible", "versions"];
  return queryOptions({
    queryKey,
    queryFn: (context) =>
      readWithCopy(context, {
        answer: fetchVersions(api, context.signal),
        copy: keptVersions(),
        standIn: (copy, error) => (isUnanswered(error) ? copy : null),
      }),
    staleTime: DAY_MS,
    networkMode: "always",
  });
}

function isUnanswered(error: unknown): boolean {
  return error instanceof AppError && error.code === "network";
}

async function fetchVersions(api: Api, signal: AbortSignal): Promise<readonly ReaderVersion[]> {
  const answer = v.parse(readVersionsSchema, await api.getJson("/api/bible/v1/versions", signal));
  if (typeof window !== "undefined") void keepTexts({ [KEPT_VERSIONS]: JSON.stringify(answer) });
  return readerVersions(answer);
}

async function keptVersions(): Promise<readonly ReaderVersion[] | null> {
  const kept = v.safeParse(readVersionsSchema, parseJson((await readKept(KEPT_VERSIONS)) ?? ""));
  return kept.success ? readerVersions(kept.output) : null;
}

/** The five by what this app knows of them; others by what the server says, if that is all of it. */
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

/** What every site has. */
export const KJV: ReaderVersion = { ...BIBLE_VERSIONS.kjv, state: "ready", bytes: null };

/** What is offered until the server has answered. */
const SPECIFIED: readonly ReaderVersion[] = BIBLE_VERSION_IDS.map((id) => ({
  ...BIBLE_VERSIONS[id],
  state: "unknown",
  bytes: null,
}));

type Versions = {
  all: readonly ReaderVersion[];
  /** Whether the server has said which there are, or what is kept of its answer stands in. */
  isKnown: boolean;
};

/** The versions of this site. */
export function useVersions(): Versions {
  const { api } = useSite();
  const { data, isFetching } = useQuery(versionsQuery(api));
  const { all, isKnown } = versionsOf(data);
  return { all, isKnown: isKnown && !isFetching };
}

/** The same from what the query holds. */
export function versionsOf(data: readonly ReaderVersion[] | undefined): Versions {
  return { all: data ?? SPECIFIED, isKnown: data !== undefined };
}

/** What opens for readers of a language who have not chosen. */
export function firstVersion(all: readonly ReaderVersion[], language: Language): ReaderVersion {
  return firstOf(all, language) ?? KJV;
}
