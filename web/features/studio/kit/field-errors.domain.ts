import type { z } from "zod";
import type { KitMessages } from "#shared/messages/studio/kit.ts";

type ErrorTexts = KitMessages["faults"];

/** Error texts by path: "name.fr". */
export type FieldErrors = Readonly<Record<string, string>>;

/**
 * Returns the text of the first error of each field.
 * @param own texts of the page for messages that its schema gives as keys.
 */
export function errorTextsOf(
  issues: readonly z.core.$ZodIssue[],
  texts: ErrorTexts,
  own: Readonly<Record<string, string>> = {},
): FieldErrors {
  const errors = new Map<string, string>();
  for (const issue of issues) {
    const path = issue.path.map(String).join(".");
    if (!errors.has(path)) errors.set(path, own[issue.message] ?? errorText(issue, texts));
  }
  return Object.fromEntries(errors);
}

/** Returns the text of an error of the schema. */
function errorText(issue: z.core.$ZodIssue, texts: ErrorTexts): string {
  switch (issue.code) {
    case "too_small":
      return tooSmall(issue.origin, Number(issue.minimum), texts);
    case "too_big":
      return tooBig(issue.origin, Number(issue.maximum), texts);
    case "invalid_format":
      return formatError(issue.format, texts);
    case "invalid_type":
      if (issue.expected === "number") return texts.number;
      return issue.input === undefined ? texts.missing : texts.unknown;
    case "invalid_value":
    case "invalid_union":
      return texts.choice;
    case "custom":
    case "invalid_element":
    case "invalid_key":
    case "not_multiple_of":
    case "unrecognized_keys":
      return texts.unknown;
  }
}

function tooSmall(origin: string, least: number, texts: ErrorTexts): string {
  if (origin === "string") return least <= 1 ? texts.missing : texts.tooShort(least);
  return isList(origin) ? texts.tooFew(least) : texts.tooLow(least);
}

function tooBig(origin: string, most: number, texts: ErrorTexts): string {
  if (origin === "string") return texts.tooLong(most);
  return isList(origin) ? texts.tooMany(most) : texts.tooHigh(most);
}

function isList(origin: string): boolean {
  return origin === "array" || origin === "set" || origin === "map" || origin === "record";
}

function formatError(format: string, texts: ErrorTexts): string {
  switch (format) {
    case "url":
      return texts.url;
    case "email":
      return texts.email;
    case "date":
    case "datetime":
      return texts.date;
    case "time":
      return texts.time;
    default:
      return texts.unknown;
  }
}
