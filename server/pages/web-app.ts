import { pathToFileURL } from "node:url";
import { resolve, dirname } from "node:path";
import * as v from "valibot";
import {
  type EntryServer,
  entryServerSchema,
  type InlineImage,
  type RenderedPage,
} from "#shared/contracts/rendered-page.ts";
import type { SiteState } from "#shared/contracts/site.ts";
import type { Transport } from "#shared/transport.ts";
import { readFile, realpath, utimes } from "node:fs/promises";
import { Hono } from "hono";
import { createStaticFiles } from "#server/http/static-files.ts";
import { loadWebAssets, type WebAssets } from "./web-assets.ts";
import { createBoundedMap } from "@reign-tv/kit/bounded-map.ts";
import { DAY_MS } from "@reign-tv/kit/durations.ts";

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

/** Visitors choose the paths, of up to 16 kB each. */
const MAX_KNOWN_PAGES = 500;

/** Wraps the server entry of the web app. */
export function pageRenderer(
  entry: EntryServer,
  transport: Transport,
  inlineImage?: InlineImage,
): PageRenderer {
  // The router compiles every route's pattern for each question, which costs more than a cached page.
  const pages = createBoundedMap<string, true>(MAX_KNOWN_PAGES);
  return {
    bootScript: entry.BOOT_SCRIPT,
    stateId: entry.PAGE_STATE_ID,
    render: (address, site) => entry.renderPage(address, site, transport, inlineImage),
    isPage(path) {
      if (pages.get(path)) return true;
      const isPage = entry.isPage(path);
      if (isPage) pages.set(path, true);
      return isPage;
    },
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

/** The built web app: rendering and files. */
export type WebApp = {
  entry: EntryServer;
  assets: WebAssets;
  /** Serves the files of pages. */
  files: Hono;
  /** The built script of the service worker; null if there is none. */
  workerScript: string | null;
  /** Development server: transforms pages, and middleware that allows its scripts. */
  development: { transformHtml(path: string, html: string): Promise<string>; routes: Hono } | null;
  close(): Promise<void>;
};

/** Marks the build as in use; unused builds are deleted a week after their successor. */
const MARK_USED_MS = DAY_MS;

/**
 * Opens the build in `dist/current`. The server uses this build until it stops, and also serves files of other builds.
 *
 * @throws StartError when the web app has not been built.
 */
export async function openBuiltWebApp(root: string): Promise<WebApp> {
  const current = resolve(root, "dist/current");
  const release = await realpath(current).catch(() => current);
  const clientDir = resolve(release, "client");
  // First: it says in one sentence that there is no build.
  const assets = await loadWebAssets(clientDir);
  const [entry, workerScript] = await Promise.all([
    loadEntryServer(resolve(release, "server")),
    readFile(resolve(release, "worker/service-worker.js"), "utf8"),
  ]);
  const files = await createStaticFiles({
    clientDir,
    releasesDir: dirname(release),
    webDir: resolve(root, "web"),
  });
  markUsed(release);
  const marking = setInterval(() => markUsed(release), MARK_USED_MS);
  marking.unref();
  return {
    entry,
    assets,
    files,
    workerScript,
    development: null,
    close() {
      clearInterval(marking);
      return Promise.resolve();
    },
  };
}

function markUsed(release: string): void {
  const now = new Date();
  // The age of a read-only folder counts from its replacement.
  utimes(release, now, now).catch(() => undefined);
}
