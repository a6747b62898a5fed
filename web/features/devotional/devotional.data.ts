import type { UseQueryOptions } from "@tanstack/react-query";
import * as v from "valibot";
import { shippedDevotionals } from "#shared/devotional/bundled-devotionals.ts";
import {
  type PublishedDay,
  type PublishedRow,
  publishedDaySchema,
  publishedRowSchema,
} from "#shared/contracts/devotional.ts";
import { type SpeechRequest, speechStatusSchema } from "#shared/contracts/speech.ts";
import type { DevotionalEntry } from "#shared/devotional/devotional.ts";
import { dayOfMonth, daysOfMonth, devotionalId } from "#shared/devotional/devotional-date.ts";
import { AppError } from "#shared/errors.ts";
import type { Language } from "#shared/languages.ts";
import type { Api } from "#web/lib/http/http.ts";
import type { Site } from "#web/lib/site.ts";
import { MINUTE_MS } from "@reign-tv/kit/durations.ts";

/** Stale time of published devotionals. */
const PUBLISHED_FRESH_MS = 5 * MINUTE_MS;

/** A devotional published for everyone. */
export type PublishedEntry = DevotionalEntry & PublishedRow;

const daysSchema = v.array(publishedDaySchema);
const rowsSchema = v.array(publishedRowSchema);

/** Query of the bundled devotionals. */
export function shippedQuery(language: Language): UseQueryOptions<readonly DevotionalEntry[]> {
  return {
    queryKey: ["devotionals", language],
    queryFn: () => shippedDevotionals(language),
    staleTime: Infinity,
    networkMode: "always",
  };
}

type Reader = Pick<Site, "api" | "backendUrl" | "publishableKey" | "language" | "preview">;
/** Query of the published days of a month ("2026-06"), in order. */
export function publishedMonthQuery(site: Reader, month: string): UseQueryOptions<PublishedDay[]> {
  const days = daysOfMonth(month);
  const range = `date=gte.${days[0]}&date=lte.${days.at(-1)}`;
  return {
    queryKey: ["published", site.language, month],
    queryFn: async ({ signal }) =>
      parsed(daysSchema, await readTable(site, `select=date,title&${range}&order=date`, signal)),
    staleTime: PUBLISHED_FRESH_MS,
  };
}

/** Query of the devotional published for a day; null when there is none. */
export function publishedDayQuery(
  site: Reader,
  date: string,
): UseQueryOptions<PublishedEntry | null> {
  return {
    queryKey: ["published", site.language, date],
    queryFn: async ({ signal }) => {
      const previewed = previewedEntry(site, date);
      if (previewed) return previewed;
      const search = `select=date,title,verse,content,reflection&date=eq.${date}`;
      const [entry] = parsed(rowsSchema, await readTable(site, search, signal));
      return entry ? { ...entry, day: dayOfMonth(entry.date) } : null;
    },
    staleTime: PUBLISHED_FRESH_MS,
  };
}

const word = v.fallback(v.string(), "");
/** A draft: it is not validated before it is published. */
const previewSchema = v.object({
  title: word,
  verse: word,
  content: word,
  reflection: v.fallback(v.nullable(v.string()), null),
});

/** Returns a preview link's devotional on the page of its day and language. */
function previewedEntry({ preview, language }: Reader, date: string): PublishedEntry | null {
  if (preview?.kind !== "devotional" || preview.id !== devotionalId(date, language)) return null;
  return { ...v.parse(previewSchema, preview.body), date, day: dayOfMonth(date) };
}

function readTable(site: Reader, search: string, signal: AbortSignal): Promise<unknown> {
  const path = `/rest/v1/devotionals?language=eq.${site.language}&${search}`;
  return site.api.getJson(`${site.backendUrl}${path}`, signal, { apikey: site.publishableKey });
}

function parsed<Output>(schema: v.GenericSchema<unknown, Output>, answer: unknown): Output {
  const result = v.safeParse(schema, answer);
  if (!result.success) throw new AppError("upstream_failed", 200, "The answer has a wrong shape");
  return result.output;
}

const STATUS_REQUEST: SpeechRequest = { kind: "status" };

/**
 * Query whether the ministry has a key of the speech provider, which gives every reader its voice.
 */
export function serverVoiceQuery(api: Api): UseQueryOptions<boolean> {
  const queryKey: ["server-voice"] = ["server-voice"];
  return {
    queryKey,
    queryFn: async ({ signal }) =>
      parsed(speechStatusSchema, await api.invoke("tts", STATUS_REQUEST, signal)).available,
    staleTime: Infinity,
  };
}
