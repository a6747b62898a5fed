import { basePathOf, LANGUAGES } from "#shared/languages.ts";

/**
 * Name of the phone app at both stores and its own scheme (`tv.reign.app://live-tv`). The projects in
 * `mobile/` and `capacitor.config.json` carry it too.
 */
export const APP_ID = "tv.reign.app";

/** Paths of the site that open in the phone app as they are. */
export const APP_LINK_PATHS: readonly string[] = [
  ...LANGUAGES.map(basePathOf),
  "/devotional",
  "/auth",
];

/**
 * Beginnings of paths that open in the phone app: the pages. Everything else of the site (players,
 * pictures, feeds, the backend's own links in mails) stays with whatever asked for it.
 */
export const APP_LINK_PREFIXES: readonly string[] = [
  ...LANGUAGES.map(basePathOf).flatMap((base) => (base === "/" ? [] : [`${base}/`])),
  "/live-tv",
  "/video-on-demand",
  "/videos/",
  "/video-categories/",
  "/search",
  "/bible",
  "/devotional/2",
  "/auth/confirmed",
  "/auth/forgot",
  "/auth/reset",
  "/profile",
  "/watch-history",
  "/privacy-policy",
];
