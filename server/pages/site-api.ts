import { Hono } from "hono";
import { memoizeLatest } from "#server/kit/memoize-latest.ts";
import { precompress, sendPrecompressed } from "#server/kit/http/precompressed-body.ts";
import type { SiteFacts } from "#shared/contracts/site.ts";
import { SITE_PATH } from "#shared/site/site-state.ts";

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
