import type { Hono } from "hono";
import { LANGUAGES } from "#shared/languages.ts";
import type { Ministry } from "#shared/site/ministry.ts";
import type { DevotionalStore } from "#server/devotional/devotional-store.ts";
import type { ClientAddress } from "#server/kit/http/client-address.ts";
import type { Transport } from "#shared/transport.ts";
import type { Config } from "#server/settings/config.ts";
import { createBibleAnswers } from "./bible-search-client.ts";
import { createSearch } from "./search-routes.ts";
import { createSearchCollections } from "./search-collections.ts";

type SearchNeeds = {
  config: Pick<Config, "siteUrl" | "RATE_LIMIT_FACTOR">;
  ministry: Ministry;
  devotionals: DevotionalStore;
  clientAddress: ClientAddress;
  now: () => number;
  /** Reaches the backend, which holds the lists of videos. */
  transport: Transport;
  publishableKey: string;
  /** Reaches this server's own rooms. */
  inProcess: Transport;
  /** Told the text of a search over everything that found nothing. */
  onEmpty: (text: string) => void;
};

/** The room with its collections, which are empty until `refresh`. */
export type SearchRoom = {
  app: Hono;
  /** Has everything ready before the first visitor asks, the Bible's words too. Never rejects. */
  warm(): Promise<void>;
  /** Reads everything that is searched, off the path of any request. Never rejects. */
  refresh(): Promise<void>;
};

/** Opens search on what the other rooms answer. */
export function openSearch(needs: SearchNeeds): SearchRoom {
  const { config, ministry, clientAddress, inProcess } = needs;
  const bible = createBibleAnswers(inProcess);
  const collections = createSearchCollections(needs);
  const app = createSearch({
    collections,
    bible,
    siteUrl: config.siteUrl,
    ministry,
    clientAddress,
    rateLimitFactor: config.RATE_LIMIT_FACTOR,
    onEmpty: needs.onEmpty,
  });
  return {
    app,
    async warm() {
      await collections.refresh();
      // Its own first visitor would wait for its index as well; a failure is told to them.
      for (const language of LANGUAGES) await bible.verses("amen", language, 1).catch(() => null);
    },
    refresh: () => collections.refresh(),
  };
}
