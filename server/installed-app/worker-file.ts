import { createHash } from "node:crypto";
import { keptWhile } from "#server/kit/kept-while.ts";
import type { WorkerBuild } from "#shared/site/offline-shell.ts";
import type { SiteFacts } from "#shared/contracts/site.ts";
import type { OfflineShell } from "#server/pages/offline-shells.ts";
import type { WebApp } from "#server/pages/web-app.ts";
import type { AppFiles } from "#server/pages/web-assets.ts";

/**
 * Takes the worker and all it keeps away from a device, and keeps nothing from then on: what stands at
 * `/sw.js` while SERVICE_WORKER is false. Browsers ask for that file at every visit.
 */
export const KILL_SWITCH = `self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) await caches.delete(name);
  await self.registration.unregister();
})()));
`;

export type WorkerParts = {
  /** The built script of web/worker. */
  script: string;
  files: AppFiles;
  shells: readonly OfflineShell[];
  backendUrl: string;
};

/** What `/sw.js` answers now: this build's worker, or what takes every worker away. */
export function servedWorkerFile({
  site,
  web,
  shells,
}: {
  site: Pick<SiteFacts, "hasWorker" | "backendUrl">;
  web: Pick<WebApp, "workerScript" | "assets">;
  shells: () => readonly OfflineShell[];
}): () => string {
  const { workerScript: script, assets } = web;
  if (!site.hasWorker || script === null) return () => KILL_SWITCH;
  const { backendUrl } = site;
  return keptWhile(shells, (kept) =>
    workerFile({ script, files: assets.appFiles, shells: kept, backendUrl }),
  );
}

/** The service worker of this build: its script behind the list of what it keeps. */
export function workerFile({ script, files, shells, backendUrl }: WorkerParts): string {
  const hash = createHash("sha256");
  // A shell names the ministry, whose file may change without a build.
  for (const part of [script, ...files.core, ...files.pages, ...shells.map(({ html }) => html)]) {
    hash.update(part);
  }
  const build: WorkerBuild = {
    version: hash.digest("hex").slice(0, 12),
    core: [...shells.map(({ path }) => path), ...files.core],
    pages: files.pages,
    backendUrl,
  };
  return `self.BUILD=${JSON.stringify(build)};\n${script}`;
}
