import { z } from "zod";
import { type Language, LANGUAGES } from "#shared/languages.ts";

/** Names and titles enter mail headers, where a line break would start another header. */
export const ONE_LINE = /^[^\p{Cc}\u2028\u2029]*$/u;
const NOT_ONE_LINE = "must be one line";

export function lineText(maxLength: number): z.ZodString {
  return z.string().min(1).max(maxLength).regex(ONE_LINE, NOT_ONE_LINE);
}

/** A name or title in each language; a single string is used for all. */
export function localLine(maxLength: number): z.ZodType<Record<Language, string>> {
  return z.preprocess(inEachLanguage, z.record(z.enum(LANGUAGES), lineText(maxLength)));
}

/** A text in each language; a single string is used for all. */
export function localText(maxLength: number): z.ZodType<Record<Language, string>> {
  const text = z.string().min(1).max(maxLength);
  return z.preprocess(inEachLanguage, z.record(z.enum(LANGUAGES), text));
}

/** A text in at least one language; a single string is used for all. */
export function writtenText(maxLength: number): z.ZodType<Partial<Record<Language, string>>> {
  const text = z.string().min(1).max(maxLength);
  return z.preprocess(inEachLanguage, z.partialRecord(z.enum(LANGUAGES), text));
}

function inEachLanguage(value: unknown): unknown {
  if (typeof value !== "string") return value;
  return Object.fromEntries(LANGUAGES.map((language) => [language, value]));
}
