import { type Language, splitLanguage } from "#shared/languages.ts";
import { CATEGORIES } from "#shared/videos/categories.ts";

/** Where an open page says, with its path alone, that somebody opened it. */
export const VISITS_PATH = "/api/visits";
/** Characters of the longest path that is read. */
export const VISIT_MAX_LENGTH = 100;

/** Pages that are counted: those for everybody. What belongs to one person's account is not. */
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

/** A page that was opened, as it is counted. */
export type Visit = { readonly page: string; readonly language: Language };

/** The counted page of an address's path; null for what is not counted. */
export function visitOf(pathname: string): Visit | null {
  if (!pathname.startsWith("/")) return null;
  const { language, path } = splitLanguage(pathname);
  const plain = path.length > 1 ? path.replace(/\/$/, "") : path;
  if (COUNTED_PAGES.includes(plain)) return { page: plain, language };
  const isDevotional = plain === DEVOTIONAL_PAGE || DEVOTIONAL_DAY.test(plain);
  return isDevotional ? { page: DEVOTIONAL_PAGE, language } : null;
}

/** Whether an opened page is a devotional that was opened. */
export function isDevotional({ page }: Visit): boolean {
  return page === DEVOTIONAL_PAGE;
}
