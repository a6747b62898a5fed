import * as v from "valibot";
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

const textProblem = v.picklist(TEXT_PROBLEMS);

export type TextProblem = v.InferOutput<typeof textProblem>;

const licence = v.picklist(["pd", "cc0", "cc-by", "cc-by-sa", "cc-by-nd"]);
const count = v.number();

/** Installed texts, and running downloads. */
export const studioTextsSchema = v.object({
  here: v.array(
    v.object({
      id: v.string(),
      name: v.string(),
      language: v.string(),
      licence,
      source: v.string(),
      verses: count,
      books: count,
      bytes: count,
      /** Required by the configuration: after a removal it would return. */
      isConfigured: v.boolean(),
    }),
  ),
  coming: v.array(
    v.object({
      serviceId: v.string(),
      /** Downloaded books and their total; 0 of 0 before the first response. */
      done: count,
      total: count,
      problem: v.nullable(textProblem),
      /** Next attempt, ISO 8601; null during an attempt. */
      nextAt: v.nullable(v.string()),
      /** Required by the configuration, so it cannot be removed. */
      isConfigured: v.boolean(),
    }),
  ),
});

export type StudioTexts = v.InferOutput<typeof studioTextsSchema>;

export const offeredTextsSchema = v.object({
  texts: v.array(
    v.object({
      serviceId: v.string(),
      name: v.string(),
      englishName: v.string(),
      language: v.string(),
      licence,
      verses: count,
      books: count,
    }),
  ),
});

export type OfferedTexts = v.InferOutput<typeof offeredTextsSchema>;

/** Returns the id of a request's query, or null if it is invalid. */
export function textIdOf(requested: string | undefined): string | null {
  return requested !== undefined && SERVICE_TEXT_ID.test(requested) ? requested : null;
}
