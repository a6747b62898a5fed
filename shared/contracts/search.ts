import * as v from "valibot";
import { textRangesSchema } from "./bible-reader.ts";
import { videoSchema } from "./playlist-videos.ts";

const category = v.string();

/** A video of any list, with the category and the path of the page that plays it. */
const videoHitSchema = v.object({ ...videoSchema.entries, category, path: v.string() });

export type VideoHit = v.InferOutput<typeof videoHitSchema>;

const devotionalHitSchema = v.object({
  title: v.string(),
  verse: v.string(),
  /** Start of the text. */
  excerpt: v.string(),
  /** Path without the language prefix. */
  path: v.string(),
  /** Publication day ("2026-06-14"); null for bundled devotionals. */
  date: v.nullable(v.string()),
});

export type DevotionalHit = v.InferOutput<typeof devotionalHitSchema>;

/** The searched Bible version: one in the page's language if available. */
const searchedVersionSchema = v.object({
  name: v.string(),
  /** BCP 47 tag of the text. */
  language: v.string(),
});

export type SearchedVersion = v.InferOutput<typeof searchedVersionSchema>;

const bibleHitSchema = v.object({
  /** In the language of the query: "Jean 3:16". */
  name: v.string(),
  /** Path of the chapter at the verse, without the language prefix. */
  path: v.string(),
  text: v.string(),
  /** Positions of the matched words. */
  ranges: textRangesSchema,
});

export type BibleHit = v.InferOutput<typeof bibleHitSchema>;

const pageHitSchema = v.object({
  title: v.string(),
  description: v.string(),
  /** Path without the language prefix, or an external https URL. */
  address: v.string(),
});

export type PageHit = v.InferOutput<typeof pageHitSchema>;

/** A Bible reference that the query names. */
const referenceHitSchema = v.object({
  /** "Jean 3:16", "1 Corinthiens 13", "Ruth". */
  name: v.string(),
  path: v.string(),
  /** First words; "" if the text is not available. */
  text: v.string(),
  /** Version of `text`; null without one. */
  version: v.nullable(searchedVersionSchema),
});

export type ReferenceHit = v.InferOutput<typeof referenceHitSchema>;

/** Total number of matches, of which `hits` are the best. */
export type HitsOf<Hit> = { total: number; hits: Hit[] };

/** Response of `GET /api/search`. */
export const siteSearchSchema = v.object({
  query: v.string(),
  reference: v.nullable(referenceHitSchema),
  videos: v.object({ total: v.number(), hits: v.array(videoHitSchema) }),
  devotionals: v.object({ total: v.number(), hits: v.array(devotionalHitSchema) }),
  bible: v.object({
    total: v.number(),
    hits: v.array(bibleHitSchema),
    /** Version of the hits; null if the Bible cannot be searched now. */
    version: v.nullable(searchedVersionSchema),
  }),
  pages: v.object({ total: v.number(), hits: v.array(pageHitSchema) }),
  /** Without hits: videos with the closest titles. */
  nearest: v.array(videoHitSchema),
  /** Whether a search failed; see `missing`. */
  isPartial: v.boolean(),
  /** Kinds, or categories of videos. */
  missing: v.array(v.string()),
});

export type SiteSearch = v.InferOutput<typeof siteSearchSchema>;

const suggestionSchema = v.object({
  kind: v.picklist(["reference", "video", "devotional", "page"]),
  title: v.string(),
  /** Path without the language prefix, or an external https URL. */
  address: v.string(),
  /** Category of a video, otherwise null. */
  category: v.nullable(category),
  /** Image path without width, or null. */
  thumbnail: v.nullable(v.string()),
});

/** One line under the search field. */
export type Suggestion = v.InferOutput<typeof suggestionSchema>;

/** Response of `GET /api/search/suggest`. */
export const suggestSchema = v.object({
  query: v.string(),
  suggestions: v.array(suggestionSchema),
});

export type SuggestAnswer = v.InferOutput<typeof suggestSchema>;
