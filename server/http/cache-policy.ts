/**
 * What an answer says to those who may keep it: browsers, and caches between (CDNs, proxies). Every
 * answer of the server carries one of these; the table of docs/operating.md lists who gets which.
 */
export const CACHE = {
  /**
   * A page that is the same for everybody. Browsers ask each time (a 304 costs them nothing);
   * caches between hold it for half a minute and may show it while they fetch the next, or while the
   * server is down. `must-revalidate` keeps browsers from doing the same: theirs would be a visitor's
   * own old page.
   */
  page: "public, max-age=0, must-revalidate, s-maxage=30, stale-while-revalidate=600, stale-if-error=86400",
  /** A page that follows the visitor's session: the browser may keep it, nobody between. */
  session: "private, no-cache",
  /** Nobody keeps it: accounts, errors, writes, whatever names no policy of its own. */
  none: "no-store",
  /** Kept, but asked for each time; what must never be old, such as the service worker. */
  checked: "no-cache",
  /** The address changes with the content. */
  immutable: "public, max-age=31536000, immutable",
  /** Data that changes now and then. */
  minutes: "public, max-age=300, stale-while-revalidate=86400",
  hour: "public, max-age=3600, stale-while-revalidate=86400",
  day: "public, max-age=86400, stale-while-revalidate=604800",
  week: "public, max-age=604800, stale-while-revalidate=604800",
} as const;

/**
 * The same for a page as CDNs read it (RFC 9213), which go by it instead: for them `must-revalidate`
 * would forbid what `stale-while-revalidate` allows.
 */
export const PAGE_AT_CDN = "max-age=30, stale-while-revalidate=600, stale-if-error=86400";
