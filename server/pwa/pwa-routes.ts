import { type Language, localisedPath, LANGUAGES } from "#shared/languages.ts";
import { CATALOGUE } from "#shared/messages/catalogue.ts";
import { devotionalMessages } from "#shared/messages/reading/devotional.ts";
import { webManifestMessages } from "#shared/messages/devices/web-manifest.ts";
import type { Ministry } from "#shared/site/ministry.ts";
import { createHash } from "node:crypto";
import { OFFLINE_SHELL_PATH, type WorkerBuild } from "#shared/site/offline-shell.ts";
import type { SiteFacts } from "#shared/contracts/site.ts";
import type { WebApp } from "#server/pages/web-app.ts";
import type { AppFiles } from "#server/pages/web-assets.ts";
import { readdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { type Context, Hono } from "hono";
import { etagOf } from "@reign-tv/kit/http/etag.ts";
import { CACHE } from "#server/http/cache-policy.ts";
import { policyHeader } from "#server/http/security-headers.ts";
import { memoizeLatest } from "@reign-tv/kit/memoize.ts";
import {
  precompress,
  sendBytes,
  sendPrecompressed,
} from "@reign-tv/kit/http/precompressed-body.ts";

/** The brand's purple as in the icon, and the background of the light theme. */
const THEME_COLOR = "#4a1f8f";
const BACKGROUND_COLOR = "#faf9fc";

/**
 * The web app manifest in a language. All languages name the same app (`id`), so that a change of language does not
 * install it twice.
 */
export function webManifest({ name, tagline }: Ministry, language: Language): object {
  const { home, shell } = CATALOGUE[language];
  const texts = webManifestMessages[language];
  const shortcuts = [
    { name: shell.liveTv, path: "/live-tv" },
    { name: shell.bible, path: "/bible" },
    { name: devotionalMessages[language].title, path: "/devotional" },
    { name: shell.videos, path: "/video-on-demand" },
  ];
  return {
    id: "/",
    name: `${name} – ${tagline[language]}`,
    short_name: name,
    description: home.description,
    lang: language,
    dir: "ltr",
    start_url: localisedPath("/", language),
    scope: "/",
    display: "standalone",
    theme_color: THEME_COLOR,
    background_color: BACKGROUND_COLOR,
    categories: ["lifestyle", "entertainment", "education", "books"],
    icons: [
      image("icon-192.png", "192x192"),
      image("icon-512.png", "512x512"),
      { ...image("maskable-512.png", "512x512"), purpose: "maskable" },
    ],
    screenshots: [
      {
        ...image("screen-narrow.webp", "780x1688"),
        form_factor: "narrow",
        label: texts.phoneScreen,
      },
      { ...image("screen-wide.webp", "1280x800"), form_factor: "wide", label: texts.wideScreen },
    ],
    shortcuts: shortcuts.map((shortcut) => ({
      name: shortcut.name,
      url: localisedPath(shortcut.path, language),
      icons: [image("icon-192.png", "192x192")],
    })),
  };
}

function image(file: string, sizes: string): { src: string; sizes: string; type: string } {
  return { src: `/icons/${file}`, sizes, type: `image/${file.split(".").at(-1)}` };
}

/**
 * Worker that deletes all caches and unregisters itself. Served at `/sw.js` while SERVICE_WORKER is false; browsers
 * fetch that file at every visit.
 */
export const KILL_SWITCH = `self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) await caches.delete(name);
  await self.registration.unregister();
})()));
`;

export type WorkerFileDeps = {
  /** The built script of web/worker. */
  script: string;
  files: AppFiles;
  /** URLs of the offline shells. */
  shells: readonly string[];
  backendUrl: string;
};

/** Returns `/sw.js`: this build's worker, or the kill switch. */
export function servedWorkerFile({
  site,
  web,
}: {
  site: Pick<SiteFacts, "hasWorker" | "backendUrl">;
  web: Pick<WebApp, "workerScript" | "assets">;
}): string {
  const { workerScript: script, assets } = web;
  if (!site.hasWorker || script === null) return KILL_SWITCH;
  const { backendUrl } = site;
  const shells = LANGUAGES.map((language) => localisedPath(OFFLINE_SHELL_PATH, language));
  return workerFile({ script, files: assets.appFiles, shells, backendUrl });
}

/**
 * The service worker of this build: its list of cached files, then its script. Excludes the ministry's data: a changed
 * name must not prompt every visitor to update.
 */
export function workerFile({ script, files, shells, backendUrl }: WorkerFileDeps): string {
  const hash = createHash("sha256");
  for (const part of [script, ...files.core, ...files.pages]) hash.update(part);
  const build: WorkerBuild = {
    version: hash.digest("hex").slice(0, 12),
    shells,
    core: files.core,
    pages: files.pages,
    backendUrl,
  };
  return `self.BUILD=${JSON.stringify(build)};\n${script}`;
}

/** Icons drawn by scripts/mobile/icons.ts. */
const ICON_DIR = resolve(import.meta.dirname, "../../web/app/icons");

const ICON_TYPES: Readonly<Record<string, string>> = {
  png: "image/png",
  webp: "image/webp",
};

type PwaDeps = {
  ministry: () => Ministry;
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
      () => JSON.stringify(webManifest(ministry(), language)),
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
