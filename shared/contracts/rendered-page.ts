import * as v from "valibot";
import type { Transport } from "#shared/transport.ts";
import { type SiteState, siteStateSchema } from "./site.ts";

const cachedAnswerSchema = v.object({
  /** The query's key. */
  key: v.pipe(v.array(v.unknown()), v.readonly()),
  data: v.unknown(),
  /** Milliseconds since the epoch. */
  updatedAt: v.number(),
});

/** One answer of the query cache. The library's own form of it says ten times as much. */
export type CachedAnswer = v.InferOutput<typeof cachedAnswerSchema>;

/**
 * What the server hands to the browser with a page, in its data block. Nothing in it is personal. The
 * page's script is of the server's build and trusts it; tests parse.
 */
export const pageStateSchema = v.object({
  site: siteStateSchema,
  answers: v.array(cachedAnswerSchema),
  /** Router data; errors are left out, a page with an error renders anew in the browser. */
  router: v.nullable(v.object({ loaderData: v.record(v.string(), v.unknown()) })),
  /** Id of the lazy route that the page shows; null on Home and where there is nothing to take over. */
  routeId: v.nullable(v.string()),
  /** The page holds no markup to take over: its address is not the one it was made for. */
  isShell: v.exactOptional(v.literal(true)),
});

export type PageState = v.InferOutput<typeof pageStateSchema>;

/** A rendered page in the parts that the server puts into its document. */
export type RenderedPage = {
  status: number;
  /** Title, meta and link elements of the page. */
  headHtml: string;
  bodyHtml: string;
  /** Announcements above the page, the one of now in sight. */
  announcementsHtml: string;
  state: PageState;
  /** JSON-LD objects for search engines. */
  structuredData: readonly object[];
};

/**
 * What the server entry of the web app exports (web/app/entry-server.tsx). Its bundle is loaded at run
 * time, so that this is all that server and web know of each other.
 */
export const entryServerSchema = v.object({
  BOOT_SCRIPT: v.string(),
  PAGE_STATE_ID: v.string(),
  /** Whether a path leads to a page of the site and not to that of missing addresses. */
  isPage: exportedFunction<(path: string) => boolean>(),
  /**
   * Renders one page with its data, which `transport` answers in process.
   *
   * @param address path and search of the page: all of a request that a page is made from.
   * @returns a Response when a route redirects.
   */
  renderPage:
    exportedFunction<
      (address: string, site: SiteState, transport: Transport) => Promise<RenderedPage | Response>
    >(),
  /** The page for addresses that a device without a connection has not kept. */
  renderShell: exportedFunction<(site: SiteState) => RenderedPage>(),
});

export type EntryServer = v.InferOutput<typeof entryServerSchema>;

function exportedFunction<Signature>(): v.GenericSchema<Signature> {
  return v.custom<Signature>((value) => typeof value === "function");
}
