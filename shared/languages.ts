/**
 * The languages of the product, in the order in which pages name them. The first one's addresses carry
 * no prefix (specification: `/live-tv`); those of the others do: `/fr/live-tv`.
 */
export const LANGUAGES = ["en", "fr"] as const;

/** Also the language's BCP 47 tag, in `lang`, `hreflang` and `inLanguage`. */
export type Language = (typeof LANGUAGES)[number];

/** What stands in where nobody names a language. */
export const DEFAULT_LANGUAGE: Language = LANGUAGES[0];

type LanguageFacts = {
  /** Its name as its own speakers write it. */
  name: string;
  /** BCP 47 tag with a region, by which dates, times and numbers are written. */
  locale: string;
  /** Which way it is written: `dir` of its pages. */
  direction: "ltr" | "rtl";
  /** Whether it sets a space before ? ! ; : as French does: its texts go through `setFrench`. */
  hasSpacedMarks?: true;
};

/** English dates are American: the specification writes "June 14, 2025" and "4:00 PM". */
export const LANGUAGE_FACTS: Readonly<Record<Language, LanguageFacts>> = {
  en: { name: "English", locale: "en-US", direction: "ltr" },
  fr: { name: "Français", locale: "fr-FR", direction: "ltr", hasSpacedMarks: true },
};

/** The language of ours that a BCP 47 tag names, whatever its country; the default for any other. */
export function nearestLanguage(tag: string): Language {
  return LANGUAGES.find((known) => known === tag.split("-")[0]) ?? DEFAULT_LANGUAGE;
}

/** Prefix that the router takes as its base for a language: "/" or "/fr". */
export function basePathOf(language: Language): string {
  return prefixOf(language) || "/";
}

/** Splits an address path into its language and the path as the route table knows it. */
export function splitLanguage(pathname: string): { language: Language; path: string } {
  const named = LANGUAGES.find((known) => `${pathname}/`.startsWith(`/${known}/`));
  const language = named ?? DEFAULT_LANGUAGE;
  return { language, path: pathname.slice(prefixOf(language).length) || "/" };
}

/** The address of a route-table path in a language. */
export function localisedPath(path: string, language: Language): string {
  return path === "/" ? basePathOf(language) : prefixOf(language) + path;
}

/** The language that a tag such as "fr-CA" is of; undefined for one that the product does not speak. */
export function languageOf(tag: string): Language | undefined {
  const [primary] = tag.toLowerCase().split("-");
  return LANGUAGES.find((known) => known === primary);
}

/** Attributes of the `html` element of a page in a language. */
export function pageLanguage(language: Language): string {
  const { direction } = LANGUAGE_FACTS[language];
  return `lang="${language}"${direction === "rtl" ? ` dir="rtl"` : ""}`;
}

function prefixOf(language: Language): string {
  return language === DEFAULT_LANGUAGE ? "" : `/${language}`;
}
