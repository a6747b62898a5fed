import { PROBE_PATH } from "#shared/site/offline-shell.ts";
import { headStatus } from "#shared/site/server-probe.ts";
import { worker } from "./worker-scope.ts";

let isReachable = true;

/**
 * Sends a request and learns from it whether the server can be reached. What the browser says of its
 * connection is not enough: a phone without credit is "online" too. Nor is one request that fails: it
 * may have been broken off, so the server itself is asked before anybody is told.
 */
export async function askServer(send: () => Promise<Response>): Promise<Response> {
  try {
    const response = await send();
    await note(true);
    return response;
  } catch (error) {
    // Nobody waits for it: what is kept is shown at once.
    if (isReachable) void probeServer();
    throw error;
  }
}

/** Looks whether the server can be reached now, and tells all pages. */
export async function probeServer(): Promise<void> {
  isReachable = (await headStatus(fetch, PROBE_PATH)) !== null;
  await tellPages();
}

async function note(isThere: boolean): Promise<void> {
  if (isThere === isReachable) return;
  isReachable = isThere;
  await tellPages();
}

async function tellPages(): Promise<void> {
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a client takes no origin
  for (const page of pages) page.postMessage({ isReachable });
}
