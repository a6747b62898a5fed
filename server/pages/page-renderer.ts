import { pathToFileURL } from "node:url";
import { resolve } from "node:path";
import * as v from "valibot";
import {
  type EntryServer,
  entryServerSchema,
  type RenderedPage,
} from "#shared/contracts/rendered-page.ts";
import type { SiteState } from "#shared/contracts/site.ts";
import type { Transport } from "#shared/transport.ts";

/** Renders pages with the built web app, or with the development server. */
export type PageRenderer = {
  bootScript: string;
  stateId: string;
  /** @param address path and search of the page, its only input from the request. */
  render(address: string, site: SiteState): Promise<RenderedPage | Response>;
  /** Returns true if a path is a page of the site. */
  isPage(path: string): boolean;
  /** The page for URLs that an offline device has not cached. */
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

/**
 * Loads the server bundle of the web app from `dist/server`.
 *
 * @throws ValiError when it is invalid.
 */
export async function loadEntryServer(serverDir: string): Promise<EntryServer> {
  const bundle: unknown = await import(pathToFileURL(resolve(serverDir, "entry-server.js")).href);
  return v.parse(entryServerSchema, bundle);
}
