import * as v from "valibot";
import type { TextProblem } from "#shared/studio/bible-texts.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@reign-tv/kit/durations.ts";
import { OUTBOUND_LIMITS, OutboundError } from "@reign-tv/kit/outbound/bounded-fetch.ts";
import { createUpstream } from "@reign-tv/kit/outbound/upstream.ts";
import { parseJson } from "@reign-tv/kit/parse-json.ts";
import {
  booksSchema,
  chapterSchema,
  type ServiceBooks,
  type ServiceChapter,
  type ServiceTranslation,
  translationsSchema,
} from "./service-responses.ts";

/** A text could not be fetched. */
export class FetchTextError extends Error {
  readonly problem: TextProblem;

  constructor(problem: TextProblem, message: string) {
    super(message);
    this.name = "FetchTextError";
    this.problem = problem;
  }
}

/** Client of the service of free texts; needs no key. */
export type TextService = {
  /** The list, cached for a day. @throws FetchTextError */
  translations(): Promise<readonly ServiceTranslation[]>;
  /** @throws FetchTextError */
  books(id: string): Promise<ServiceBooks>;
  /** @throws FetchTextError, also if the response is another chapter. */
  chapter(id: string, usfm: string, chapter: number): Promise<ServiceChapter>;
};

type TextServiceDeps = {
  base: string;
  fetch: typeof globalThis.fetch;
  now: () => number;
  sleep?: (ms: number) => Promise<void>;
};

/** The list of more than a thousand texts has about one megabyte, the longest chapter a tenth of that. */
const TUNING = {
  limits: { ...OUTBOUND_LIMITS, headMs: 15_000, totalMs: 45_000 },
  retryDelayMs: { min: 500, max: 1_500 },
  failuresToOpen: 5,
  openMs: MINUTE_MS,
  maxRetryAfterMs: 10_000,
};
const LIST_TTL_MS = DAY_MS;
/** Delay after a failed list request. */
const LIST_RETRY_MS = HOUR_MS / 12;

/** Opens the client: bounded calls without redirects, one retry, and a circuit breaker that respects Retry-After. */
export function openTextService({ base, now, ...rest }: TextServiceDeps): TextService {
  const client = createUpstream({ ...rest, now, tuning: TUNING });
  let list: { read: Promise<readonly ServiceTranslation[]>; untilMs: number } | null = null;

  async function fetchJson<Value>(
    path: string,
    schema: v.GenericSchema<unknown, Value>,
  ): Promise<Value> {
    try {
      return await client.call({
        url: `${base}/api/${path}`,
        headers: { accept: "application/json" },
        read({ status, bytes }) {
          if (status === 404) throw new FetchTextError("gone", `${path}: there is none`);
          if (status !== 200) throw new OutboundError("bad_answer", `status ${status}`);
          const answer = v.safeParse(schema, parseJson(new TextDecoder().decode(bytes)));
          if (!answer.success) throw new OutboundError("bad_answer", "the answer cannot be read");
          return answer.output;
        },
      });
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      throw new FetchTextError(problemOf(error), `${path}: ${error.message}`);
    }
  }

  async function readList(): Promise<readonly ServiceTranslation[]> {
    const { translations } = await fetchJson("available_translations.json", translationsSchema);
    return translations;
  }

  return {
    translations() {
      if (list === null || list.untilMs <= now()) {
        const cached = { read: readList(), untilMs: now() + LIST_TTL_MS };
        list = cached;
        cached.read.catch(() => {
          cached.untilMs = now() + LIST_RETRY_MS;
        });
      }
      return list.read;
    },
    books: (id) => fetchJson(`${id}/books.json`, booksSchema),
    async chapter(id, usfm, chapter) {
      const path = `${id}/${usfm}/${chapter}.json`;
      const found = await fetchJson(path, chapterSchema);
      const isRequested =
        found.translation.id === id && found.book.id === usfm && found.chapter.number === chapter;
      if (!isRequested) throw new FetchTextError("garbage", `${path}: another chapter came`);
      return found;
    },
  };
}

function problemOf({ fault }: OutboundError): TextProblem {
  switch (fault) {
    case "rate_limited":
    case "resting":
      return "busy";
    case "redirect":
    case "too_large":
    case "bad_answer":
      return "garbage";
    case "timeout":
    case "network":
    case "server_error":
      return "unreachable";
  }
}
