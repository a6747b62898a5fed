import type { Context } from "hono";
import { CACHE } from "#server/http/cache-policy.ts";
import type { BibleVersionFacts } from "#shared/bible/bible-versions.ts";

/** Errors of the service; `error` is stable, `detail` is for readers. */
const BIBLE_ERRORS = {
  badReference: [400, "bad reference", "Ask for a book and a chapter, for example John 3."],
  tooManyChapters: [400, "too many chapters", "Ask for one chapter at a time."],
  notFound: [404, "not found", "There is no such chapter or verse."],
  noTranslation: [
    404,
    "translation not found",
    "The translations are kjv, nkjv, esv, niv and nlt.",
  ],
  notFree: [403, "translation not free", "Only texts in the public domain can be downloaded."],
  badDay: [
    400,
    "bad day",
    "Ask with a date that the calendar has, as YYYY-MM-DD, a language that this site speaks, and following of 0 to 7.",
  ],
  badQuery: [400, "bad query", "Ask with q of 2 to 100 characters and a limit of 1 to 500."],
  badVerse: [400, "bad verse", "Ask with book, chapter and verse, and a limit of 1 to 100."],
  referencesDown: [503, "cross-references unavailable", "The table cannot be read right now."],
  unavailable: [503, "translation unavailable", "This translation cannot be reached right now."],
} as const satisfies Record<string, readonly [400 | 403 | 404 | 503, string, string]>;

const RETRY_AFTER_SECONDS = "30";

/** Sends one of the errors, uncached. */
export function sendError(context: Context, name: keyof typeof BIBLE_ERRORS): Response {
  const [status, error, detail] = BIBLE_ERRORS[name];
  context.header("Cache-Control", CACHE.none);
  if (status === 503) context.header("Retry-After", RETRY_AFTER_SECONDS);
  return context.json({ error, detail }, status);
}

/** Explains that a version is not licensed, and names a free one. */
export function sendNotLicensed(context: Context, { abbreviation }: BibleVersionFacts): Response {
  context.header("Cache-Control", CACHE.none);
  return context.json(
    {
      error: "translation not licensed",
      detail: `The ${abbreviation} is under copyright and isn't available on this site yet. Read this chapter in the King James Version.`,
    },
    403,
  );
}
