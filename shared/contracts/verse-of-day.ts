import * as v from "valibot";
import { BIBLE_LICENCES } from "#shared/bible/bible-versions.ts";

const verse = v.object({
  /** Calendar day: "2026-11-23". */
  date: v.string(),
  /** Display text in the numbering of the version: "Psaume 51:12-14". */
  reference: v.string(),
  text: v.string(),
  translation_id: v.string(),
  translation_name: v.string(),
  translation_abbreviation: v.string(),
  /** BCP 47 tag of the text. */
  language: v.string(),
  licence: v.picklist(BIBLE_LICENCES),
  /** Copyright notice to show with the text. */
  copyright: v.string(),
  /** Path on this site without the language: "/bible?version=lsg&book=…". */
  path: v.string(),
  /** Absolute URL of `path` in the requested language. */
  url: v.string(),
});

/** Path of the RSS feed, without the language prefix. */
export const VERSE_FEED_PATH = "/bible/verse-of-the-day.xml";

/** Verse of a day, from a free text. */
export type VerseOfDay = v.InferOutput<typeof verse>;

/** Maximum number of following days in a response. */
export const MOST_FOLLOWING_DAYS = 7;

/**
 * Response of `GET /api/bible/v1/votd` and `GET /api/votd.json`: the verse of a day, with the
 * requested following days.
 */
export const verseOfDayAnswerSchema = v.object({ ...verse.entries, following: v.array(verse) });

export type VerseOfDayAnswer = v.InferOutput<typeof verseOfDayAnswerSchema>;
