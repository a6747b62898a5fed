import * as v from "valibot";
import { BIBLE_VERSIONS, isOpen } from "#shared/bible/bible-versions.ts";
import { renumberReference } from "#shared/bible/numbering/numbering.ts";
import { verseOfDay } from "./verse-of-day.domain.ts";
import { chapterAnswerSchema } from "#shared/contracts/bible-responses.ts";
import {
  type VerseOfDay,
  MOST_FOLLOWING_DAYS,
  VERSE_FEED_PATH,
  type VerseOfDayAnswer,
} from "#shared/contracts/verse-of-day.ts";
import { referenceAddress } from "#shared/bible/numbering/passage-address.domain.ts";
import { referenceText } from "#shared/devotional/scripture.domain.ts";
import {
  DEFAULT_LANGUAGE,
  type Language,
  localisedPath,
  nearestLanguage,
  LANGUAGES,
} from "#shared/languages.ts";
import { type ListedVersion, listVersions, openVersion } from "#server/bible/open-version.ts";
import type { Transport } from "#shared/transport.ts";
import { type Context, Hono } from "hono";
import { sendError } from "#server/bible/bible-errors.ts";
import { CACHE } from "#server/http/cache-policy.ts";
import { PUBLIC_HEADERS } from "#server/http/public-headers.ts";
import { precompress, sendPrecompressed } from "@reign-tv/kit/http/precompressed-body.ts";
import { type RssItem, rssXml } from "#server/http/rss.ts";
import { xmlText } from "@reign-tv/kit/escape-xml.ts";
import { DEVOTIONAL_TIME_ZONE } from "#shared/devotional/devotional.ts";
import { calendarDay, dayAfter, isCalendarDay } from "#shared/devotional/devotional-date.ts";
import { verseOfDayMessages } from "#shared/messages/reading/verse-of-day.ts";
import type { Ministry } from "#shared/site/ministry.ts";

export type DailyVerses = {
  /**
   * The verse of a day in the requested version if that is free and installed, else in a free text of the language,
   * else in the King James Version. Licensed texts are never used.
   *
   * @param translation id of a version; absent: no preference
   * @returns null for an unknown version
   * @throws Error when the Bible service does not respond
   */
  on(day: string, language: Language, translation?: string): Promise<VerseOfDay | null>;
  /** Language of a version; undefined for an unknown version. */
  languageOf(translation: string): Promise<Language | undefined>;
};

const chapterSchema = v.pick(chapterAnswerSchema, ["text", "copyright"]);

/** @param transport calls this server's Bible service. */
export function createDailyVerses(transport: Transport, siteUrl: string): DailyVerses {
  async function verseIn(
    version: ListedVersion,
    day: string,
    language: Language,
  ): Promise<VerseOfDay> {
    const numberings = { from: BIBLE_VERSIONS.kjv.numbering, to: version.numbering };
    const reference = renumberReference(verseOfDay(day), numberings);
    const requested = encodeURIComponent(referenceText(reference, DEFAULT_LANGUAGE));
    const response = await transport(`/api/bible/${requested}?translation=${version.id}`);
    const { text, copyright } = v.parse(chapterSchema, await response.json());
    const path = `${referenceAddress(reference)}&version=${version.id}`;
    return {
      date: day,
      reference: referenceText(reference, language),
      text,
      translation_id: version.id,
      translation_name: version.name,
      translation_abbreviation: version.abbreviation,
      language: version.language,
      licence: version.licence,
      copyright,
      path,
      url: siteUrl + localisedPath(path, language),
    };
  }

  return {
    async on(day, language, translation) {
      const all = await listVersions(transport);
      const requested = versionOf(all, translation);
      if (translation !== undefined && !requested) return null;
      const version = requested && isOpen(requested) ? requested : openVersion(all, language);
      return verseIn(version, day, language);
    },
    async languageOf(translation) {
      const version = versionOf(await listVersions(transport), translation);
      return version && nearestLanguage(version.language);
    },
  };
}

function versionOf(
  all: readonly ListedVersion[],
  id: string | undefined,
): ListedVersion | undefined {
  return all.find((version) => version.id === id?.toLowerCase());
}

