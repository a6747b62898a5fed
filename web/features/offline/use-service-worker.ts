import { reportError } from "#web/lib/report-error.ts";
import { HOUR_MS } from "@reign-tv/kit/durations.ts";
import { useEffect, useState } from "react";
import { offlineMessages } from "#shared/messages/offline.ts";
import { isStudioPath } from "#shared/studio/studio-path.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import { removePlaced } from "#web/ui/toast-list.ts";
import { useToast } from "#web/ui/use-toast.ts";

const WORKER_ADDRESS = "/sw.js";
/** Minimum interval of update checks when the visitor returns to an open app. */
const UPDATE_CHECK_AFTER_MS = HOUR_MS;

/**
 * Chromium restarts the old worker for a request that starts together with the change, and then keeps it for half a
 * minute: what the same tap loads comes first.
 */
const TAKE_OVER_AFTER_MS = 500;

/** `place` of the update's toast. */
const UPDATE = "update";

/** Registers the service worker and watches for new versions; returns a function that stops it. */
function watchServiceWorker(onNewVersion: (reload: () => void) => void): () => void {
  // Without TLS there is none, except on localhost.
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
    // The first worker of a device replaces nothing: it is no new version.
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
      // An update check fails offline.
      registration.update().catch(() => undefined);
    },
    { signal },
  );
}

/** Activates the waiting worker and reloads the page once, on the visitor's request. */
function takeOver(waiting: ServiceWorker): void {
  navigator.serviceWorker.addEventListener("controllerchange", () => window.location.reload(), {
    once: true,
  });
  setTimeout(() => tell(waiting, "skip-waiting"), TAKE_OVER_AFTER_MS);
}

/** Removes the worker and its caches where the site has turned it off. */
async function removeServiceWorker(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  const registrations = await navigator.serviceWorker.getRegistrations();
  const names = await caches.keys();
  // A worker stays until its last page is closed; until then it must not refill its caches.
  for (const { active } of registrations) if (active) tell(active, "retire");
  await Promise.all([
    ...registrations.map((registration) => registration.unregister()),
    ...names.map((name) => caches.delete(name)),
  ]);
}

/** Tells the worker to cache the page of a URL that it did not serve. */
async function keepPageOffline(address: string): Promise<void> {
  await postToWorker({ keepPage: address });
}

/** Tells the worker the site's revision, so that it renews the offline shells. */
async function renewOffline(revision: string): Promise<void> {
  await postToWorker({ revision });
}

/** Sends a message to the worker of this device, once there is one. */
async function postToWorker(message: unknown): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  const { active } = await navigator.serviceWorker.ready;
  if (active) tell(active, message);
}

function tell(worker: ServiceWorker, message: unknown): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker takes no origin
  worker.postMessage(message);
}

/** Pages whose text a visitor may need offline, even when client-side navigation opened them. */
const KEPT_PAGES = /^\/(?:fr\/)?devotional(?:\/|$)/;

/**
 * Keeps the app ready for offline use and announces new versions. @param address path and search of
 * the page, as the browser shows them. @param onStudioUpdate shows an update in the studio, where a
 * toast would cover forms and buttons.
 */
export function useServiceWorker(
  address: string,
  onStudioUpdate: (reload: () => void) => void,
): void {
  const { hasWorker, revision, preview } = useSite();
  const texts = useTexts(offlineMessages);
  const showToast = useToast();

  useEffect(() => {
    if (!hasWorker) {
      void removeServiceWorker().catch(reportError);
      return;
    }
    const stop = watchServiceWorker((reload) => {
      if (isStudioPath(window.location.pathname)) {
        onStudioUpdate(reload);
        return;
      }
      showToast({
        tone: "done",
        title: texts.newVersion,
        text: texts.newVersionText,
        action: { label: texts.reload, onAct: reload },
        place: UPDATE,
      });
    });
    return () => {
      stop();
      // It must not stay when the visitor goes on to the studio.
      removePlaced(UPDATE);
    };
  }, [hasWorker, onStudioUpdate, showToast, texts]);

  useEffect(() => {
    // An offline shell has no revision, and a preview is not the site.
    if (hasWorker && revision !== "" && preview === undefined) void renewOffline(revision);
  }, [hasWorker, revision, preview]);

  // The first page of a device loads before the worker.
  const [firstAddress] = useState(address);
  useEffect(() => {
    const isKept = address === firstAddress || KEPT_PAGES.test(address);
    if (hasWorker && isKept) void keepPageOffline(address);
  }, [hasWorker, address, firstAddress]);
}
