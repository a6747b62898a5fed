import type { Hono } from "hono";
import { createClientAddress } from "@reign-tv/kit/http/client-address.ts";
import { createLogger } from "@reign-tv/kit/log.ts";
import { createMediaRoutes } from "#server/media/media-routes.ts";
import type { MediaLibrary } from "#server/media/library.ts";
import { openViewCounts } from "#server/media/view-counts.ts";

/** Serves a media library over HTTP. Play counts stay in memory. */
export async function mediaRoutes(library: MediaLibrary): Promise<Hono> {
  const views = await openViewCounts({
    store: { get: () => Promise.resolve(null), set: () => Promise.resolve() },
    now: Date.now,
    log: createLogger("silent"),
  });
  return createMediaRoutes({ library, views, clientAddress: createClientAddress([]) });
}
