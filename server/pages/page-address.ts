import { VIDEOS_PER_CATEGORY_PAGE } from "#shared/constants.ts";
import { BIBLE_BOOKS } from "#shared/bible/bible-books.ts";
import { BIBLE_VERSION_IDS, LOUIS_SEGOND } from "#shared/bible/bible-versions.ts";
import { type Language, LANGUAGES, splitLanguage } from "#shared/languages.ts";
import { repairedAddress } from "#shared/site/broken-link.domain.ts";
import { pageParameters, searchOf } from "#shared/site/page-parameters.ts";
import { FILTER_VALUES } from "#shared/videos/video-filters.domain.ts";

/** What an address below the site's origin means. */
export type PageAddress =
  | {
      kind: "page";
      language: Language;
      /**
       * Path and known parameters in their one order: all that its page may be made from, so that
       * nothing else that a visitor brings can end in a page of others.
       */
      address: string;
      /** Whether the page may be kept for the next visitor. */
      isKept: boolean;
      /** The video that must be one of this site's for the page to be kept; null where none decides. */
      keptForVideo: string | null;
      /** Whom the page is for: anybody, whoever has the session, or those whose page nobody keeps. */
      audience: "all" | "session" | "unkept";
    }
  /** The same page under its one address; `location` keeps the query for the visitor who brought it. */
  | { kind: "moved"; location: string }
  | { kind: "unknown"; language: Language; path: string };

/** Pages beyond this are not worth a place in memory. */
const LAST_KEPT_PAGE = Math.ceil(5_000 / VIDEOS_PER_CATEGORY_PAGE);

/** Pages of other free texts are made each time: few sites have any. */
const KEPT_VERSIONS: readonly string[] = [...BIBLE_VERSION_IDS, LOUIS_SEGOND.id];

const LONGEST_BOOK_CHAPTERS = Math.max(...BIBLE_BOOKS.map(({ chapters }) => chapters));

/**
 * What a parameter may hold for its page to be kept. A chapter too high shows the book's last one.
 * Those without a line here are free (a search term): their pages are made each time. A channel is one
 * of the ministry's; whether a video is known, the caller asks.
 */
const KEPT_VALUES: Readonly<Record<string, (value: string) => boolean>> = {
  page: (value) => /^[1-9]\d{0,3}$/.test(value) && Number(value) <= LAST_KEPT_PAGE,
  version: (value) => KEPT_VERSIONS.includes(value),
  book: (value) => BIBLE_BOOKS.some(({ id }) => id === value),
  chapter: (value) => /^[1-9]\d{0,2}$/.test(value) && Number(value) <= LONGEST_BOOK_CHAPTERS,
  lang: (value) => LANGUAGES.some((language) => language === value),
  year: (value) => FILTER_VALUES.year.test(value),
  length: (value) => FILTER_VALUES.length.test(value),
  day: (value) => /^[1-9]$|^[12]\d$|^30$/.test(value),
};

/** Pages to which links lead with codes in their address, of mails and of invitations; helpers' pages. */
const UNKEPT_PAGES = /^\/(?:auth|studio)(?:\/|$)/;
const SESSION_PAGES = /^\/(?:profile|watch-history)(?:\/|$)/;

/**
 * Reads an address as it came, in whatever spelling.
 *
 * @param isPage whether a path in its canonical spelling is a page of the site.
 * @param channelIds names of the ministry's channels.
 */
export function readPageAddress(
  url: Pick<URL, "pathname" | "search">,
  isPage: (path: string) => boolean,
  channelIds: readonly string[],
): PageAddress {
  const repaired = repairedAddress(url);
  const pathname = canonicalPath(repaired.pathname);
  const { language, path } = splitLanguage(pathname);
  if (!isPage(pathname)) return { kind: "unknown", language, path: pathname };
  const location = `${pathname}${repaired.search}`;
  if (location !== `${url.pathname}${url.search}`) return { kind: "moved", location };
  const parameters = pageParameters(path, new URLSearchParams(url.search));
  const isUnkept = UNKEPT_PAGES.test(path);
  const isKept = ([name, value]: [string, string]): boolean =>
    name === "channel" ? channelIds.includes(value) : KEPT_VALUES[name]?.(value) === true;
  const free = [...parameters].filter((entry) => !isKept(entry)).map(([name]) => name);
  const isFreeForVideo = !isUnkept && free.every((name) => name === "v");
  return {
    kind: "page",
    language,
    address: `${pathname}${searchOf(parameters)}`,
    isKept: !isUnkept && free.length === 0,
    keptForVideo: isFreeForVideo ? parameters.get("v") : null,
    audience: isUnkept ? "unkept" : SESSION_PAGES.test(path) ? "session" : "all",
  };
}

/**
 * The one spelling of a path: lower case, letters that were escaped for nothing as they are, single
 * slashes, none at the end. It always begins with one slash, so it never names another host.
 */
export function canonicalPath(pathname: string): string {
  const plain = pathname
    .replace(/%([0-7][0-9a-f])/gi, (escape, code: string) => {
      const character = String.fromCodePoint(Number.parseInt(code, 16));
      return /[\w.~-]/.test(character) ? character : escape;
    })
    .replace(/\/{2,}/g, "/")
    .toLowerCase();
  return plain.length > 1 ? plain.replace(/\/$/, "") : plain;
}
