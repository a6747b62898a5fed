import * as v from "valibot";
import type { Transport } from "#shared/transport.ts";
import { type SiteState, siteStateSchema } from "./site.ts";

const cachedAnswerSchema = v.object({
  key: v.custom<readonly unknown[]>(Array.isArray),
  data: v.unknown(),
  /** Epoch milliseconds. */
  updatedAt: v.number(),
});

/** An entry of the query cache. The library's own format is ten times as long. */
export type CachedAnswer = v.InferOutput<typeof cachedAnswerSchema>;

/**
 * Data that the server sends with a page; contains nothing personal. The page's script is of the
 * same build and trusts it; tests parse it.
 */
export const pageStateSchema = v.object({
  site: siteStateSchema,
  answers: v.array(cachedAnswerSchema),
  /** Router data without errors: a page with an error renders again in the browser. */
  router: v.nullable(v.object({ loaderData: v.record(v.string(), v.unknown()) })),
  /** Id of the page's lazy route; null on Home and without markup to hydrate. */
  routeId: v.nullable(v.string()),
  /** Base64 of the page's first image, by its path, if the page holds it. */
  inlineImages: v.exactOptional(v.record(v.string(), v.string())),
  /** The page has no markup to hydrate: the device shows it for another URL. */
  isShell: v.exactOptional(v.literal(true)),
});

export type PageState = v.InferOutput<typeof pageStateSchema>;

/** Returns the base64 of an image that a page may hold itself, by its path without width; null if there is none. */
export type InlineImage = (path: string) => string | null;

/** A rendered page in the sections that the server puts into its document. */
export type RenderedPage = {
  status: number;
  /** Title, meta and link elements. */
  headHtml: string;
  bodyHtml: string;
  /** Announcements above the page; the current one is visible. */
  announcementsHtml: string;
  state: PageState;
  /** JSON-LD objects for search engines. */
  structuredData: readonly object[];
};

/**
 * Exports of the web app's server entry (web/app/entry-server.tsx). Its bundle is loaded at run
 * time, so this is the whole interface between server and web.
 */
export const entryServerSchema = v.object({
  BOOT_SCRIPT: v.string(),
  PAGE_STATE_ID: v.string(),
  /** Returns whether a path is a page of the site and not the page for unknown paths. */
  isPage: exportedFunction<(path: string) => boolean>(),
  /**
   * Renders one page with its data, which `transport` serves in process.
   *
   * @param address path and query of the page: everything a page depends on
   * @returns a Response when a route redirects
   */
  renderPage:
    exportedFunction<
      (
        address: string,
        site: SiteState,
        transport: Transport,
        inlineImage?: InlineImage,
      ) => Promise<RenderedPage | Response>
    >(),
  /** Page for URLs that an offline device has not cached. */
  renderShell: exportedFunction<(site: SiteState) => RenderedPage>(),
});

export type EntryServer = v.InferOutput<typeof entryServerSchema>;

function exportedFunction<Signature>(): v.GenericSchema<Signature> {
  return v.custom<Signature>((value) => typeof value === "function");
}
