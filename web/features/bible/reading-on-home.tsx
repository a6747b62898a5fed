import { type UseQueryOptions, useQuery } from "@tanstack/react-query";
import * as v from "valibot";
import {
  MOST_FOLLOWING_DAYS,
  type VerseOfDay as Verse,
  verseOfDayAnswerSchema,
  VERSE_FEED_PATH,
} from "#shared/contracts/verse-of-day.ts";
import { DAY_MS } from "@reign-tv/kit/durations.ts";
import { AppError } from "#shared/errors.ts";
import { answerOrKept } from "#shared/kept-answer.ts";
import { type Language, localisedPath } from "#shared/languages.ts";
import { parseJson } from "@reign-tv/kit/parse-json.ts";
import { setReferences } from "#shared/typography.ts";
import { serverNow } from "#web/lib/clock.ts";
import { type Site, sharedOrigin, useSite, useTexts } from "#web/lib/site.ts";
import { saveOfflineTexts, readOfflineText } from "#web/lib/storage/offline-texts.ts";
import { clsx } from "clsx";
import { Rss, Share2, BookMarked, CalendarCheck } from "lucide-react";
import { useState } from "react";
import { verseOfDayMessages } from "#shared/messages/reading/verse-of-day.ts";
import { shareOrCopy } from "#web/lib/sharing.ts";
import { STORED_VERSION } from "#web/base/reading/bible-versions.data.ts";
import { useStored } from "#web/lib/storage/use-stored.ts";
import { useLocalDay } from "#web/lib/use-local-day.ts";
import { buttonStyle, ICON_STYLE } from "#web/ui/button-style.ts";
import { Link } from "#web/ui/link.tsx";
import { VerseImageButton } from "./verse-image/verse-image-button.tsx";
import { readingLinkMessages } from "#shared/messages/reading/reading-links.ts";

const NOT_FOUND = 404;

const keptKey = (language: Language): string => `verse-of-day/${language}`;

/**
 * Query of the verse of a calendar day ("2026-11-23"), in the reader's version when that is free
 * and installed. The response includes the following week, which the device stores as a fallback.
 */
