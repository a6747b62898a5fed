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

function subscribe(onChange: () => void): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  // Frames and old browsers have no worker and use the browser's state.
  const worker = "serviceWorker" in navigator ? navigator.serviceWorker : null;

  window.addEventListener("offline", onChange, { signal });
  window.addEventListener(
    "online",
    () => {
      onChange();
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
      onChange();
    },
    { signal },
  );
  const timer = setInterval(() => {
    if (!isReachable) probeServer();
  }, PROBE_EVERY_MS);
  // The page itself may come from the cache.
  probeServer();
  return () => {
    clearInterval(timer);
    stop.abort();
  };
}

/** Asks the worker whether the server is reachable; all pages receive the result. */
function probeServer(): void {
  const controller = "serviceWorker" in navigator ? navigator.serviceWorker.controller : null;
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker takes no origin
  controller?.postMessage("probe");
}
