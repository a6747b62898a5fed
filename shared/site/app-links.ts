import { basePathOf, LANGUAGES } from "#shared/languages.ts";

/**
 * Id of the native app at both stores, and its URL scheme (`tv.reign.app://live-tv`). The projects
 * in `mobile/` and `capacitor.config.json` repeat it.
 */
export const APP_ID = "tv.reign.app";

/** Exact paths that open in the native app. */
export const APP_LINK_PATHS: readonly string[] = [
  ...LANGUAGES.map(basePathOf),
  "/devotional",
  "/auth",
];

/**
 * Path prefixes that open in the native app: the pages. All other paths (players, images, feeds,
 * backend links in mails) stay in the browser.
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
  "/podcasts",
  "/privacy-policy",
];
