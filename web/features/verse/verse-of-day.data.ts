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
import { keepTexts, readKept } from "#web/lib/storage/offline-texts.ts";

type VerseKey = ["verse-of-day", Language, string, string | null];

const NOT_FOUND = 404;

const keptKey = (language: Language): string => `verse-of-day/${language}`;

/**
 * The verse of a calendar day ("2026-11-23"), in the reader's version where that is free and here. Those of the
 * week after it come with it and stay on the device, where they stand in when nothing answers.
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
    void keepTexts({ [keptKey(language)]: JSON.stringify(answer) });
    return answer;
  }
  return queryOptions({
    queryKey,
    queryFn: ({ signal }) =>
      answerOrKept(fetchVerse(signal), async () =>
        signal.aborted ? null : keptVerse(language, day),
      ),
    staleTime: DAY_MS,
    // Without a connection what is kept answers.
    networkMode: "always",
    retry: false,
  });
}

/** The same without the version where that is no longer on this site. */
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

/** Null where nothing is kept for that day. */
async function keptVerse(language: Language, day: string): Promise<VerseOfDay | null> {
  const text = await readKept(keptKey(language));
  const kept = v.safeParse(verseOfDayAnswerSchema, parseJson(text ?? ""));
  if (!kept.success) return null;
  return [kept.output, ...kept.output.following].find(({ date }) => date === day) ?? null;
}
