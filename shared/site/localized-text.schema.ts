import * as v from "valibot";
import { type Language, LANGUAGES } from "#shared/languages.ts";

/** Names and titles enter mail headers, where a line break would start another header. */
export const ONE_LINE = /^[^\p{Cc}\u2028\u2029]*$/u;
const NOT_ONE_LINE = "must be one line";

export function lineText(maxLength: number): v.GenericSchema<string> {
  return v.pipe(text(maxLength), v.regex(ONE_LINE, NOT_ONE_LINE));
}

/** A name or title in each language; a single string is used for all. */
export function localLine(maxLength: number): v.GenericSchema<unknown, Record<Language, string>> {
  return inEachLanguage(v.strictObject(v.entriesFromList(LANGUAGES, lineText(maxLength))));
}

/** A text in each language; a single string is used for all. */
export function localText(maxLength: number): v.GenericSchema<unknown, Record<Language, string>> {
  return inEachLanguage(v.strictObject(v.entriesFromList(LANGUAGES, text(maxLength))));
}

/** A text in at least one language; a single string is used for all. */
export function writtenText(
  maxLength: number,
): v.GenericSchema<unknown, Partial<Record<Language, string>>> {
  const written = v.exactOptional(text(maxLength));
  return inEachLanguage(v.strictObject(v.entriesFromList(LANGUAGES, written)));
}

function text(maxLength: number) {
  return v.pipe(v.string(), v.minLength(1), v.maxLength(maxLength));
}

/** Repeats a single string in each language, then parses with a schema. */
function inEachLanguage<Texts extends v.GenericSchema>(texts: Texts) {
  return v.pipe(
    v.unknown(),
    v.transform((value) =>
      typeof value === "string"
        ? Object.fromEntries(LANGUAGES.map((language) => [language, value]))
        : value,
    ),
    texts,
  );
}
