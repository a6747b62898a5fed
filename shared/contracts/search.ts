import * as v from "valibot";
import { textRangesSchema } from "./bible-reader.ts";
import { videoSchema } from "./playlist-videos.ts";

const category = v.string();

/** A video of any list, with the category whose page plays it, and that page's path. */
const videoHitSchema = v.object({ ...videoSchema.entries, category, path: v.string() });

export type VideoHit = v.InferOutput<typeof videoHitSchema>;

const devotionalHitSchema = v.object({
  title: v.string(),
  verse: v.string(),
  /** The beginning of the text. */
  excerpt: v.string(),
  /** Path of its page, without the language's prefix. */
  path: v.string(),
  /** Day that it was published for ("2026-06-14"); null for those that come with the product. */
  date: v.nullable(v.string()),
});

export type DevotionalHit = v.InferOutput<typeof devotionalHitSchema>;

/** The text of the Bible that was searched: one of the page's language where that is here. */
const searchedVersionSchema = v.object({
  name: v.string(),
  /** Of its text, as a BCP 47 tag. */
  language: v.string(),
});

export type SearchedVersion = v.InferOutput<typeof searchedVersionSchema>;

const bibleHitSchema = v.object({
  /** In the language of the question: "Jean 3:16". */
  name: v.string(),
  /** Path of the chapter at its verse, without the language's prefix. */
  path: v.string(),
  text: v.string(),
  /** Where the words stand in the text. */
  ranges: textRangesSchema,
});

export type BibleHit = v.InferOutput<typeof bibleHitSchema>;

const pageHitSchema = v.object({
  title: v.string(),
  description: v.string(),
  /** Path without the language's prefix, or an address elsewhere (https). */
  address: v.string(),
});

export type PageHit = v.InferOutput<typeof pageHitSchema>;

/** A place of the Bible that the question itself names. */
const referenceHitSchema = v.object({
  /** "Jean 3:16", "1 Corinthiens 13", "Ruth". */
  name: v.string(),
  path: v.string(),
  /** Its first words; "" where the text cannot be had now. */
  text: v.string(),
  /** Of these words; null where there are none. */
  version: v.nullable(searchedVersionSchema),
});

export type ReferenceHit = v.InferOutput<typeof referenceHitSchema>;

/** How many there are, of which `hits` are the best. */
export type HitsOf<Hit> = { total: number; hits: Hit[] };

/** Answer of `GET /api/search`. */
export const siteSearchSchema = v.object({
  query: v.string(),
  reference: v.nullable(referenceHitSchema),
  videos: v.object({ total: v.number(), hits: v.array(videoHitSchema) }),
  devotionals: v.object({ total: v.number(), hits: v.array(devotionalHitSchema) }),
  bible: v.object({
    total: v.number(),
    hits: v.array(bibleHitSchema),
    /** Of the hits; null where the Bible cannot be searched now. */
    version: v.nullable(searchedVersionSchema),
  }),
  pages: v.object({ total: v.number(), hits: v.array(pageHitSchema) }),
  /** Where nothing was found: videos whose titles come nearest. */
  nearest: v.array(videoHitSchema),
  /** Whether something could not be searched now; `missing` names it. */
  isPartial: v.boolean(),
  /** Kinds, or categories of videos. */
  missing: v.array(v.string()),
});

export type SiteSearch = v.InferOutput<typeof siteSearchSchema>;

const suggestionSchema = v.object({
  kind: v.picklist(["reference", "video", "devotional", "page"]),
  title: v.string(),
  /** Path without the language's prefix, or an address elsewhere (https). */
  address: v.string(),
  /** Category of a video; null for all else. */
  category: v.nullable(category),
  /** Picture path without width; null where there is none. */
  thumbnail: v.nullable(v.string()),
});

/** One line under the search field. */
export type Suggestion = v.InferOutput<typeof suggestionSchema>;

/** Answer of `GET /api/search/suggest`. */
export const suggestSchema = v.object({
  query: v.string(),
  suggestions: v.array(suggestionSchema),
});

export type SuggestAnswer = v.InferOutput<typeof suggestSchema>;
