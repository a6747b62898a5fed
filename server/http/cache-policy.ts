/** Cache policies. Every response of the server carries one of these; docs/operating.md lists their use. */
export const CACHE = {
  /**
   * A page that is the same for all clients. Browsers revalidate each time (a 304 is cheap); shared caches
   * keep it for 30 s and may serve it stale during a fetch or an outage. `must-revalidate` keeps browsers
   * from serving their own stale copy.
   */
  page: "public, max-age=0, must-revalidate, s-maxage=30, stale-while-revalidate=600, stale-if-error=86400",
  /** A page that depends on the session: only the browser may store it. */
  session: "private, no-cache",
  /** Never stored. Used for accounts, errors, writes and routes without a policy. */
  none: "no-store",
  /** Stored, but revalidated each time: for files that must be current, such as the service worker. */
  checked: "no-cache",
  /** The URL changes with the content. */
  immutable: "public, max-age=31536000, immutable",
  /** Data that changes now and then. */
  minutes: "public, max-age=300, stale-while-revalidate=86400",
  hour: "public, max-age=3600, stale-while-revalidate=86400",
  day: "public, max-age=86400, stale-while-revalidate=604800",
  week: "public, max-age=604800, stale-while-revalidate=604800",
} as const;

/**
 * The page policy as CDNs read it (RFC 9213): for them `must-revalidate` would forbid what
 * `stale-while-revalidate` allows.
 */
export const PAGE_AT_CDN = "max-age=30, stale-while-revalidate=600, stale-if-error=86400";
