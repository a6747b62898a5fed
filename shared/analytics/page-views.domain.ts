import { type Language, splitLanguage } from "#shared/languages.ts";
import { CATEGORIES } from "#shared/videos/categories.ts";

/** Receives the path of each opened page. */
export const VISITS_PATH = "/api/visits";
/** Longer paths are ignored. */
export const VISIT_MAX_LENGTH = 100;

/** Public pages; pages of one user's account are not counted. */
const COUNTED_PAGES: readonly string[] = [
  "/",
  "/live-tv",
  "/video-on-demand",
  ...CATEGORIES.map(({ path }) => path),
  "/bible",
  "/search",
  "/privacy-policy",
];
const DEVOTIONAL_PAGE = "/devotional";
const DEVOTIONAL_DAY = /^\/devotional\/\d{4}\/\d{1,2}\/\d{1,2}$/;

/** A counted page view. */
export type Visit = { readonly page: string; readonly language: Language };

/** Returns the page view of a path, or null for a page that is not counted. */
export function visitOf(pathname: string): Visit | null {
  if (!pathname.startsWith("/")) return null;
  const { language, path } = splitLanguage(pathname);
  const plain = path.length > 1 ? path.replace(/\/$/, "") : path;
  if (COUNTED_PAGES.includes(plain)) return { page: plain, language };
  const isDevotional = plain === DEVOTIONAL_PAGE || DEVOTIONAL_DAY.test(plain);
  return isDevotional ? { page: DEVOTIONAL_PAGE, language } : null;
}

/** Returns whether the page is a devotional. */
export function isDevotional({ page }: Visit): boolean {
  return page === DEVOTIONAL_PAGE;
}
