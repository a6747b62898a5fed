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

/** Folder of the icons that scripts/mobile/icons.ts draws. */
const ICON_DIR = resolve(import.meta.dirname, "../../web/app/icons");

const PICTURE_TYPES: Readonly<Record<string, string>> = {
  png: "image/png",
  webp: "image/webp",
};

export type InstalledAppParts = {
  ministry: Ministry;
  /** Text of `/sw.js`. */
  workerFile: string;
  /** Origin of a backend elsewhere, which the worker asks too; null for this site. */
  backendOrigin: string | null;
};

/** What makes the site an app that a device installs: manifests, icons and the service worker. */
export async function createInstalledApp(parts: InstalledAppParts): Promise<Hono> {
  const { ministry, workerFile, backendOrigin } = parts;
  const pictures = await readPictures(ICON_DIR);
  const app = new Hono();
  // What a worker may reach is said by the policy of its own file.
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
    const picture = pictures.get(name);
    if (!picture) return context.text("Not found", 404, { "cache-control": CACHE.none });
    return sendBytes(context, picture, {
      "Content-Type": picture.type,
      "Cache-Control": CACHE.week,
    });
  };
  app.get("/icons/:name", (context) => send(context, context.req.param("name")));
  // Apple's devices ask for it under this name where a page names none: 60 bytes less on every page.
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

type PictureFile = { type: string; bytes: Uint8Array<ArrayBuffer>; etag: string };

async function readPictures(folder: string): Promise<ReadonlyMap<string, PictureFile>> {
  const names = await readdir(folder);
  const entries = await Promise.all(
    names.map(async (name) => {
      const type = PICTURE_TYPES[name.split(".").at(-1) ?? ""] ?? "application/octet-stream";
      const bytes = new Uint8Array(await readFile(join(folder, name)));
      return [name, { type, bytes, etag: `"${etagOf(bytes)}"` }] as const;
    }),
  );
  return new Map(entries);
}