function verseQuery(
  { api, language }: Pick<Site, "api" | "language">,
  day: string,
  version: string | null,
): UseQueryOptions<Verse> {
  const path = `/api/bible/v1/votd?date=${day}&language=${language}&following=${MOST_FOLLOWING_DAYS}`;
  async function fetchVerse(signal: AbortSignal): Promise<Verse> {
    const answer = v.parse(
      verseOfDayAnswerSchema,
      await askIn(version, (parameter) => api.getJson(path + parameter, signal)),
    );
    void saveOfflineTexts({ [keptKey(language)]: JSON.stringify(answer) });
    return answer;
  }
  return {
    queryKey: ["verse-of-day", language, day, version],
    queryFn: ({ signal }) =>
      answerOrKept(fetchVerse(signal), async () =>
        signal.aborted ? null : storedVerse(language, day),
      ),
    staleTime: DAY_MS,
    // Offline, the stored copy is used.
    networkMode: "always",
    retry: false,
  };
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
async function storedVerse(language: Language, day: string): Promise<Verse | null> {
  const text = await readOfflineText(keptKey(language));
  const kept = v.safeParse(verseOfDayAnswerSchema, parseJson(text ?? ""));
  if (!kept.success) return null;
  return [kept.output, ...kept.output.following].find(({ date }) => date === day) ?? null;
}

/** Length from which a verse is set smaller, so that each is about as high. */
const LONG_FROM = 120;
const LONGEST_FROM = 190;

/**
 * The verse of the reader's day on Home. Its space is reserved; without a response it stays empty.
 */
export function VerseOfDay() {
  const site = useSite();
  const texts = useTexts(verseOfDayMessages);
  const day = useLocalDay("", serverNow);
  const [version] = useStored(STORED_VERSION);
  const { data: verse } = useQuery(verseQuery(site, day, version));
  if (!verse) return null;
  const reference = referenceOf(verse);
  return (
    <section
      aria-labelledby="verse-heading"
      className="flex min-w-0 grow flex-col rounded-card border border-line bg-surface p-4 sm:px-5"
    >
      <div className="flex items-center justify-between">
        <h2 id="verse-heading" className="text-xl font-bold tracking-tight">
          {texts.title}
        </h2>
        <FeedLink />
      </div>
      <blockquote
        lang={verse.language}
        className={clsx("my-auto py-2 font-serif", sizeOf(verse.text))}
      >
        {verse.text}
      </blockquote>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Link to={verse.path} className="font-semibold wrap-anywhere text-brand underline">
          {/* With large text on a narrow phone the book's number takes a line of its own. */}
          {reference.replaceAll("\u00a0", " ")}
        </Link>
        <div className="flex flex-wrap gap-2">
          <VerseImageButton
            quotation={{ reference, text: verse.text, version: verse }}
            className={BUTTON_STYLE}
          />
          <ShareVerse verse={verse} />
        </div>
      </div>
    </section>
  );
}

/** With large text on a narrow phone both labels need the whole line. */
const BUTTON_STYLE = buttonStyle("quiet", "max-[21rem]:px-2");

/** Link for feed readers. */
function FeedLink() {
  const site = useSite();
  const { feed } = useTexts(verseOfDayMessages);
  return (
    <a
      href={`${sharedOrigin(site)}${localisedPath(VERSE_FEED_PATH, site.language)}`}
      aria-label={feed}
      title={feed}
      className={clsx(ICON_STYLE, "-my-2 -mr-2.5")}
    >
      <Rss aria-hidden className="size-5" />
    </a>
  );
}

function ShareVerse({ verse }: { verse: Verse }) {
  const site = useSite();
  const texts = useTexts(verseOfDayMessages);
  const [said, setSaid] = useState("");

  async function share() {
    const url = `${sharedOrigin(site)}${localisedPath(verse.path, site.language)}`;
    const outcome = await shareOrCopy({ title: referenceOf(verse), text: verse.text, url });
    if (outcome !== "offered") setSaid(outcome === "copied" ? texts.copied : texts.copyFailed);
  }

  return (
    <>
      <button type="button" onClick={() => void share()} className={BUTTON_STYLE}>
        <Share2 aria-hidden className="size-4" />
        {texts.share}
      </button>
      <span role="status" className="text-sm text-ink-soft empty:hidden">
        {said}
      </span>
    </>
  );
}

/** Formats "Jean 3:16 (LSG)". */
function referenceOf(verse: Verse): string {
  return setReferences(`${verse.reference} (${verse.translation_abbreviation})`);
}

function sizeOf({ length }: string): string {
  if (length >= LONGEST_FROM) return "text-sm sm:text-lg";
  return length >= LONG_FROM ? "text-base sm:text-xl" : "text-xl sm:text-2xl";
}

/** Both in one line of a phone, in every language, because their space is reserved. */
const LINK =
  "inline-flex min-h-11 items-center gap-1 text-sm font-semibold text-brand hover:underline";

/** The day's verse on Home, with links to reading plans and marks. */
export function ReadingOnHome() {
  const texts = useTexts(readingLinkMessages);
  return (
    <div className="flex min-w-0 grow flex-col">
      <div className="flex grow">
        <VerseOfDay />
      </div>
      <ul className="flex flex-wrap gap-x-3">
        <li>
          <Link to="/bible/plans" className={LINK}>
            <CalendarCheck aria-hidden className="size-4" />
            {texts.plans}
          </Link>
        </li>
        <li>
          <Link to="/bible/marks" className={LINK}>
            <BookMarked aria-hidden className="size-4" />
            {texts.marks}
          </Link>
        </li>
      </ul>
    </div>
  );
}
