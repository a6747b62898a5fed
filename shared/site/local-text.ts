import { z } from "zod";
import { type Language, LANGUAGES } from "#shared/languages.ts";

/** A text for people, in each language; one text alone is for all. */
export function localText(maxLength: number): z.ZodType<Record<Language, string>> {
  const text = z.string().min(1).max(maxLength);
  return z.preprocess(
    (value) =>
      typeof value === "string"
        ? Object.fromEntries(LANGUAGES.map((language) => [language, value]))
        : value,
    z.record(z.enum(LANGUAGES), text),
  );
}
