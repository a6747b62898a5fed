import { queryOptions, type UseQueryOptions } from "@tanstack/react-query";
import * as v from "valibot";
import {
  MOST_FOLLOWING_DAYS,
  type VerseOfDay,
  verseOfDayAnswerSchema,
} from "#shared/contracts/verse-of-day.ts";
import { DAY_MS } from "#shared/durations.ts";
import { AppError } from "#shared/errors.ts";
import { answerOrKept } from "#shared/kept-answer.ts";
import type { Language } from "#shared/languages.ts";
import { parseJson } from "#shared/parse-json.ts";
import type { Site } from "#web/lib/site.ts";
import { saveOfflineTexts, readOfflineText } from "#web/lib/storage/offline-texts.ts";

type VerseKey = ["verse-of-day", Language, string, string | null];

const NOT_FOUND = 404;

const keptKey = (language: Language): string => `verse-of-day/${language}`;

/**
 * Query of the verse of a calendar day ("2026-11-23"), in the reader's version when that is free
 * and installed. The response includes the following week, which the device stores as a fallback.
 */
export function verseQuery(
  { api, language }: Pick<Site, "api" | "language">,
  day: string,
  version: string | null,
): UseQueryOptions<VerseOfDay, Error, VerseOfDay, VerseKey> {
  const queryKey: VerseKey = ["verse-of-day", language, day, version];
  const path = `/api/bible/v1/votd?date=${day}&language=${language}&following=${MOST_FOLLOWING_DAYS}`;
  async function fetchVerse(signal: AbortSignal): Promise<VerseOfDay> {
    const answer = v.parse(
      verseOfDayAnswerSchema,
      await askIn(version, (parameter) => api.getJson(path + parameter, signal)),
    );
    void saveOfflineTexts({ [keptKey(language)]: JSON.stringify(answer) });
    return answer;
  }
  return queryOptions({
    queryKey,
    queryFn: ({ signal }) =>
      answerOrKept(fetchVerse(signal), async () =>
        signal.aborted ? null : storedVerse(language, day),
      ),
    staleTime: DAY_MS,
    // Offline, the stored copy is used.
    networkMode: "always",
    retry: false,
  });
}

/** Retries without the version when it is no longer on this site. */
async function askIn(
  version: string | null,
  ask: (parameter: string) => Promise<unknown>,
): Promise<unknown> {
  if (version === null) return ask("");
  try {
    return await ask(`&translation=${version}`);
  } catch (error) {
    if (error instanceof AppError && error.status === NOT_FOUND) return ask("");
    throw error;
  }
}

/** Null when no verse is stored for that day. */
async function storedVerse(language: Language, day: string): Promise<VerseOfDay | null> {
  const text = await readOfflineText(keptKey(language));
  const kept = v.safeParse(verseOfDayAnswerSchema, parseJson(text ?? ""));
  if (!kept.success) return null;
  return [kept.output, ...kept.output.following].find(({ date }) => date === day) ?? null;
}
