import { reportError } from "#web/lib/report-error.ts";
import { HOUR_MS } from "#shared/durations.ts";

const WORKER_ADDRESS = "/sw.js";
/** How often an app that stays open asks for a new version when its visitor comes back to it. */
const UPDATE_CHECK_AFTER_MS = HOUR_MS;

/** Follows the service worker of this site; returns how to stop. */
export function followServiceWorker(onNewVersion: (reload: () => void) => void): () => void {
  // Without TLS there is none, except on this machine.
  if (!("serviceWorker" in navigator)) return () => undefined;
  const stop = new AbortController();
  void registerWorker(onNewVersion, stop.signal).catch(reportError);
  return () => stop.abort();
}

async function registerWorker(
  onNewVersion: (reload: () => void) => void,
  signal: AbortSignal,
): Promise<void> {
  const registration = await navigator.serviceWorker.register(WORKER_ADDRESS);
  const offer = (): void => {
    const { waiting } = registration;
    // The first worker of a device replaces nothing: there is no new version to speak of.
    if (!waiting || !navigator.serviceWorker.controller || signal.aborted) return;
    onNewVersion(() => takeOver(waiting));
  };
  offer();
  registration.addEventListener(
    "updatefound",
    () => registration.installing?.addEventListener("statechange", offer, { signal }),
    { signal },
  );

  let checkedAtMs = Date.now();
  document.addEventListener(
    "visibilitychange",
    () => {
      const isDue = Date.now() - checkedAtMs > UPDATE_CHECK_AFTER_MS;
      if (document.visibilityState !== "visible" || !isDue) return;
      checkedAtMs = Date.now();
      // Without a connection there is nothing new to learn.
      registration.update().catch(() => undefined);
    },
    { signal },
  );
}

/** Lets the waiting worker begin and loads the page anew, once, because its visitor asked for it. */
function takeOver(waiting: ServiceWorker): void {
  navigator.serviceWorker.addEventListener("controllerchange", () => window.location.reload(), {
    once: true,
  });
  tell(waiting, "skip-waiting");
}

/** Takes the worker and what it kept away from a device where the site has switched it off. */
export async function removeServiceWorker(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  const registrations = await navigator.serviceWorker.getRegistrations();
  const names = await caches.keys();
  // A worker goes only when its last page has gone; until then it must not fill its caches again.
  for (const { active } of registrations) if (active) tell(active, "retire");
  await Promise.all([
    ...registrations.map((registration) => registration.unregister()),
    ...names.map((name) => caches.delete(name)),
  ]);
}

/** Asks the worker to keep the page of an address that did not come through its hands. */
export async function keepPageOffline(address: string): Promise<void> {
  await tellReady({ keepPage: address });
}

/** Tells the worker of which revision the site is, so that what it shows without a connection is as well. */
export async function renewOffline(revision: string): Promise<void> {
  await tellReady({ revision });
}

/** Asks the worker whether the server can be reached; its answer comes to all pages. */
export function probeServer(): void {
  const controller = "serviceWorker" in navigator ? navigator.serviceWorker.controller : null;
  if (controller) tell(controller, "probe");
}

/** Tells the worker of this device, once there is one. */
async function tellReady(message: unknown): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  const { active } = await navigator.serviceWorker.ready;
  if (active) tell(active, message);
}

function tell(worker: ServiceWorker, message: unknown): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker takes no origin
  worker.postMessage(message);
}
