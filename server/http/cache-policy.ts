import { DAY_S, HOUR_S, MINUTE_S } from "@reign-tv/kit/durations.ts";

/**
 * Lifetimes of pages in seconds (decision 002), for the server's memory and for shared caches. Browsers revalidate
 * a page each time, because a 304 is cheap.
 */
export const PAGE_LIFETIME_S = {
  /** Sent as it is. */
  fresh: 30,
  /** As `fresh`, for the television page in the server's memory. */
  freshTv: MINUTE_S,
  /** Sent while a new one is made in the background; an older one is made first. */
  stale: 10 * MINUTE_S,
  /** Sent while none can be made. */
  fallback: DAY_S,
} as const;

const PAGE_STALE = `stale-while-revalidate=${PAGE_LIFETIME_S.stale}, stale-if-error=${PAGE_LIFETIME_S.fallback}`;

/** Stored for `maxAgeS` seconds, then for `staleS` seconds sent while a new one is fetched. */
function publicFor(maxAgeS: number, staleS = 0): string {
  const stale = staleS === 0 ? "" : `, stale-while-revalidate=${staleS}`;
  return `public, max-age=${maxAgeS}${stale}`;
}

/**
 * Cache policies. Every response of the server carries one of these; docs/operating.md lists their use. The
 * backend's services and functions have their own, as upstream.
 */
export const CACHE = {
  /**
   * A page that is the same for all clients. `must-revalidate` keeps browsers from serving their own stale copy.
   */
  page: `public, max-age=0, must-revalidate, s-maxage=${PAGE_LIFETIME_S.fresh}, ${PAGE_STALE}`,
  /** A page that depends on the session: only the browser may store it. */
  session: "private, no-cache",
  /** Never stored. Used for accounts, errors, writes and routes without a policy. */
  none: "no-store",
  /** Stored, but revalidated each time: for files that must be current, such as the service worker. */
  checked: "no-cache",
  /** The URL changes with the content. */
  immutable: `public, max-age=${365 * DAY_S}, immutable`,
  /** Data that changes now and then, and is sent for a day or a week while it is renewed. */
  minute: publicFor(MINUTE_S, DAY_S),
  minutes: publicFor(5 * MINUTE_S, DAY_S),
  hour: publicFor(HOUR_S, DAY_S),
  day: publicFor(DAY_S, 7 * DAY_S),
  week: publicFor(7 * DAY_S, 7 * DAY_S),
  /** An image until a better format of it is encoded. */
  interimImage: publicFor(HOUR_S),
  /** An image that stands for one that cannot be sent now. */
  placeholder: publicFor(MINUTE_S),
  /** Status of the live channels: CDNs collect the requests of all players. */
  liveStatus: "public, max-age=0, s-maxage=2",
  /** Parts of a linear channel. */
  livePlaylist: publicFor(1, 2),
  /** Of a channel with broadcasts: a stale copy would put every player one more segment behind. */
  broadcastPlaylist: publicFor(1),
  liveRenditions: publicFor(MINUTE_S),
  liveGuide: publicFor(2, 10),
  liveSchedule: publicFor(MINUTE_S),
} as const;

/**
 * The page policy as CDNs read it (RFC 9213): for them `must-revalidate` would forbid what
 * `stale-while-revalidate` allows.
 */
export const PAGE_AT_CDN = `max-age=${PAGE_LIFETIME_S.fresh}, ${PAGE_STALE}`;
