import * as v from "valibot";
import type { Frozen } from "./deep-readonly.ts";

const textRangeSchema = v.tuple([v.number(), v.number()]);
export const textRangesSchema = v.array(textRangeSchema);

/** A stretch of a verse's text: index of its first character and of the one after its last. */
export type TextRange = Frozen<v.InferOutput<typeof textRangeSchema>>;

const poetryLineSchema = v.object({ at: v.number(), level: v.picklist([1, 2, 3]) });
const footnoteSchema = v.object({ at: v.number(), text: v.string() });

/** A line of poetry: index of its first character in the verse, and its indent. */
export type PoetryLine = Frozen<v.InferOutput<typeof poetryLineSchema>>;

/** A note of the edition behind the character before `at`. */
export type Footnote = Frozen<v.InferOutput<typeof footnoteSchema>>;

export const copyright = v.string();
/** Most verses of one copied or shared quotation. */
export const copyVerses = v.number();
/** To be reported when the chapter is shown, where the provider wants that. */
export const fums = v.optional(v.string());

/** What a reader shows of a verse. */
export const readVerse = {
  verse: v.number(),
  text: v.string(),
  /** Begins a paragraph. */
  paragraph: v.optional(v.boolean()),
  /** Title of the psalm, before its first verse. */
  title: v.optional(v.string()),
  /** Letter of the acrostic, before the verse. */
  heading: v.optional(v.string()),
  /** Words that the translators added. */
  italics: v.optional(textRangesSchema),
  words_of_jesus: v.optional(textRangesSchema),
  /** Heading of the section that begins with the verse. */
  section: v.optional(v.string()),
  /** Lines of poetry. */
  lines: v.optional(v.array(poetryLineSchema)),
  footnotes: v.optional(v.array(footnoteSchema)),
};

/**
 * The least that a reader takes for a chapter: the public service says nothing about terms, and a server
 * that is newer than the phone app may use words that the app does not know.
 */
export const readChapterSchema = v.object({
  verses: v.array(v.object(readVerse)),
  copyright: v.optional(copyright, ""),
  caps: v.optional(v.object({ tts: v.string(), copyVerses })),
  fums,
});

export type ReadChapter = Frozen<v.InferOutput<typeof readChapterSchema>>;

/**
 * What a reader asks of the versions. A server that is older than the phone app tells of the five by id
 * and state alone; of other versions everything must be there.
 */
export const readVersionsSchema = v.object({
  versions: v.array(
    v.object({
      id: v.string(),
      state: v.string(),
      abbreviation: v.optional(v.string()),
      name: v.optional(v.string()),
      language: v.optional(v.string()),
      numbering: v.optional(v.string()),
      licence: v.optional(v.string()),
      copyright: v.optional(v.string()),
      bytes: v.optional(v.nullable(v.number())),
    }),
  ),
});

export type ReadVersions = Frozen<v.InferOutput<typeof readVersionsSchema>>;

export const foundPlace = { usfm: v.string(), chapter: v.number(), verse: v.number() };

/** The verse of a hit in another text that was asked for beside it, in that text's own numbers. */
export const besideSchema = v.object({ chapter: v.number(), verse: v.number(), text: v.string() });

/** What a reader shows of a search: verses of the whole Bible that hold the words. */
export const readSearchSchema = v.object({
  total: v.number(),
  hits: v.array(
    v.object({
      ref: v.object(foundPlace),
      text: v.string(),
      ranges: textRangesSchema,
      beside: v.optional(besideSchema),
    }),
  ),
});

export type ReadSearch = Frozen<v.InferOutput<typeof readSearchSchema>>;

/** A verse in the files for reading offline: number, text and what is not ordinary about it. */
const packedVerseSchema = v.union([
  // Strict: a tuple that is not drops what stands behind it, and so every mark.
  v.strictTuple([v.number(), v.string()]),
  v.tuple([
    v.number(),
    v.string(),
    v.object({
      /** Begins a paragraph. */
      p: v.optional(v.literal(1)),
      /** Title of the psalm. */
      t: v.optional(v.string()),
      /** Letter of the acrostic. */
      h: v.optional(v.string()),
      /** Words that the translators added. */
      i: v.optional(textRangesSchema),
      /** Words of Jesus. */
      w: v.optional(textRangesSchema),
      /** Heading of the section. */
      s: v.optional(v.string()),
      /** Lines of poetry. */
      l: v.optional(v.array(poetryLineSchema)),
      /** Footnotes. */
      f: v.optional(v.array(footnoteSchema)),
    }),
  ]),
]);

export type PackedVerse = Frozen<v.InferOutput<typeof packedVerseSchema>>;

export const packedChapterSchema = v.array(packedVerseSchema);

/** Answer of `GET /api/bible/v1/{version}/{book}.json`; `book` is the USFM code. */
export const packedBookSchema = v.object({
  book: v.string(),
  chapters: v.array(packedChapterSchema),
});

export type PackedBook = Frozen<v.InferOutput<typeof packedBookSchema>>;

/** Answer of `GET /api/bible/v1/{version}/all.json`. Each book is checked in full when it is opened. */
export const packedBibleSchema = v.object({
  books: v.array(v.object({ book: v.string(), chapters: v.array(v.unknown()) })),
});
