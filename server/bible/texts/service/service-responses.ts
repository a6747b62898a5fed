import * as v from "valibot";

/** Responses of the free service, as far as they are used; reference at bible.helloao.org/docs. */

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

const translationSchema = v.object({
  id: v.string(),
  name: v.string(),
  englishName: v.string(),
  website: v.string(),
  licenseUrl: v.string(),
  licenseNotice: v.nullish(v.string()),
  shortName: v.nullish(v.string()),
  /** ISO 639-3. */
  language: v.string(),
  languageName: v.nullish(v.string()),
  languageEnglishName: v.nullish(v.string()),
  numberOfBooks: count,
  totalNumberOfVerses: count,
});

export type ServiceTranslation = v.InferOutput<typeof translationSchema>;

/** `/api/available_translations.json` */
export const translationsSchema = v.object({
  // Skip incomplete entries among the more than a thousand.
  translations: v.pipe(
    v.array(v.fallback(v.nullable(translationSchema), null)),
    v.transform((all) => all.filter((translation) => translation !== null)),
    v.nonEmpty(),
  ),
});

/** `/api/{translation}/books.json` */
export const booksSchema = v.object({
  translation: translationSchema,
  books: v.array(v.object({ id: v.string(), numberOfChapters: count, totalNumberOfVerses: count })),
});

export type ServiceBooks = v.InferOutput<typeof booksSchema>;

const noteReference = v.object({ noteId: v.number() });
const formatted = v.object({
  text: v.string(),
  poem: v.optional(v.number()),
  wordsOfJesus: v.optional(v.boolean()),
});
const heading = v.object({ heading: v.string() });
const lineBreak = v.object({ lineBreak: v.literal(true) });
const piece = v.union([v.string(), formatted, noteReference, heading, lineBreak]);

export type ServicePiece = v.InferOutput<typeof piece>;

const known = v.variant("type", [
  v.object({ type: v.literal("heading"), content: v.array(v.string()) }),
  v.object({ type: v.literal("line_break") }),
  v.object({ type: v.literal("hebrew_subtitle"), content: v.array(piece) }),
  v.object({
    type: v.literal("verse"),
    number: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
    content: v.array(piece),
  }),
]);

const KNOWN_TYPES: readonly string[] = ["heading", "line_break", "hebrew_subtitle", "verse"];

/** Items of newer service versions are not text. */
const other = v.pipe(
  v.object({
    type: v.pipe(
      v.string(),
      v.check((type) => !KNOWN_TYPES.includes(type)),
    ),
  }),
  v.transform(() => ({ type: "other" as const })),
);
const chapterContent = v.union([known, other]);

/** `/api/{translation}/{book}/{chapter}.json` */
export const chapterSchema = v.object({
  translation: v.object({ id: v.string() }),
  book: v.object({ id: v.string() }),
  numberOfVerses: count,
  chapter: v.object({
    number: v.number(),
    content: v.array(chapterContent),
    footnotes: v.optional(v.array(v.object({ noteId: v.number(), text: v.string() })), []),
  }),
});

export type ServiceChapter = v.InferOutput<typeof chapterSchema>;
