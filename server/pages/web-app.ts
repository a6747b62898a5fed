import { readFile, realpath, utimes } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { Hono } from "hono";
import { createStaticFiles } from "#server/http/static-files.ts";
import type { EntryServer } from "#shared/contracts/rendered-page.ts";
import { loadEntryServer } from "./page-renderer.ts";
import { loadWebAssets, type WebAssets } from "./web-assets.ts";
import { DAY_MS } from "#server/kit/durations.ts";

/** The web app as the server needs it: how to render pages, and the files that they load. */
export type WebApp = {
  entry: EntryServer;
  assets: WebAssets;
  /** Answers the files of pages. */
  files: Hono;
  /** The built script of the service worker; null where there is none. */
  workerScript: string | null;
  /** The tools of the development server, and the room that lets them work. */
  development: { transformHtml(path: string, html: string): Promise<string>; room: Hono } | null;
  close(): Promise<void>;
};

/** Servers say so often that their build is in use; one that is not goes a week after its successor. */
const MARK_USED_MS = DAY_MS;

/**
 * The web app as `npm run build` left it in `dist/current`. This server stays with that very build,
 * whatever is built while it runs; pages of other builds get their files as well.
 */
export async function openBuiltWebApp(root: string): Promise<WebApp> {
  const current = resolve(root, "dist/current");
  // Not built at all: said when its manifest is missing.
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
  // A folder that is read-only for the server counts from its replacement.
  utimes(release, now, now).catch(() => undefined);
}
