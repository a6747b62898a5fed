/** The two languages of the product and how an address names them. */
export const LANGUAGES = ["en", "fr"] as const;

export type Language = (typeof LANGUAGES)[number];

/** Prefix of French addresses: `/fr/live-tv`; English ones carry none, as the specification has it. */
const FRENCH_PREFIX = "/fr";

/** Prefix that the router takes as its base for a language: "/" or "/fr". */
export function basePathOf(language: Language): "/" | "/fr" {
  return language === "fr" ? FRENCH_PREFIX : "/";
}

/** Splits an address path into its language and the path as the route table knows it. */
export function splitLanguage(pathname: string): { language: Language; path: string } {
  if (pathname === FRENCH_PREFIX) return { language: "fr", path: "/" };
  if (pathname.startsWith(`${FRENCH_PREFIX}/`)) {
    return { language: "fr", path: pathname.slice(FRENCH_PREFIX.length) };
  }
  return { language: "en", path: pathname };
}

/** The address of a route-table path in a language. */
export function localisedPath(path: string, language: Language): string {
  if (language === "en") return path;
  return path === "/" ? FRENCH_PREFIX : `${FRENCH_PREFIX}${path}`;
}
