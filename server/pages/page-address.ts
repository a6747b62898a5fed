import { VIDEOS_PER_CATEGORY_PAGE } from "#shared/constants.ts";
import { BIBLE_BOOKS } from "#shared/bible/bible-books.ts";
import { BIBLE_VERSION_IDS, LOUIS_SEGOND } from "#shared/bible/bible-versions.ts";
import { type Language, LANGUAGES, splitLanguage } from "#shared/languages.ts";
import { canonicalAddress } from "#shared/site/canonical-address.domain.ts";
import { pageParameters, searchOf } from "#shared/site/page-parameters.ts";
import { FILTER_VALUES } from "#shared/videos/video-filters.domain.ts";

/** Meaning of a URL of the site. */
export type PageAddress =
  | {
      kind: "page";
      language: Language;
      /**
       * Path and known parameters in canonical order. Pages depend on nothing else, so that no other input of a visitor
       * ends up in a cached page.
       */
      address: string;
      /** True if the page may be cached for other visitors. */
      isCached: boolean;
      /** The page is cached only if this video is one of the site; null for other pages. */
      cachedForVideo: string | null;
      /** Audience: everyone, the signed-in user, or pages that are never cached. */
      audience: "all" | "session" | "uncached";
    }
  /** The same page at its canonical URL; `location` includes the visitor's query. */
  | { kind: "moved"; location: string }
  | { kind: "unknown"; language: Language; path: string };

/** Later pages are not worth the memory. */
const LAST_CACHED_PAGE = Math.ceil(5_000 / VIDEOS_PER_CATEGORY_PAGE);

/** Pages of other free texts are not cached: few sites have any. */
const CACHED_VERSIONS: readonly string[] = [...BIBLE_VERSION_IDS, LOUIS_SEGOND.id];

const LONGEST_BOOK_CHAPTERS = Math.max(...BIBLE_BOOKS.map(({ chapters }) => chapters));

/**
 * Values with which a page is cached. A chapter above the last shows the last one. Parameters without an entry (a
 * search term) are free: their pages are not cached. Channels and videos are checked separately.
 */
const CACHED_VALUES: Readonly<Record<string, (value: string) => boolean>> = {
  page: (value) => /^[1-9]\d{0,3}$/.test(value) && Number(value) <= LAST_CACHED_PAGE,
  version: (value) => CACHED_VERSIONS.includes(value),
  book: (value) => BIBLE_BOOKS.some(({ id }) => id === value),
  chapter: (value) => /^[1-9]\d{0,2}$/.test(value) && Number(value) <= LONGEST_BOOK_CHAPTERS,
  lang: (value) => LANGUAGES.some((language) => language === value),
  year: (value) => FILTER_VALUES.year.test(value),
  length: (value) => FILTER_VALUES.length.test(value),
  day: (value) => /^[1-9]$|^[12]\d$|^30$/.test(value),
};

/** Pages whose links contain codes (mails, invitations), and staff pages. */
const UNCACHED_PAGES = /^\/(?:auth|studio)(?:\/|$)/;
const SESSION_PAGES = /^\/(?:profile|watch-history)(?:\/|$)/;

/**
 * Parses a URL in any spelling.
 *
 * @param isPage returns true if a canonical path is a page of the site.
 * @param channelIds ids of the ministry's channels.
 */
export function readPageAddress(
  url: Pick<URL, "pathname" | "search">,
  isPage: (path: string) => boolean,
  channelIds: readonly string[],
): PageAddress {
  const { pathname, search } = canonicalAddress(url);
  const { language, path } = splitLanguage(pathname);
  // The router would log each path that it cannot decode.
  if (!isDecodable(pathname) || !isPage(pathname)) {
    return { kind: "unknown", language, path: pathname };
  }
  const location = `${pathname}${search}`;
  if (location !== `${url.pathname}${url.search}`) return { kind: "moved", location };
  const parameters = pageParameters(path, new URLSearchParams(search));
  const isUncached = UNCACHED_PAGES.test(path);
  const isCached = ([name, value]: [string, string]): boolean =>
    name === "channel" ? channelIds.includes(value) : CACHED_VALUES[name]?.(value) === true;
  const free = [...parameters].filter((entry) => !isCached(entry)).map(([name]) => name);
  const isFreeForVideo = !isUncached && free.every((name) => name === "v");
  return {
    kind: "page",
    language,
    address: `${pathname}${searchOf(parameters)}`,
    isCached: !isUncached && free.length === 0,
    cachedForVideo: isFreeForVideo ? parameters.get("v") : null,
    audience: isUncached ? "uncached" : SESSION_PAGES.test(path) ? "session" : "all",
  };
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
