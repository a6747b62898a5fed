import * as v from "valibot";
import { BIBLE_LICENCES } from "#shared/bible/bible-versions.ts";

const verse = v.object({
  /** The calendar day that it is of: "2026-11-23". */
  date: v.string(),
  /** In words and in the numbering of the text: "Psaumes 51:12-14". */
  reference: v.string(),
  text: v.string(),
  translation_id: v.string(),
  translation_name: v.string(),
  translation_abbreviation: v.string(),
  /** Of the text, as a BCP 47 tag. */
  language: v.string(),
  licence: v.picklist(BIBLE_LICENCES),
  /** The line that stands with the text wherever it is shown. */
  copyright: v.string(),
  /** Where it is read on this site, without the language: "/bible?version=lsg&book=…". */
  path: v.string(),
  /** The same as a whole address, in the language that was asked for. */
  url: v.string(),
});

/** Path of the feed (RSS), without the language's prefix. */
export const VERSE_FEED_PATH = "/bible/verse-of-the-day.xml";

/** Verse of a day, in a free text. */
export type VerseOfDay = v.InferOutput<typeof verse>;

/** Most days after the asked one that an answer holds. */
export const MOST_FOLLOWING_DAYS = 7;

/**
 * Answer of `GET /api/bible/v1/votd` and `GET /api/votd.json`: the verse of a day and, where they were
 * asked for, those of the days after it.
 */
export const verseOfDayAnswerSchema = v.object({ ...verse.entries, following: v.array(verse) });

export type VerseOfDayAnswer = v.InferOutput<typeof verseOfDayAnswerSchema>;
