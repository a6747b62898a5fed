import * as v from "valibot";

/** Readonly at every depth. A type only: valibot's `readonly` would add code to the browser. */
export type DeepReadonly<Value> = Value extends object
  ? { readonly [Key in keyof Value]: DeepReadonly<Value[Key]> }
  : Value;

const textRangeSchema = v.tuple([v.number(), v.number()]);
export const textRangesSchema = v.array(textRangeSchema);

/** Index of the first character of a range, and of the one after its last. */
export type TextRange = DeepReadonly<v.InferOutput<typeof textRangeSchema>>;

const poetryLineSchema = v.object({ at: v.number(), level: v.picklist([1, 2, 3]) });
const footnoteSchema = v.object({ at: v.number(), text: v.string() });

/** Index of the first character of a line of poetry, and its indent. */
export type PoetryLine = DeepReadonly<v.InferOutput<typeof poetryLineSchema>>;

/** Note of the edition; `at` is the position after the annotated character. */
export type Footnote = DeepReadonly<v.InferOutput<typeof footnoteSchema>>;

export const copyright = v.string();
/** Maximum verses in one copied or shared quotation. */
export const copyVerses = v.number();
/** Token to report the display with, if the provider requires it. */
export const fums = v.optional(v.string());

/** Fields of a verse that the reader uses. */
export const readVerse = {
  verse: v.number(),
  text: v.string(),
  /** Starts a paragraph. */
  paragraph: v.optional(v.boolean()),
  /** Title of the psalm, before its first verse. */
  title: v.optional(v.string()),
  /** Letter of the acrostic, before the verse. */
  heading: v.optional(v.string()),
  /** Words added by the translators. */
  italics: v.optional(textRangesSchema),
  words_of_jesus: v.optional(textRangesSchema),
  /** Heading of the section that starts with the verse. */
  section: v.optional(v.string()),
  /** Lines of poetry. */
  lines: v.optional(v.array(poetryLineSchema)),
  footnotes: v.optional(v.array(footnoteSchema)),
};

/**
 * Minimum that the reader requires of a chapter. The public service documents no terms, and a newer
 * server may send values that an older native app does not know.
 */
export const readChapterSchema = v.object({
  verses: v.array(v.object(readVerse)),
  copyright: v.optional(copyright, ""),
  caps: v.optional(v.object({ tts: v.string(), copyVerses })),
  fums,
});

export type ReadChapter = DeepReadonly<v.InferOutput<typeof readChapterSchema>>;

/**
 * Fields of the versions that the reader requires. A server older than the native app sends only id
 * and state of the five; other versions must be complete.
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

export type ReadVersions = DeepReadonly<v.InferOutput<typeof readVersionsSchema>>;

export const foundPlace = { usfm: v.string(), chapter: v.number(), verse: v.number() };

/** The same verse in the second version, in that version's numbering. */
export const parallelVerseSchema = v.object({
  chapter: v.number(),
  verse: v.number(),
  text: v.string(),
});

/** Fields of a search response that the reader requires. */
export const readSearchSchema = v.object({
  total: v.number(),
  hits: v.array(
    v.object({
      ref: v.object(foundPlace),
      text: v.string(),
      ranges: textRangesSchema,
      beside: v.optional(parallelVerseSchema),
    }),
  ),
});

export type ReadSearch = DeepReadonly<v.InferOutput<typeof readSearchSchema>>;

function isPlainVerse(value: unknown): boolean {
  if (!Array.isArray(value) || value.length !== 2) return false;
  return typeof value[0] === "number" && typeof value[1] === "string";
}

/** A verse in the offline files: number, text and its marks. */
const packedVerseSchema = v.union([
  // A plain tuple would drop the marks.
  v.custom<[number, string]>(isPlainVerse),
  v.tuple([
    v.number(),
    v.string(),
    v.object({
      /** Starts a paragraph. */
      p: v.optional(v.literal(1)),
      /** Title of the psalm. */
      t: v.optional(v.string()),
      /** Letter of the acrostic. */
      h: v.optional(v.string()),
      /** Words added by the translators. */
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

export type PackedVerse = DeepReadonly<v.InferOutput<typeof packedVerseSchema>>;

export const packedChapterSchema = v.array(packedVerseSchema);

/** Response of `GET /api/bible/v1/{version}/{book}.json`; `book` is the USFM code. */
export const packedBookSchema = v.object({
  book: v.string(),
  chapters: v.array(packedChapterSchema),
});

export type PackedBook = DeepReadonly<v.InferOutput<typeof packedBookSchema>>;

/**
 * Response of `GET /api/bible/v1/{version}/all.json`. Each book is checked in full when it is
 * opened.
 */
export const packedBibleSchema = v.object({
  books: v.array(v.object({ book: v.string(), chapters: v.array(v.unknown()) })),
});
