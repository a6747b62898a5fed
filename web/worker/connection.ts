import { PROBE_PATH } from "#shared/site/offline-shell.ts";
import { headStatus } from "#shared/site/server-probe.ts";
import { withTimeLimit } from "#shared/time-limit.ts";
import { worker } from "./worker-scope.ts";

/** A server that takes longer counts as unreachable. */
const PROBE_LIMIT_MS = 8_000;

let isReachable = true;

/**
 * Sends a request and learns from it whether the server is reachable. `navigator.onLine` is not
 * enough: a phone without credit is "online" too. Nor is one failed request, which may have been
 * aborted, so the server is probed before pages are notified.
 */
export async function askServer(send: () => Promise<Response>): Promise<Response> {
  try {
    const response = await send();
    if (!isGatewayError(response.status)) await note(true);
    else if (isReachable) void probeServer();
    return response;
  } catch (error) {
    // In the background: the cached copy is shown at once.
    if (isReachable) void probeServer();
    throw error;
  }
}

let probe: Promise<void> | null = null;

/** Probes the server and notifies all pages; one probe at a time. */
export function probeServer(): Promise<void> {
  probe ??= look().finally(() => {
    probe = null;
  });
  return probe;
}

async function look(): Promise<void> {
  const status = await withTimeLimit(PROBE_LIMIT_MS, (signal) =>
    headStatus(fetch, PROBE_PATH, signal),
  );
  isReachable = status !== null && !isGatewayError(status);
  await notifyPages();
}

/** Returns true when a proxy answers for an unreachable server. */
export function isGatewayError(status: number): boolean {
  return status >= 502 && status <= 504;
}

async function note(isThere: boolean): Promise<void> {
  if (isThere === isReachable) return;
  isReachable = isThere;
  await notifyPages();
}

async function notifyPages(): Promise<void> {
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a client takes no origin
  for (const page of pages) page.postMessage({ isReachable });
}
