import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { Hono } from "hono";
import { createStaticFiles } from "#server/http/static-files.ts";
import { type EntryServer, loadEntryServer } from "./page-renderer.ts";
import { loadWebAssets, type WebAssets } from "./web-assets.ts";

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

/** The web app as `npm run build` left it in dist/. */
export async function openBuiltWebApp(root: string): Promise<WebApp> {
  const clientDir = resolve(root, "dist/client");
  const [assets, entry, workerScript] = await Promise.all([
    loadWebAssets(clientDir),
    loadEntryServer(resolve(root, "dist/server")),
    readFile(resolve(root, "dist/worker/service-worker.js"), "utf8"),
  ]);
  const files = createStaticFiles({ clientDir, webDir: resolve(root, "web") });
  return { entry, assets, files, workerScript, development: null, close: () => Promise.resolve() };
}
