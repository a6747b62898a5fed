import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Context, Hono } from "hono";
import { policyHeader } from "#server/http/content-policy.ts";
import { LANGUAGES, localisedPath } from "#shared/language.ts";
import type { Ministry } from "#shared/ministry.ts";
import { webManifest } from "./web-manifest.domain.ts";

const ICON_CACHE = "public, max-age=604800";
const MANIFEST_CACHE = "public, max-age=86400";

const PICTURE_TYPES: Readonly<Record<string, string>> = {
  png: "image/png",
  webp: "image/webp",
};

export type InstalledAppParts = {
  ministry: Ministry;
  /** Folder of the icons that scripts/app-icons.ts makes. */
  iconDir: string;
  /** Text of `/sw.js`. */
  workerFile: string;
  /** Origin of a backend elsewhere, which the worker asks too; null for this site. */
  backendOrigin: string | null;
};

/** What makes the site an app that a device installs: manifests, icons and the service worker. */
export async function createInstalledApp(parts: InstalledAppParts): Promise<Hono> {
  const { ministry, workerFile, backendOrigin } = parts;
  const pictures = await readPictures(parts.iconDir);
  const app = new Hono();
  // What a worker may reach is said by the policy of its own file.
  const workerPolicy = policyHeader({
    "default-src": ["'none'"],
    "connect-src": ["'self'", ...(backendOrigin ? [backendOrigin] : [])],
  });
  app.get("/sw.js", (context) =>
    context.body(workerFile, 200, {
      "content-type": "text/javascript; charset=utf-8",
      "cache-control": "no-cache",
      "content-security-policy": workerPolicy,
    }),
  );
  const send = (context: Context, name: string): Response => {
    const picture = pictures.get(name);
    if (!picture) return context.text("Not found", 404);
    return context.body(picture.bytes, 200, {
      "content-type": picture.type,
      "cache-control": ICON_CACHE,
    });
  };
  app.get("/icons/:name", (context) => send(context, context.req.param("name")));
  // Apple's devices ask for it under this name where a page names none: 60 bytes less on every page.
  app.get("/apple-touch-icon.png", (context) => send(context, "apple-touch.png"));
  for (const language of LANGUAGES) {
    const manifest = JSON.stringify(webManifest(ministry, language));
    app.get(localisedPath("/manifest.webmanifest", language), (context) =>
      context.body(manifest, 200, {
        "content-type": "application/manifest+json; charset=utf-8",
        "cache-control": MANIFEST_CACHE,
      }),
    );
  }
  return app;
}

async function readPictures(
  folder: string,
): Promise<ReadonlyMap<string, { type: string; bytes: Uint8Array<ArrayBuffer> }>> {
  const names = await readdir(folder);
  const entries = await Promise.all(
    names.map(async (name) => {
      const type = PICTURE_TYPES[name.split(".").at(-1) ?? ""] ?? "application/octet-stream";
      return [name, { type, bytes: new Uint8Array(await readFile(join(folder, name))) }] as const;
    }),
  );
  return new Map(entries);
}
