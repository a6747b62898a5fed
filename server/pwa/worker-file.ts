import { createHash } from "node:crypto";
import { LANGUAGES, localisedPath } from "#shared/languages.ts";
import { OFFLINE_SHELL_PATH, type WorkerBuild } from "#shared/site/offline-shell.ts";
import type { SiteFacts } from "#shared/contracts/site.ts";
import type { WebApp } from "#server/pages/web-app.ts";
import type { AppFiles } from "#server/pages/web-assets.ts";

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
