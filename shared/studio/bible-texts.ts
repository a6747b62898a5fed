import { z } from "zod";
import { SERVICE_TEXT_ID } from "#shared/bible/service-text-id.ts";

/** Where the studio asks for the free texts of this server. */
export const TEXTS_PATH = "/api/studio/bible-texts";
/** What the free service offers under a licence that lets a site have it. */
export const OFFERED_TEXTS_PATH = `${TEXTS_PATH}/offered`;
/** `POST ?id=` of the service: fetches a text, or tries again at once. */
export const ADD_TEXT_PATH = `${TEXTS_PATH}/add`;
/** `POST ?id=` of ours. */
export const REMOVE_TEXT_PATH = `${TEXTS_PATH}/remove`;

/** Why a text did not come; the page has a sentence for each. */
export const TEXT_PROBLEMS = [
  "unreachable",
  "busy",
  "garbage",
  "gone",
  "counts",
  "non-commercial",
  "unknown-licence",
  "disk",
] as const;

const textProblem = z.enum(TEXT_PROBLEMS);

export type TextProblem = z.infer<typeof textProblem>;

const licence = z.enum(["pd", "cc0", "cc-by", "cc-by-sa", "cc-by-nd"]);
const count = z.number();

/** Texts that are here, and those that are on their way. */
export const studioTextsSchema = z.object({
  here: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      language: z.string(),
      licence,
      source: z.string(),
      verses: count,
      books: count,
      bytes: count,
      /** The configuration wants it: removed, it would come back. */
      isConfigured: z.boolean(),
    }),
  ),
  coming: z.array(
    z.object({
      serviceId: z.string(),
      /** Books that are here, of all; 0 of 0 before the first answer. */
      done: count,
      total: count,
      problem: textProblem.nullable(),
      /** When it is tried again, ISO 8601; null while it is tried. */
      nextAt: z.string().nullable(),
      /** The configuration wants it: nobody can take it off the list. */
      isConfigured: z.boolean(),
    }),
  ),
});

export type StudioTexts = z.infer<typeof studioTextsSchema>;

export const offeredTextsSchema = z.object({
  texts: z.array(
    z.object({
      serviceId: z.string(),
      name: z.string(),
      englishName: z.string(),
      language: z.string(),
      licence,
      verses: count,
      books: count,
    }),
  ),
});

export type OfferedTexts = z.infer<typeof offeredTextsSchema>;

/** The id in a request's address; null for what is none. */
export function textIdOf(asked: string | undefined): string | null {
  return asked !== undefined && SERVICE_TEXT_ID.test(asked) ? asked : null;
}
