import { Hono } from "hono";
import { memoizeLatest } from "#server/kit/memoize-latest.ts";
import { precompress, sendPrecompressed } from "#server/kit/http/precompressed-body.ts";
import type { SiteFacts } from "#shared/contracts/site.ts";
import { SITE_PATH } from "#shared/site/site-state.ts";
import type { ClientAddress } from "#server/kit/http/client-address.ts";
import type { Metrics } from "#server/kit/metrics.ts";
import type { Config } from "#server/settings/config.ts";
import type { Transport } from "#shared/transport.ts";
import { createAppLinkFiles } from "./well-known-files.ts";
import { offlineShells } from "./html-document.ts";
import { pageRenderer } from "./page-renderer.ts";
import { createPages, type Pages, type PagesOptions } from "./page-routes.ts";
import type { WebApp } from "./web-app.ts";

const HEADERS = {
  "Content-Type": "application/json; charset=utf-8",
  "Cache-Control": "public, max-age=60, stale-while-revalidate=86400",
  "Access-Control-Allow-Origin": "*",
  "Cross-Origin-Resource-Policy": "cross-origin",
};

/**
 * `GET /api/site`: what every page of ours carries about the site, for the phone app, whose pages come
 * from the phone. Public, the same for everybody, nothing personal.
 */
export function createSiteApi(site: SiteFacts): Hono {
  const body = memoizeLatest(
    () => site.revision,
    () => precompress(JSON.stringify(site)),
  );
  return new Hono().get(SITE_PATH, (context) => sendPrecompressed(context, body(), HEADERS));
}

type PagesNeeds = {
  config: Config;
  site: SiteFacts;
  web: WebApp;
  /** Answers what pages ask for while they are made. */
  transport: Transport;
  clientAddress: ClientAddress;
  /** What pages know of the site with what a preview's link shows in it; null when that is over. */
  previewedSite: (token: string) => Promise<SiteFacts | null>;
  /** Whether a video is one of this site's. */
  isKnownVideo: (id: string) => Promise<boolean>;
  shelf: PagesOptions["shelf"];
  now: () => number;
  metrics?: Metrics | undefined;
};

/** The pages, and what they are made of for programs. */
export function openPages(needs: PagesNeeds): {
  rooms: readonly Hono[];
  pages: Pages;
} {
  const { config, site, web, transport, clientAddress, isKnownVideo, now } = needs;
  const renderer = pageRenderer(web.entry, transport);
  const tools = { renderer, assets: web.assets };
  // None while there is no worker to keep them.
  const shells = memoizeLatest(
    () => site.revision,
    () => (site.hasWorker ? offlineShells(site, tools) : []),
  );
  const { RATE_LIMIT_FACTOR: rateLimitFactor } = config;
  return {
    rooms: [createSiteApi(site), createAppLinkFiles(config)],
    pages: createPages({
      site,
      renderer,
      web,
      shells,
      clientAddress,
      rateLimitFactor,
      isKnownVideo,
      previewedSite: needs.previewedSite,
      shelf: needs.shelf,
      now,
      metrics: needs.metrics,
    }),
  };
}
