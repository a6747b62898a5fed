import { LANGUAGE_FACTS, LANGUAGES } from "#shared/languages.ts";

/** Returns the value, or "" when it is not a string: stored values may be invalid. */
export function textIn(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

/** Returns the text of one language. */
export function localTextIn(value: unknown, language: string): string {
  if (typeof value !== "object" || value === null) return "";
  return textIn(Object.getOwnPropertyDescriptor(value, language)?.value);
}

/** Formats a value for the conflict dialog. */
export function displayValue(
  value: unknown,
  texts: { none: string; yes: string; no: string },
): string {
  if (typeof value === "boolean") return value ? texts.yes : texts.no;
  if (value === undefined || value === null || value === "") return texts.none;
  if (typeof value !== "object") return textIn(value);
  if (!isLocalText(value)) return JSON.stringify(value, null, 2);
  return LANGUAGES.map(
    (language) => `${LANGUAGE_FACTS[language].name}: ${localTextIn(value, language)}`,
  ).join("\n");
}

function isLocalText(value: object): boolean {
  const names: readonly string[] = LANGUAGES;
  const fields = Object.entries(value);
  return (
    fields.length > 0 &&
    fields.every(([name, held]) => names.includes(name) && typeof held === "string")
  );
}
