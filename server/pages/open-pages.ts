import { Hono, type MiddlewareHandler } from "hono";
import { CACHE } from "#server/http/cache-policy.ts";
import { PUBLIC_HEADERS } from "#server/http/public-headers.ts";
import { memoizeLatest } from "@reign-tv/kit/memoize.ts";
import { precompress, sendPrecompressed } from "@reign-tv/kit/http/precompressed-body.ts";
import type { SiteFacts } from "#shared/contracts/site.ts";
import { SITE_PATH } from "#shared/site/site-state.ts";
import type { ClientLimits } from "@reign-tv/kit/http/ip-rate-limit.ts";
import type { Metrics } from "@reign-tv/kit/metrics.ts";
import type { InlineImages } from "#server/media/images/inline-images.ts";
import type { Config } from "#server/settings/config.ts";
import type { Transport } from "#shared/transport.ts";
import { createAppLinkFiles } from "./well-known-files.ts";
import { offlineShells } from "./html-document.ts";
import { pageRenderer, type WebApp } from "./web-app.ts";
import { createPageRoutes, type Pages, type PagesOptions } from "./page-routes.ts";

const HEADERS = {
  ...PUBLIC_HEADERS,
  "Content-Type": "application/json; charset=utf-8",
  "Cache-Control": CACHE.minute,
};

/**
 * `GET /api/site`: the site data of every page, for the native app, whose pages are bundled. Public, without personal
 * data.
 */
export function createSiteApi(site: () => SiteFacts): Hono {
  const body = memoizeLatest(
    () => site().revision,
    () => precompress(JSON.stringify(site())),
  );
  return new Hono().get(SITE_PATH, (context) => sendPrecompressed(context, body(), HEADERS));
}

type OpenPagesDeps = {
  config: Config;
  site: () => SiteFacts;
  web: WebApp;
  /** Serves data requests of pages during rendering. */
  transport: Transport;
  /** Rate limits per client IP address. */
  limits: ClientLimits;
  limitPreviews: MiddlewareHandler;
  /** Site data with a preview applied; null when the preview has expired. */
  previewedSite: (token: string) => Promise<SiteFacts | null>;
  inlineImages: InlineImages;
  /** Returns true for videos of this site. */
  isKnownVideo: (id: string) => Promise<boolean>;
  ownVideos: PagesOptions["ownVideos"];
  texts: PagesOptions["texts"];
  now: () => number;
  metrics?: Metrics | undefined;
};

/** Opens the pages and the routes of their data. */
export function openPages(deps: OpenPagesDeps): {
  routes: readonly Hono[];
  pages: Pages;
} {
  const { config, site, web, transport, limits, limitPreviews, isKnownVideo, now } = deps;
  const renderer = pageRenderer(web.entry, transport, (path) => deps.inlineImages.get(path));
  const documentDeps = { renderer, assets: web.assets };
  // Empty while there is no worker to cache them.
  const shells = memoizeLatest(
    () => site().revision,
    () => (site().hasWorker ? offlineShells(site(), documentDeps) : []),
  );
  return {
    routes: [createSiteApi(site), createAppLinkFiles(config)],
    pages: createPageRoutes({
      site,
      renderer,
      web,
      shells,
      limits,
      limitPreviews,
      isKnownVideo,
      ownVideos: deps.ownVideos,
      previewedSite: deps.previewedSite,
      inlineImages: deps.inlineImages,
      texts: deps.texts,
      now,
      metrics: deps.metrics,
    }),
  };
}
