import * as v from "valibot";
import { BIBLE_VERSION_IDS } from "#shared/bible/bible-versions.ts";

const textRangeSchema = v.pipe(v.tuple([v.number(), v.number()]), v.readonly());
const textRangesSchema = v.pipe(v.array(textRangeSchema), v.readonly());

/** A stretch of a verse's text: index of its first character and of the one after its last. */
export type TextRange = v.InferOutput<typeof textRangeSchema>;

/** What a reader shows of a verse. */
const readVerse = {
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
};

/** What a licence lets one do with a text; the server keeps to it, the screen shows only that. */
const capsSchema = v.object({
  offline: v.boolean(),
  search: v.boolean(),
  tts: v.picklist(["any", "publisher-audio-only", "none"]),
  /** Most verses of one copied or shared quotation. */
  copyVerses: v.number(),
  /** Most verses that the server may hold; null: no limit. */
  storeVerses: v.nullable(v.number()),
  /** Longest time that the server may hold them, in days; null: no limit. */
  storeDays: v.nullable(v.number()),
  /** Each display must be reported to the provider. */
  fums: v.boolean(),
});

export type BibleCaps = v.InferOutput<typeof capsSchema>;

const licence = v.picklist(["pd", "licensed"]);
const place = v.nullable(v.object({ book: v.string(), chapter: v.number() }));

/**
 * Answer of `GET /api/bible/{reference}`, in the shape of the public service that the specification names
 * (section 7), with what our reader needs besides.
 */
export const chapterAnswerSchema = v.object({
  reference: v.string(),
  verses: v.array(
    v.object({ book_id: v.string(), book_name: v.string(), chapter: v.number(), ...readVerse }),
  ),
  text: v.string(),
  translation_id: v.string(),
  translation_name: v.string(),
  translation_note: v.string(),
  licence,
  copyright: v.string(),
  caps: capsSchema,
  /** To be reported when the chapter is shown, where the provider wants that. */
  fums: v.optional(v.string()),
  previous: place,
  next: place,
});

export type ChapterAnswer = v.InferOutput<typeof chapterAnswerSchema>;

/**
 * The least that a reader takes for a chapter: the public service says nothing about terms, and a server
 * that is newer than the phone app may use words that the app does not know.
 */
export const readChapterSchema = v.object({
  verses: v.array(v.object(readVerse)),
  copyright: v.optional(chapterAnswerSchema.entries.copyright, ""),
  caps: v.optional(v.object({ tts: v.string(), copyVerses: capsSchema.entries.copyVerses })),
  fums: chapterAnswerSchema.entries.fums,
});

export type ReadChapter = v.InferOutput<typeof readChapterSchema>;

const versionSchema = v.object({
  id: v.picklist(BIBLE_VERSION_IDS),
  abbreviation: v.string(),
  name: v.string(),
  copyright: v.string(),
  licence,
  state: v.picklist(["ready", "needs-key", "not-granted", "down"]),
  /** Null while no provider is set up. */
  caps: v.nullable(capsSchema),
});

export type BibleVersionState = v.InferOutput<typeof versionSchema>["state"];

/** Answer of `GET /api/bible/v1/versions`. */
export const versionsAnswerSchema = v.object({ versions: v.array(versionSchema) });

export type VersionsAnswer = v.InferOutput<typeof versionsAnswerSchema>;

/** What a reader asks of it. */
export const readVersionsSchema = v.object({
  versions: v.array(v.object({ id: v.string(), state: v.string() })),
});

const foundPlace = { usfm: v.string(), chapter: v.number(), verse: v.number() };

/** What a reader shows of a search: verses of the whole Bible that hold the words. */
export const readSearchSchema = v.object({
  total: v.number(),
  hits: v.array(
    v.object({ ref: v.object(foundPlace), text: v.string(), ranges: textRangesSchema }),
  ),
});

export type ReadSearch = v.InferOutput<typeof readSearchSchema>;

/** Answer of `GET /api/bible/v1/search`: the verses, and the place where the words name one. */
export const searchAnswerSchema = v.object({
  kind: v.picklist(["reference", "text"]),
  reference: v.optional(
    v.object({
      book: v.string(),
      chapter: v.number(),
      verses: v.nullable(v.object({ from: v.number(), to: v.number() })),
    }),
  ),
  translation_id: v.string(),
  total: v.number(),
  hits: v.array(
    v.object({
      ref: v.object({ ...foundPlace, bookName: v.string() }),
      text: v.string(),
      ranges: textRangesSchema,
    }),
  ),
});

export type SearchAnswer = v.InferOutput<typeof searchAnswerSchema>;

/** A verse in the files for reading offline: number, text and what is not ordinary about it. */
const packedVerseSchema = v.union([
  v.tuple([v.number(), v.string()]),
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
    }),
  ]),
]);

export type PackedVerse = v.InferOutput<typeof packedVerseSchema>;

export const packedChapterSchema = v.array(packedVerseSchema);

/** Answer of `GET /api/bible/v1/{version}/{book}.json`; `book` is the USFM code. */
export const packedBookSchema = v.object({
  book: v.string(),
  chapters: v.array(packedChapterSchema),
});

export type PackedBook = v.InferOutput<typeof packedBookSchema>;

/** Answer of `GET /api/bible/v1/{version}/all.json`. Each book is checked in full when it is opened. */
export const packedBibleSchema = v.object({
  books: v.array(v.object({ book: v.string(), chapters: v.array(v.unknown()) })),
});
