import { z } from "zod";
import { type Language, LANGUAGES } from "#shared/languages.ts";

/** Names and titles stand in headers of mails, where a line break would begin another header. */
export const ONE_LINE = /^[^\p{Cc}\u2028\u2029]*$/u;
const NOT_ONE_LINE = "must be one line";

/** A name or a title. */
export function lineText(maxLength: number): z.ZodString {
  return z.string().min(1).max(maxLength).regex(ONE_LINE, NOT_ONE_LINE);
}

/** A name or a title, in each language; one text alone is for all. */
export function localLine(maxLength: number): z.ZodType<Record<Language, string>> {
  return z.preprocess(inEachLanguage, z.record(z.enum(LANGUAGES), lineText(maxLength)));
}

/** A text for people, in each language; one text alone is for all. */
export function localText(maxLength: number): z.ZodType<Record<Language, string>> {
  const text = z.string().min(1).max(maxLength);
  return z.preprocess(inEachLanguage, z.record(z.enum(LANGUAGES), text));
}

/** A text for people in the languages in which it was written; one text alone is for all. */
export function writtenText(maxLength: number): z.ZodType<Partial<Record<Language, string>>> {
  const text = z.string().min(1).max(maxLength);
  return z.preprocess(inEachLanguage, z.partialRecord(z.enum(LANGUAGES), text));
}

function inEachLanguage(value: unknown): unknown {
  if (typeof value !== "string") return value;
  return Object.fromEntries(LANGUAGES.map((language) => [language, value]));
}
