import { VIDEOS_PER_CATEGORY_PAGE } from "#shared/constants.ts";
import { BIBLE_BOOKS } from "#shared/bible-books.ts";
import { BIBLE_VERSION_IDS } from "#shared/bible-versions.ts";
import { CHANNEL_IDS } from "#shared/channels.ts";
import { splitLanguage } from "#shared/language.ts";

/** Pages beyond this are not worth a place in memory. */
const LAST_KEPT_PAGE = Math.ceil(5_000 / VIDEOS_PER_CATEGORY_PAGE);

/** What each known parameter may hold for its page to be kept; unknown parameters change nothing. */
type KeptValues = Readonly<Record<string, (value: string) => boolean>>;

const KEPT_VALUES: KeptValues = {
  channel: (value) => CHANNEL_IDS.some((id) => id === value),
  page: (value) => /^[1-9]\d{0,3}$/.test(value) && Number(value) <= LAST_KEPT_PAGE,
};

const LONGEST_BOOK_CHAPTERS = Math.max(...BIBLE_BOOKS.map(({ chapters }) => chapters));

/** Those that are known on one page only. A chapter too high shows the book's last one. */
const VALUES_OF_PAGE: Readonly<Record<string, KeptValues>> = {
  "/bible": {
    version: (value) => BIBLE_VERSION_IDS.some((id) => id === value),
    book: (value) => BIBLE_BOOKS.some(({ id }) => id === value),
    chapter: (value) => /^[1-9]\d{0,2}$/.test(value) && Number(value) <= LONGEST_BOOK_CHAPTERS,
  },
  "/devotional": { day: (value) => /^[1-9]$|^[12]\d$|^30$/.test(value) },
};

/** Parameters whose values are free (search term, open video): their pages are rendered each time. */
const FREE_PARAMETERS = ["q", "v"];

/**
 * Cache key of an address: its path and known parameters only, so that unknown ones cannot fill the
 * cache (frontend reference, 10.14). Null: not to be kept.
 */
export function pageKey(url: URL): string | null {
  if (FREE_PARAMETERS.some((name) => url.searchParams.get(name))) return null;
  const known: string[] = [];
  const values = { ...KEPT_VALUES, ...VALUES_OF_PAGE[splitLanguage(url.pathname).path] };
  for (const [name, isKept] of Object.entries(values)) {
    const value = url.searchParams.get(name);
    if (value === null) continue;
    if (!isKept(value)) return null;
    known.push(`${name}=${value}`);
  }
  return `${url.pathname}?${known.join("&")}`;
}
