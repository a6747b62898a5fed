import * as v from "valibot";
import { EMAIL_ADDRESS, isDay, isHttpsUrl, isInstant } from "#shared/formats.ts";
import type { KitMessages } from "#shared/messages/studio/kit.ts";

type ErrorTexts = KitMessages["faults"];

/** Error texts by path: "name.fr". */
export type FieldErrors = Readonly<Record<string, string>>;

/**
 * Returns the text of the first error of each field.
 * @param own texts of the page for messages that its schema gives as keys.
 */
export function errorTextsOf(
  issues: readonly v.GenericIssue[],
  texts: ErrorTexts,
  own: Readonly<Record<string, string>> = {},
): FieldErrors {
  const errors = new Map<string, string>();
  for (const issue of issues) {
    const path = v.getDotPath(issue) ?? "";
    if (!errors.has(path)) errors.set(path, own[issue.message] ?? errorText(issue, texts));
  }
  return Object.fromEntries(errors);
}

/** Texts of the rules that schemas take from `shared/formats.ts`. */
const FORMAT_TEXTS = new Map<unknown, "url" | "email" | "date">([
  [isHttpsUrl, "url"],
  [EMAIL_ADDRESS, "email"],
  [isDay, "date"],
  [isInstant, "date"],
]);

/** Returns the text of an error of the schema. */
function errorText(issue: v.GenericIssue, texts: ErrorTexts): string {
  const { kind, type, input, requirement } = issue;
  switch (type) {
    case "min_length":
    case "max_length":
    case "min_value":
    case "max_value":
      return limitText(issue, texts);
    case "number":
      return texts.number;
    case "picklist":
    case "union":
    case "variant":
      return texts.choice;
    case "check":
    case "regex":
      return texts[FORMAT_TEXTS.get(requirement) ?? "unknown"];
    default:
      return kind === "schema" && input === undefined ? texts.missing : texts.unknown;
  }
}

function limitText({ type, input, requirement }: v.GenericIssue, texts: ErrorTexts): string {
  const limit = Number(requirement);
  if (type === "min_value") return texts.tooLow(limit);
  if (type === "max_value") return texts.tooHigh(limit);
  const isText = typeof input === "string";
  if (type === "max_length") return isText ? texts.tooLong(limit) : texts.tooMany(limit);
  if (!isText) return texts.tooFew(limit);
  return limit <= 1 ? texts.missing : texts.tooShort(limit);
}
