import * as v from "valibot";
import { type Language, LANGUAGES } from "#shared/languages.ts";
import { textIn } from "./localized-text.domain.ts";

/** Names and titles enter mail headers, where a line break would start another header. */
export const ONE_LINE = /^[^\p{Cc}\u2028\u2029]*$/u;
const NOT_ONE_LINE = "must be one line";

export function lineText(maxLength: number): v.GenericSchema<string> {
  return v.pipe(text(maxLength), v.regex(ONE_LINE, NOT_ONE_LINE));
}

/** A single string stands for every language. */
const repeatString = v.transform((value: unknown) =>
  typeof value === "string"
    ? Object.fromEntries(LANGUAGES.map((language) => [language, value]))
    : value,
);

/** A name or title in at least one language, which is used for the others too. */
export function localLine(maxLength: number): v.GenericSchema<unknown, Record<Language, string>> {
  return inEachLanguage(lineText(maxLength));
}

/** A text in at least one language, which is used for the others too. */
export function localText(maxLength: number): v.GenericSchema<unknown, Record<Language, string>> {
  return inEachLanguage(text(maxLength));
}

/** A text in at least one language. */
export function writtenText(
  maxLength: number,
): v.GenericSchema<unknown, Partial<Record<Language, string>>> {
  const written = v.exactOptional(text(maxLength));
  return v.pipe(v.unknown(), repeatString, v.strictObject(v.entriesFromList(LANGUAGES, written)));
}

function text(maxLength: number) {
  return v.pipe(v.string(), v.minLength(1), v.maxLength(maxLength));
}

const someTexts = v.record(v.string(), v.optional(v.string()));

/** Fills in the languages without a text, then parses each text with a schema. */
function inEachLanguage(schema: v.GenericSchema<string>) {
  return v.pipe(
    v.unknown(),
    v.transform((value) => {
      if (!v.is(someTexts, value)) return value;
      const filled = LANGUAGES.flatMap((language) => {
        const written = textIn(value, language);
        return written === null ? [] : [[language, written.text]];
      });
      return { ...value, ...Object.fromEntries(filled) };
    }),
    repeatString,
    v.strictObject(v.entriesFromList(LANGUAGES, schema)),
  );
}
