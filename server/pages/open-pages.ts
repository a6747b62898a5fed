import type { Hono } from "hono";
import { memoizeLatest } from "#server/kit/memoize-latest.ts";
import type { ClientAddress } from "#server/kit/http/client-address.ts";
import type { Metrics } from "#server/kit/metrics.ts";
import type { Config } from "#server/settings/config.ts";
import type { SiteFacts } from "#shared/contracts/site.ts";
import type { Transport } from "#shared/transport.ts";
import { createAppLinkFiles } from "./app-link-files.ts";
import { offlineShells } from "./offline-shells.ts";
import { pageRenderer } from "./page-renderer.ts";
import { createPages, type Pages, type PagesOptions } from "./page-routes.ts";
import { createSiteApi } from "./site-api.ts";
import type { WebApp } from "./web-app.ts";

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
