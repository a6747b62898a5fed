import type { Hono } from "hono";
import { LANGUAGES } from "#shared/languages.ts";
import type { Ministry } from "#shared/site/ministry.ts";
import type { DevotionalStore } from "#server/devotional/devotional-store.ts";
import type { ClientAddress } from "#server/kit/http/client-address.ts";
import type { Transport } from "#shared/transport.ts";
import type { Config } from "#server/settings/config.ts";
import { createBibleSearch } from "./bible-search-client.ts";
import { createSearchRoutes } from "./search-routes.ts";
import { createSearchCollections } from "./search-collections.ts";

type OpenSearchDeps = {
  config: Pick<Config, "siteUrl" | "RATE_LIMIT_FACTOR">;
  ministry: Ministry;
  devotionals: DevotionalStore;
  clientAddress: ClientAddress;
  now: () => number;
  /** Calls the backend, which has the video lists. */
  transport: Transport;
  publishableKey: string;
  /** Calls this server's routes. */
  inProcess: Transport;
  /** Receives the text of a search without any result. */
  onEmpty: (text: string) => void;
};

/** Search routes and their collections, which are empty until `refresh`. */
export type SiteSearchRoutes = {
  app: Hono;
  /** Builds all collections and the Bible index before the first request. Never rejects. */
  warm(): Promise<void>;
  /** Reads all collections again in the background. Never rejects. */
  refresh(): Promise<void>;
};

export function openSearch(deps: OpenSearchDeps): SiteSearchRoutes {
  const { config, ministry, clientAddress, inProcess } = deps;
  const bible = createBibleSearch(inProcess);
  const collections = createSearchCollections(deps);
  const app = createSearchRoutes({
    collections,
    bible,
    siteUrl: config.siteUrl,
    ministry,
    clientAddress,
    rateLimitFactor: config.RATE_LIMIT_FACTOR,
    onEmpty: deps.onEmpty,
  });
  return {
    app,
    async warm() {
      await collections.refresh();
      // Also builds the Bible index; its failures are reported per request.
      for (const language of LANGUAGES) await bible.verses("amen", language, 1).catch(() => null);
    },
    refresh: () => collections.refresh(),
  };
}
