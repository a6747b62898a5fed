import { pathToFileURL } from "node:url";
import { resolve } from "node:path";
import type { SiteState } from "#shared/site/site-state.ts";
import type { Transport } from "#shared/transport.ts";

/** A rendered page; see web/app/entry-server.tsx, which makes it. */
export type RenderedPage = {
  status: number;
  headHtml: string;
  bodyHtml: string;
  state: unknown;
  structuredData: readonly object[];
  routeFile: string | null;
};

/** Renders pages with the built (or, in development, live) web app. */
export type PageRenderer = {
  bootScript: string;
  stateId: string;
  /** @param address path and search of the page: all of a request that a page is made from. */
  render(address: string, site: SiteState): Promise<RenderedPage | Response>;
  /** Whether a path leads to a page of the site and not to that of missing addresses. */
  isPage(path: string): boolean;
  /** The page for addresses that a device without a connection has not kept. */
  renderShell(site: SiteState): RenderedPage;
};

/** What the server entry of the web app exports (web/app/entry-server.tsx). */
export type EntryServer = {
  BOOT_SCRIPT: string;
  PAGE_STATE_ID: string;
  isPage(path: string): boolean;
  renderPage(
    address: string,
    site: SiteState,
    /** Answers what the page asks for. */
    transport: Transport,
  ): Promise<RenderedPage | Response>;
  renderShell(site: SiteState): RenderedPage;
};

/** Wraps the server entry of the web app. */
export function pageRenderer(entry: EntryServer, transport: Transport): PageRenderer {
  return {
    bootScript: entry.BOOT_SCRIPT,
    stateId: entry.PAGE_STATE_ID,
    render: (address, site) => entry.renderPage(address, site, transport),
    isPage: (path) => entry.isPage(path),
    renderShell: (site) => entry.renderShell(site),
  };
}

/** Loads the server bundle of the web app from `dist/server`. */
export async function loadEntryServer(serverDir: string): Promise<EntryServer> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the bundle is of this same build
  return (await import(pathToFileURL(resolve(serverDir, "entry-server.js")).href)) as EntryServer;
}
