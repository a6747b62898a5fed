import { z } from "zod";

/** Responses of the free service, as far as they are used; reference at bible.helloao.org/docs. */

const count = z.number().int().nonnegative();

const translationSchema = z.object({
  id: z.string(),
  name: z.string(),
  englishName: z.string(),
  website: z.string(),
  licenseUrl: z.string(),
  licenseNotice: z.string().nullish(),
  shortName: z.string().nullish(),
  /** ISO 639-3. */
  language: z.string(),
  languageName: z.string().nullish(),
  languageEnglishName: z.string().nullish(),
  numberOfBooks: count,
  totalNumberOfVerses: count,
});

export type ServiceTranslation = z.infer<typeof translationSchema>;

/** `/api/available_translations.json` */
export const translationsSchema = z.object({
  // Skip incomplete entries among the more than a thousand.
  translations: z
    .array(translationSchema.nullable().catch(null))
    .transform((all) => all.filter((translation) => translation !== null))
    .refine((known) => known.length > 0),
});

/** `/api/{translation}/books.json` */
export const booksSchema = z.object({
  translation: translationSchema,
  books: z.array(z.object({ id: z.string(), numberOfChapters: count, totalNumberOfVerses: count })),
});

export type ServiceBooks = z.infer<typeof booksSchema>;

const noteReference = z.object({ noteId: z.number() });
const formatted = z.object({
  text: z.string(),
  poem: z.number().optional(),
  wordsOfJesus: z.boolean().optional(),
});
const heading = z.object({ heading: z.string() });
const lineBreak = z.object({ lineBreak: z.literal(true) });
const piece = z.union([z.string(), formatted, noteReference, heading, lineBreak]);

export type ServicePiece = z.infer<typeof piece>;

const known = z.discriminatedUnion("type", [
  z.object({ type: z.literal("heading"), content: z.array(z.string()) }),
  z.object({ type: z.literal("line_break") }),
  z.object({ type: z.literal("hebrew_subtitle"), content: z.array(piece) }),
  z.object({
    type: z.literal("verse"),
    number: z.number().int().positive(),
    content: z.array(piece),
  }),
]);

const KNOWN_TYPES: readonly string[] = ["heading", "line_break", "hebrew_subtitle", "verse"];

/** Items of newer service versions are not text. */
const other = z
  .object({ type: z.string().refine((type) => !KNOWN_TYPES.includes(type)) })
  .transform(() => ({ type: "other" as const }));
const chapterContent = z.union([known, other]);

/** `/api/{translation}/{book}/{chapter}.json` */
export const chapterSchema = z.object({
  translation: z.object({ id: z.string() }),
  book: z.object({ id: z.string() }),
  numberOfVerses: count,
  chapter: z.object({
    number: z.number(),
    content: z.array(chapterContent),
    footnotes: z.array(z.object({ noteId: z.number(), text: z.string() })).default([]),
  }),
});

export type ServiceChapter = z.infer<typeof chapterSchema>;
