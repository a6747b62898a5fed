import { DEFAULT_LANGUAGE, type Language, languageOf } from "#shared/languages.ts";

type Visitor = {
  /** The language of the page. */
  page: Language;
  /** BCP 47 tags of the browser, the preferred one first. */
  wanted: readonly string[];
  /** The stored choice, or null. */
  chosen: Language | null;
};

/**
 * Returns the language to prompt for, or null. A path with a language was chosen on purpose, and a
 * stored choice is final; only the browser's first language counts.
 */
export function offeredLanguage({ page, wanted, chosen }: Visitor): Language | null {
  if (page !== DEFAULT_LANGUAGE || chosen !== null) return null;
  const first = languageOf(wanted[0] ?? "");
  return first === undefined || first === page ? null : first;
}
