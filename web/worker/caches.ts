import { splitLanguage } from "#shared/languages.ts";
import { SHELL_REVISION_HEADER } from "#shared/site/offline-shell.ts";
import { mayKeep } from "./strategy.domain.ts";
import { worker } from "./worker-scope.ts";

/** The caches of this site. Pages and code belong to one version; texts and images outlive it. */
const CACHE_NAMES = {
  shell: `shell-${worker.BUILD.version}`,
  pages: `pages-${worker.BUILD.version}`,
  data: "data-1",
  pictures: "pictures-1",
} as const;

type KeptIn = keyof typeof CACHE_NAMES;

/** Maximum of entries per cache; the oldest are removed. An image is about 15 kB, a page 60 kB. */
const MAX_ENTRIES: Readonly<Record<KeptIn, number>> = {
  shell: 200,
  pages: 40,
  data: 200,
  pictures: 150,
};

let isRetired = false;

/** Deletes all caches and caches nothing from now on: open pages must not refill them. */
export async function retire(): Promise<void> {
  isRetired = true;
  await forget(() => true);
}

/** Returns the cached response of a key, or undefined. */
export async function readCached(
  name: KeptIn,
  key: string | Request,
): Promise<Response | undefined> {
  // The page of a URL is the same in any encoding.
  return caches.match(key, { cacheName: CACHE_NAMES[name], ignoreVary: true });
}

/** Caches a copy of a public response; full or blocked storage is no failure. */
export async function keep(name: KeptIn, key: string | Request, response: Response): Promise<void> {
  if (isRetired || !mayKeep(response)) return;
  try {
    const cache = await caches.open(CACHE_NAMES[name]);
    await cache.put(key, response);
    const keys = await cache.keys();
    const surplus = keys.slice(0, Math.max(0, keys.length - MAX_ENTRIES[name]));
    await Promise.all(surplus.map((old) => cache.delete(old)));
  } catch {
    // The device is full: the response still reaches the page.
  }
}

/**
 * Caches the files that the app needs to start, all of them or none: otherwise the worker is not
 * installed.
 */
export async function precache(): Promise<void> {
  const { shells, core, pages } = worker.BUILD;
  const connection: unknown = Reflect.get(worker.navigator, "connection");
  const savesData =
    typeof connection === "object" &&
    connection !== null &&
    Reflect.get(connection, "saveData") === true;
  const cache = await caches.open(CACHE_NAMES.shell);
  await cache.addAll([...shells, ...core, ...(savesData ? [] : pages)]);
}

/** Fetches the offline shells again when the site's revision has changed. */
export async function renewShells(revision: string): Promise<void> {
  const cache = await caches.open(CACHE_NAMES.shell);
  const outdated: Request[] = [];
  for (const path of worker.BUILD.shells) {
    const stored = await cache.match(path);
    const isCurrent = stored?.headers.get(SHELL_REVISION_HEADER) === revision;
    if (stored && !isCurrent) outdated.push(new Request(path, { cache: "no-cache" }));
  }
  // Offline, the cached ones stay; the next page retries.
  await cache.addAll(outdated).catch(() => undefined);
}

/** Deletes the caches of other versions. */
export async function deleteOldCaches(): Promise<void> {
  const current: readonly string[] = Object.values(CACHE_NAMES);
  await forget((name) => !current.includes(name));
}

/** Deletes the cached pages below a path, in every language. */
export async function forgetPages(path: string): Promise<void> {
  const cache = await caches.open(CACHE_NAMES.pages);
  const requests = await cache.keys();
  const outdated = requests.filter(({ url }) => isBelow(new URL(url).pathname, path));
  await Promise.all(outdated.map((request) => cache.delete(request)));
}

function isBelow(address: string, path: string): boolean {
  return `${splitLanguage(address).path}/`.startsWith(`${path}/`);
}

async function forget(isOutdated: (name: string) => boolean): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter(isOutdated).map((name) => caches.delete(name)));
}
