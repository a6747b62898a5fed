import { useSyncExternalStore } from "react";
import * as v from "valibot";

const messageSchema = v.object({ isReachable: v.boolean() });

/** Probe interval of a page without a connection. */
const PROBE_EVERY_MS = 15_000;

let isReachable = true;

/**
 * "offline": the device has no connection; "server": it has one, but the server does not respond.
 */
type Connection = "online" | "offline" | "server";

/**
 * Returns the connection to the server, as the browser and the service worker know it. Both can be
 * wrong, so a control without a connection says so and still works.
 */
export function useConnection(): Connection {
  return useSyncExternalStore(subscribe, readConnection, () => "online");
}

function readConnection(): Connection {
  if (!navigator.onLine) return "offline";
  return isReachable ? "online" : "server";
}

const listeners = new Set<() => void>();
let following = new AbortController();

/** All controls of a page share one set of events and one probe. */
function subscribe(onChange: () => void): () => void {
  listeners.add(onChange);
  if (listeners.size === 1) follow();
  return () => {
    listeners.delete(onChange);
    if (listeners.size === 0) following.abort();
  };
}

function notifyAll(): void {
  for (const listener of listeners) listener();
}

function follow(): void {
  following = new AbortController();
  const { signal } = following;
  // Frames and old browsers have no worker and use the browser's state.
  const worker = "serviceWorker" in navigator ? navigator.serviceWorker : null;

  window.addEventListener("offline", notifyAll, { signal });
  window.addEventListener(
    "online",
    () => {
      notifyAll();
      probeServer();
    },
    { signal },
  );
  worker?.addEventListener(
    "message",
    ({ data }) => {
      const message = v.safeParse(messageSchema, data);
      if (!message.success) return;
      ({ isReachable } = message.output);
      notifyAll();
    },
    { signal },
  );
  const timer = setInterval(() => {
    if (!isReachable) probeServer();
  }, PROBE_EVERY_MS);
  signal.addEventListener("abort", () => clearInterval(timer));
  // The page itself may come from the cache.
  probeServer();
}

/** Asks the worker whether the server is reachable; all pages receive the result. */
function probeServer(): void {
  const controller = "serviceWorker" in navigator ? navigator.serviceWorker.controller : null;
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker takes no origin
  controller?.postMessage("probe");
}
