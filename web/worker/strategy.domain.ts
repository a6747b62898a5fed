import { splitLanguage } from "#shared/languages.ts";
import { canonicalAddress } from "#shared/site/canonical-address.domain.ts";
import { urlOfKept } from "#shared/media/kept-media.ts";
import { DAY_S } from "@reign-tv/kit/durations.ts";

/**
 * Strategy of a request; null leaves it to the browser. "passed" is for navigations that are not
 * cached: the worker must return the preload's response, or the browser would request again and
 * find a mail's link used. "player" is passed on as well, with our own page when it fails. "kept" is
 * for media that the visitor keeps on the device.
 */
export type Strategy = "page" | "passed" | "player" | "kept" | "asset" | "picture" | "data" | null;

/** Properties of a request before it is sent. */
export type RequestInfo = {
  method: string;
  url: URL;
  /** `request.destination`: "document" for a page of the app itself, "iframe" for a player. */
  destination: string;
  /** True for a navigation of a window or frame, which the browser preloads. */
  isNavigation: boolean;
  /** True with an Authorization header: its response is private. */
  isAuthorized: boolean;
  isRange: boolean;
};

export type Origins = {
  site: string;
  /** "" when it is the site. */
  backend: string;
};

const PLAYLIST_FUNCTION = "/functions/v1/youtube-playlist-videos";

/** Files, and pages outside of the app. */
const FOREIGN_DOCUMENTS =
  /^\/(?:tv|embed|api|auth\/v1|rest|storage|functions|realtime|dev|img|live|media|assets|icons)(?:\/|$)|\.[a-z]+$/;

/** Pages with a player of ours: those in frames, and the one for televisions. */
const PLAYER_DOCUMENTS = /^\/(?:embed|tv)(?:\/|$)/;

/**
 * Selects a strategy by an allow-list: anything else is never cached, least of all sessions,
 * database, stored files and accounts (R-24, F25).
 */
export function strategyOf(request: RequestInfo, origins: Origins): Strategy {
  const { method, url, isAuthorized, isRange } = request;
  const isOwnRead = method === "GET" && url.origin === origins.site;
  if (isOwnRead && request.isNavigation) return navigationStrategy(request);
  if (isOwnRead && !isAuthorized && isKeptMedia(url)) return "kept";
  if (isAuthorized || isRange) return null;
  const backend = origins.backend || origins.site;
  const isPlaylist = url.origin === backend && url.pathname === PLAYLIST_FUNCTION;
  if (method === "GET" && isPlaylist) return "data";
  return isOwnRead ? readStrategy(url.pathname) : null;
}

function isKeptMedia(url: URL): boolean {
  return url.pathname.startsWith("/media/") && urlOfKept(url) !== null;
}

function navigationStrategy({ url, destination }: RequestInfo): Strategy {
  const { path } = splitLanguage(url.pathname);
  if (PLAYER_DOCUMENTS.test(path)) return "player";
  const isForeign = FOREIGN_DOCUMENTS.test(path);
  return destination === "document" && !isForeign ? "page" : "passed";
}

function readStrategy(path: string): Strategy {
  if (/^\/assets\/.+\.(?:js|css)$/.test(path)) return "asset";
  if (/^\/(?:img|icons)\//.test(path) || path === "/favicon.svg") return "picture";
  if (path.startsWith("/api/bible/") && !path.includes("/search")) return "data";
  return null;
}

/** Pages of one user, or of staff: nothing of them is cached, not even the empty page. */
const PERSONAL_PAGES = /^\/(?:auth|profile|studio|watch-history)(?:\/|$)/;
/** Parameters that select a page's content; others, such as those of advertisements, do not. */
const PAGE_PARAMETERS = ["channel", "page", "version", "book", "chapter", "day"];
/** Parameters that a page handles in the browser: a cached copy would not fit its URL. */
const FREE_PARAMETERS = ["q", "v", "code", "token", "error_description", "preview"];

/** Returns the cache key of a page; null for one that is not cached. */
export function pageKey(url: URL): string | null {
  if (PERSONAL_PAGES.test(splitLanguage(url.pathname).path)) return null;
  if (FREE_PARAMETERS.some((name) => url.searchParams.has(name))) return null;
  const stored = new URLSearchParams();
  for (const name of PAGE_PARAMETERS) {
    const value = url.searchParams.get(name);
    if (value !== null) stored.set(name, value);
  }
  const search = stored.toString();
  return `${url.pathname}${search && `?${search}`}`;
}

/** Returns where the server redirects a page's URL in another spelling, such as "/fr/"; else null. */
export function movedTo(url: URL): string | null {
  const { pathname, search } = canonicalAddress(url);
  const address = pathname + search;
  return address === url.pathname + url.search ? null : address;
}

/** Returns true when a response may be cached: complete, same-origin or CORS, and public. */
export function mayKeep(response: Pick<Response, "status" | "type" | "headers">): boolean {
  const control = response.headers.get("cache-control") ?? "";
  return (
    response.status === 200 &&
    (response.type === "basic" || response.type === "cors") &&
    !/no-store|private/.test(control) &&
    !response.headers.has("set-cookie")
  );
}

/** Returns true when a response is data, not a proxy's page or a retry notice. */
export function isData({ status, headers }: Pick<Response, "status" | "headers">): boolean {
  if (status >= 500 || status === 429) return false;
  return status !== 200 || /\bjson\b/.test(headers.get("content-type") ?? "");
}

/** Returns true for a final image, not a placeholder that the server soon replaces. */
export function isFinalImage(headers: Headers): boolean {
  const seconds = Number(/max-age=(\d+)/.exec(headers.get("cache-control") ?? "")?.[1] ?? 0);
  return seconds >= DAY_S;
}
