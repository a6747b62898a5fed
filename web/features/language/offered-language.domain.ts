import { DEFAULT_LANGUAGE, type Language, languageOf } from "#shared/languages.ts";

type Visitor = {
  /** The language of the page. */
  page: Language;
  /** BCP 47 tags that the browser asks for, the most wanted first. */
  wanted: readonly string[];
  /** What was chosen here before, or null. */
  chosen: Language | null;
};

/**
 * The language to offer to a visitor, or null. An address that names a language was asked for, and who
 * has chosen before is not asked again; languages that the browser takes as well are no wish.
 */
export function offeredLanguage({ page, wanted, chosen }: Visitor): Language | null {
  if (page !== DEFAULT_LANGUAGE || chosen !== null) return null;
  const first = languageOf(wanted[0] ?? "");
  return first === undefined || first === page ? null : first;
}
