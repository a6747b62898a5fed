import { readdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { type Context, Hono } from "hono";
import { etagOf } from "#server/kit/http/etag.ts";
import { CACHE } from "#server/http/cache-policy.ts";
import { policyHeader } from "#server/http/security-headers.ts";
import { memoizeLatest } from "#server/kit/memoize-latest.ts";
import { precompress, sendBytes, sendPrecompressed } from "#server/kit/http/precompressed-body.ts";
import { LANGUAGES, localisedPath } from "#shared/languages.ts";
import type { Ministry } from "#shared/site/ministry.ts";
import { webManifest } from "./web-manifest.domain.ts";

/** Icons drawn by scripts/mobile/icons.ts. */
const ICON_DIR = resolve(import.meta.dirname, "../../web/app/icons");

const ICON_TYPES: Readonly<Record<string, string>> = {
  png: "image/png",
  webp: "image/webp",
};

export type PwaDeps = {
  ministry: Ministry;
  /** Text of `/sw.js`. */
  workerFile: string;
  /** Origin of an external backend, which the worker also calls; null for the embedded one. */
  backendOrigin: string | null;
};

/** Routes of the installable app: manifests, icons and the service worker. */
export async function createPwaRoutes(deps: PwaDeps): Promise<Hono> {
  const { ministry, workerFile, backendOrigin } = deps;
  const icons = await readIcons(ICON_DIR);
  const app = new Hono();
  // The policy of its own file limits a worker's connections.
  const workerPolicy = policyHeader({
    "default-src": ["'none'"],
    "connect-src": ["'self'", ...(backendOrigin ? [backendOrigin] : [])],
  });
  const worker = precompress(workerFile);
  app.get("/sw.js", (context) =>
    sendPrecompressed(context, worker, {
      "content-type": "text/javascript; charset=utf-8",
      "cache-control": CACHE.checked,
      "content-security-policy": workerPolicy,
    }),
  );
  const send = (context: Context, name: string): Response => {
    const icon = icons.get(name);
    if (!icon) return context.text("Not found", 404, { "cache-control": CACHE.none });
    return sendBytes(context, icon, {
      "Content-Type": icon.type,
      "Cache-Control": CACHE.week,
    });
  };
  app.get("/icons/:name", (context) => send(context, context.req.param("name")));
  // Apple's devices request this path if the page names no icon, which saves 60 bytes per page.
  app.get("/apple-touch-icon.png", (context) => send(context, "apple-touch.png"));
  for (const language of LANGUAGES) {
    const manifest = memoizeLatest(
      () => JSON.stringify(webManifest(ministry, language)),
      precompress,
    );
    app.get(localisedPath("/manifest.webmanifest", language), (context) =>
      sendPrecompressed(context, manifest(), {
        "content-type": "application/manifest+json; charset=utf-8",
        "cache-control": CACHE.hour,
      }),
    );
  }
  return app;
}

type IconFile = { type: string; bytes: Uint8Array<ArrayBuffer>; etag: string };

async function readIcons(folder: string): Promise<ReadonlyMap<string, IconFile>> {
  const names = await readdir(folder);
  const entries = await Promise.all(
    names.map(async (name) => {
      const type = ICON_TYPES[name.split(".").at(-1) ?? ""] ?? "application/octet-stream";
      const bytes = new Uint8Array(await readFile(join(folder, name)));
      return [name, { type, bytes, etag: `"${etagOf(bytes)}"` }] as const;
    }),
  );
  return new Map(entries);
}