type VerseOfDayDeps = {
  verses: DailyVerses;
  siteUrl: string;
  ministry: () => Pick<Ministry, "name">;
  now: () => number;
};

/** Number of days in the feed. */
const FEED_DAYS = 14;

/** For every website, as the text is free. Cached only briefly, because another text may be installed. */
const RESPONSE_HEADERS = {
  ...PUBLIC_HEADERS,
  "content-type": "application/json; charset=utf-8",
  "cache-control": CACHE.minutes,
};
const FEED_HEADERS = {
  "content-type": "application/rss+xml; charset=utf-8",
  "cache-control": CACHE.checked,
};

const querySchema = v.object({
  date: v.optional(v.pipe(v.string(), v.check(isCalendarDay))),
  language: v.optional(v.picklist(LANGUAGES)),
  translation: v.optional(v.pipe(v.string(), v.maxLength(40))),
  following: v.optional(
    v.pipe(v.string(), v.toNumber(), v.integer(), v.minValue(0), v.maxValue(MOST_FOLLOWING_DAYS)),
    "0",
  ),
});

/**
 * The verse of the day: `GET /api/bible/v1/votd?date=&translation=&language=&following=`, the same for other websites
 * at `GET /api/votd.json`, and RSS at `/bible/verse-of-the-day.xml`. Defaults to the ministry's day and to the language
 * of the translation.
 */
export function createVerseOfDayRoutes({ verses, siteUrl, ministry, now }: VerseOfDayDeps): Hono {
  const today = (): string => calendarDay(now(), DEVOTIONAL_TIME_ZONE);

  async function respond(context: Context): Promise<Response> {
    const query = v.safeParse(querySchema, context.req.query());
    if (!query.success) return sendError(context, "badDay");
    const { date = today(), translation, following } = query.output;
    try {
      const language =
        query.output.language ??
        (translation === undefined ? DEFAULT_LANGUAGE : await verses.languageOf(translation));
      if (!language) return sendError(context, "noTranslation");
      const days = Array.from({ length: following + 1 }, (_, index) => dayAfter(date, index));
      const found = await Promise.all(days.map((day) => verses.on(day, language, translation)));
      const [first, ...others] = found.filter((verse) => verse !== null);
      if (!first) return sendError(context, "noTranslation");
      const body: VerseOfDayAnswer = { ...first, following: others };
      return await sendPrecompressed(
        context,
        precompress(JSON.stringify(body), "passing"),
        RESPONSE_HEADERS,
      );
    } catch {
      return sendError(context, "unavailable");
    }
  }

  async function feed(context: Context, language: Language): Promise<Response> {
    const days = Array.from({ length: FEED_DAYS }, (_, index) => dayAfter(today(), -index));
    const found = await Promise.all(days.map((day) => verses.on(day, language)));
    const texts = verseOfDayMessages[language];
    const xml = rssXml({
      siteUrl,
      language,
      title: `${texts.title} – ${ministry().name}`,
      description: texts.description,
      pagePath: "/bible",
      feedPath: VERSE_FEED_PATH,
      items: found
        .filter((verse) => verse !== null)
        .map((verse) => itemOf(verse, siteUrl, language)),
    });
    return sendPrecompressed(context, precompress(xml, "passing"), FEED_HEADERS);
  }

  const app = new Hono();
  for (const path of ["/api/bible/v1/votd", "/api/votd.json"]) {
    app.get(path, (context) => respond(context));
  }
  for (const language of LANGUAGES) {
    app.get(localisedPath(VERSE_FEED_PATH, language), (context) => feed(context, language));
  }
  return app;
}

function itemOf(verse: VerseOfDay, siteUrl: string, language: Language): RssItem {
  return {
    title: verse.reference,
    link: verse.url,
    id: `${siteUrl}/bible#verse-${language}-${verse.date}`,
    date: verse.date,
    html: `<blockquote lang="${xmlText(verse.language)}">${xmlText(verse.text)}</blockquote><p>${xmlText(verse.copyright)}</p>`,
  };
}
