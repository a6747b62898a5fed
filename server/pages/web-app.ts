import { readFile, realpath, utimes } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { Hono } from "hono";
import { createStaticFiles } from "#server/http/static-files.ts";
import type { EntryServer } from "#shared/contracts/rendered-page.ts";
import { loadEntryServer } from "./page-renderer.ts";
import { loadWebAssets, type WebAssets } from "./web-assets.ts";
import { DAY_MS } from "#server/kit/durations.ts";

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
 */
export async function openBuiltWebApp(root: string): Promise<WebApp> {
  const current = resolve(root, "dist/current");
  // A missing build is reported when its manifest is read.
  const release = await realpath(current).catch(() => current);
  const clientDir = resolve(release, "client");
  const [assets, entry, workerScript] = await Promise.all([
    loadWebAssets(clientDir),
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
