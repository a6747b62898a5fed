import { useSyncExternalStore } from "react";
import * as v from "valibot";
import { probeServer } from "./use-service-worker.ts";
import { CloudOff, WifiOff } from "lucide-react";
import { offlineMessages } from "#shared/messages/offline.ts";
import { useTexts } from "#web/lib/site.ts";

const messageSchema = v.object({ isReachable: v.boolean() });

/** Probe interval of a page without a connection. */
const PROBE_EVERY_MS = 15_000;

let isReachable = true;

/**
 * "offline": the device has no connection; "server": it has one, but the server does not respond.
 */
type Connection = "online" | "offline" | "server";

/** Returns the connection to the server, as the browser and the service worker know it. */
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

/** Notice that the connection or the server is missing; replaces the install card. */
export function OfflineBanner() {
  const texts = useTexts(offlineMessages);
  const connection = useConnection();
  const Icon = connection === "offline" ? WifiOff : CloudOff;
  return (
    <div
      role="status"
      data-offline
      className="pointer-events-none fixed inset-x-4 bottom-20 z-20 flex flex-col items-center lg:bottom-6"
    >
      {connection !== "online" && (
        <p className="flex items-center gap-2 rounded-full border border-line bg-gold-soft px-4 py-2 text-sm font-medium text-ink shadow-card">
          <Icon aria-hidden className="size-4 shrink-0" />
          {texts[connection]}
        </p>
      )}
    </div>
  );
}
