/**
 * Languages of the product. URLs of the first have no prefix (specification: `/live-tv`), those of
 * others do: `/fr/live-tv`.
 */
export const LANGUAGES = ["en", "fr"] as const;

/** Also the BCP 47 tag in `lang`, `hreflang` and `inLanguage`. */
export type Language = (typeof LANGUAGES)[number];

/** Used when a request names no language. */
export const DEFAULT_LANGUAGE: Language = LANGUAGES[0];

type LanguageFacts = {
  /** In the language itself. */
  name: string;
  /** BCP 47 tag with a region, for dates, times and numbers. */
  locale: string;
  /** Value of `dir`. */
  direction: "ltr" | "rtl";
  /** Whether ? ! ; : follow a space, as in French: its texts go through `setFrench`. */
  hasSpacedMarks?: true;
};

/** English dates are American: the specification writes "June 14, 2025" and "4:00 PM". */
export const LANGUAGE_FACTS: Readonly<Record<Language, LanguageFacts>> = {
  en: { name: "English", locale: "en-US", direction: "ltr" },
  fr: { name: "Français", locale: "fr-FR", direction: "ltr", hasSpacedMarks: true },
};

/** Returns the product's language for a BCP 47 tag, otherwise the default. */
export function nearestLanguage(tag: string): Language {
  return LANGUAGES.find((known) => known === tag.split("-")[0]) ?? DEFAULT_LANGUAGE;
}

/** Returns the router's base path for a language: "/" or "/fr". */
export function basePathOf(language: Language): string {
  return prefixOf(language) || "/";
}

/** Splits a URL path into its language and the path in the route table. */
export function splitLanguage(pathname: string): { language: Language; path: string } {
  const named = LANGUAGES.find((known) => `${pathname}/`.startsWith(`/${known}/`));
  const language = named ?? DEFAULT_LANGUAGE;
  return { language, path: pathname.slice(prefixOf(language).length) || "/" };
}

/** Returns the URL path of a route in a language. */
export function localisedPath(path: string, language: Language): string {
  return path === "/" ? basePathOf(language) : prefixOf(language) + path;
}

/** Returns the product's language for a tag such as "fr-CA", or undefined. */
export function languageOf(tag: string): Language | undefined {
  const [primary] = tag.toLowerCase().split("-");
  return LANGUAGES.find((known) => known === primary);
}

/** Returns the attributes of the `html` element. */
export function pageLanguage(language: Language): string {
  const { direction } = LANGUAGE_FACTS[language];
  return `lang="${language}"${direction === "rtl" ? ` dir="rtl"` : ""}`;
}

function prefixOf(language: Language): string {
  return language === DEFAULT_LANGUAGE ? "" : `/${language}`;
}
