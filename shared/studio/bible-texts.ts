import { z } from "zod";
import { SERVICE_TEXT_ID } from "#shared/bible/bible-versions.ts";

/** Free Bible texts of this server. */
export const TEXTS_PATH = "/api/studio/bible-texts";
/** Texts that the free service offers under a suitable licence. */
export const OFFERED_TEXTS_PATH = `${TEXTS_PATH}/offered`;
/** `POST ?id=` (id of the service): downloads a text, or retries at once. */
export const ADD_TEXT_PATH = `${TEXTS_PATH}/add`;
/** `POST ?id=` (id of this server). */
export const REMOVE_TEXT_PATH = `${TEXTS_PATH}/remove`;

/** Download errors; the page has a text for each. */
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

/** Installed texts, and running downloads. */
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
      /** Required by the configuration: after a removal it would return. */
      isConfigured: z.boolean(),
    }),
  ),
  coming: z.array(
    z.object({
      serviceId: z.string(),
      /** Downloaded books and their total; 0 of 0 before the first response. */
      done: count,
      total: count,
      problem: textProblem.nullable(),
      /** Next attempt, ISO 8601; null during an attempt. */
      nextAt: z.string().nullable(),
      /** Required by the configuration, so it cannot be removed. */
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

/** Returns the id of a request's query, or null if it is invalid. */
export function textIdOf(requested: string | undefined): string | null {
  return requested !== undefined && SERVICE_TEXT_ID.test(requested) ? requested : null;
}
