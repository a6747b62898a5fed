import { LANGUAGE_FACTS, LANGUAGES } from "#shared/languages.ts";

/** A value that was written past the studio may be anything: what is no text reads as none. */
export function textIn(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

/** A language's text of a value that has one for each. */
export function localTextIn(value: unknown, language: string): string {
  if (typeof value !== "object" || value === null) return "";
  return textIn(Object.getOwnPropertyDescriptor(value, language)?.value);
}

/** A value as people read it when they choose between two. */
export function shownValue(
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
