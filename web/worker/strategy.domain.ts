import { splitLanguage } from "#shared/languages.ts";
import { DAY_S } from "#shared/durations.ts";

/**
 * What the worker does with a request; null leaves it to the browser. "passed" is for what a browser
 * opens and the app does not keep: it was asked for ahead of the worker, so the worker must hand that
 * answer on, or the browser would ask a second time and find a mail's link used up. "player" is passed on
 * as well, and answered in our own words where no answer comes.
 */
export type Strategy = "page" | "passed" | "player" | "asset" | "picture" | "data" | null;

/** What a request tells before it is sent. */
export type RequestFacts = {
  method: string;
  url: URL;
  /** `request.destination`: "document" for a page of the app itself, "iframe" for a player. */
  destination: string;
  /** True for what a browser opens in a window or frame, and so asks for ahead of the worker. */
  isNavigation: boolean;
  /** True with an Authorization header: an answer to it is for one visitor alone. */
  isAuthorized: boolean;
  isRange: boolean;
};

export type Origins = {
  site: string;
  /** "" when it is the site. */
  backend: string;
};

const PLAYLIST_FUNCTION = "/functions/v1/youtube-playlist-videos";

/** Pages that are not of the app's own making, and files. */
const FOREIGN_DOCUMENTS =
  /^\/(?:tv|embed|api|auth\/v1|rest|storage|functions|realtime|dev|img|live|media|assets|icons)(?:\/|$)|\.[a-z]+$/;

/** Pages with a player of ours: those in frames, and the one for televisions. */
const PLAYER_DOCUMENTS = /^\/(?:embed|tv)(?:\/|$)/;

/**
 * Chooses by an allow-list: what is not named here is never kept, least of all sessions, the database,
 * stored files and accounts (R-24, F25).
 */
export function strategyOf(request: RequestFacts, origins: Origins): Strategy {
  const { method, url, isAuthorized, isRange } = request;
  const isOwnRead = method === "GET" && url.origin === origins.site;
  if (isOwnRead && request.isNavigation) return navigationStrategy(request);
  if (isAuthorized || isRange) return null;
  const backend = origins.backend || origins.site;
  const isPlaylist = url.origin === backend && url.pathname === PLAYLIST_FUNCTION;
  if (method === "GET" && isPlaylist) return "data";
  return isOwnRead ? readStrategy(url.pathname) : null;
}

function navigationStrategy({ url, destination }: RequestFacts): Strategy {
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

/** Addresses of one visitor, or of helpers: nothing of theirs is kept, not even the empty page. */
const PERSONAL_PAGES = /^\/(?:auth|profile|studio|watch-history)(?:\/|$)/;
/** Parameters that choose what a page shows; others, such as those of advertisements, do not. */
const PAGE_PARAMETERS = ["channel", "page", "version", "book", "chapter", "day"];
/** Parameters that a page takes over in the browser: a kept copy would not fit its address. */
const FREE_PARAMETERS = ["q", "v", "code", "token", "error_description", "preview"];

/** The address under which a page is kept; null for one that is not. */
export function pageKey(url: URL): string | null {
  if (PERSONAL_PAGES.test(splitLanguage(url.pathname).path)) return null;
  if (FREE_PARAMETERS.some((name) => url.searchParams.has(name))) return null;
  const kept = new URLSearchParams();
  for (const name of PAGE_PARAMETERS) {
    const value = url.searchParams.get(name);
    if (value !== null) kept.set(name, value);
  }
  const search = kept.toString();
  return `${url.pathname}${search && `?${search}`}`;
}

/** Whether an answer may be kept: whole, from where it was asked, and for everybody. */
export function mayKeep(response: Pick<Response, "status" | "type" | "headers">): boolean {
  const control = response.headers.get("cache-control") ?? "";
  return (
    response.status === 200 &&
    (response.type === "basic" || response.type === "cors") &&
    !/no-store|private/.test(control) &&
    !response.headers.has("set-cookie")
  );
}

/** Whether an answer is data at all, and not the page of a proxy on the way or a plea to wait. */
export function isData({ status, headers }: Pick<Response, "status" | "headers">): boolean {
  if (status >= 500 || status === 429) return false;
  return status !== 200 || /\bjson\b/.test(headers.get("content-type") ?? "");
}

/** Whether a picture is the final one, not a stand-in that the server soon replaces. */
export function isFinalPicture(headers: Headers): boolean {
  const seconds = Number(/max-age=(\d+)/.exec(headers.get("cache-control") ?? "")?.[1] ?? 0);
  return seconds >= DAY_S;
}
