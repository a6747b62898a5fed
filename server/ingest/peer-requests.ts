import type { Context } from "hono";
import { copyHeaders, RANGE_REQUEST_HEADERS } from "#server/http/copy-headers.ts";
import { CACHE } from "#server/http/cache-policy.ts";
import { PUBLIC_HEADERS } from "#server/http/public-headers.ts";

const PEER_HEADER = "x-reign-tv-peer";

/** Headers of a request to another server. */
export const PEER_HEADERS: Readonly<Record<string, string>> = { [PEER_HEADER]: "1" };

/** Returns true for a request of another server, which is not passed on. */
export function isOfPeer({ req }: Context): boolean {
  return req.header(PEER_HEADER) !== undefined;
}

const TIMEOUT_MS = 15_000;
const FILE_RESPONSE_HEADERS = [
  "content-type",
  "content-length",
  "content-range",
  "accept-ranges",
  "cache-control",
  "etag",
];

/**
 * Asks another server for the file at the address of a request, with its range.
 *
 * @returns its answer, 503 when it does not answer; null when it has no such file.
 */
export async function fetchFromPeer(
  context: Context,
  address: string,
  fetch: typeof globalThis.fetch,
): Promise<Response | null> {
  const { req } = context;
  // The length of a compressed answer would not be that of its body here.
  const plain = { ...PEER_HEADERS, "accept-encoding": "identity" };
  const headers = copyHeaders(context, RANGE_REQUEST_HEADERS, plain);
  // Bounds the time to the first byte: a slow listener takes minutes for the rest.
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), TIMEOUT_MS);
  const { signal } = controller;
  const { method } = req;
  const response = await fetch(`${address}${req.path}${new URL(req.url).search}`, {
    method,
    headers,
    redirect: "error",
    signal,
  })
    .catch(() => null)
    .finally(() => clearTimeout(timer));
  if (response === null) return unavailable(PUBLIC_HEADERS);
  if (response.status === 404) {
    await response.body?.cancel();
    return null;
  }
  return new Response(response.body, {
    status: response.status,
    headers: { ...PUBLIC_HEADERS, ...keptHeaders(response, FILE_RESPONSE_HEADERS) },
  });
}

const PASSED_HEADERS = ["authorization", "content-type", "upload-offset"];
const ANSWERED_HEADERS = ["content-type", "upload-offset", "upload-length", "tus-resumable"];

/**
 * Passes a request of staff to another server, with its body as it arrives: what came before a cut has arrived there too.
 *
 * @returns its answer; 503 when it does not answer.
 */
export async function passTo(
  context: Context,
  address: string,
  fetch: typeof globalThis.fetch,
): Promise<Response> {
  const { req } = context;
  const { pathname, search } = new URL(req.url);
  const headers = copyHeaders(context, PASSED_HEADERS, PEER_HEADERS);
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), TIMEOUT_MS);
  // Bounds the pauses: a slow line takes minutes for a part of a film.
  const counted = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, target) {
      timer.refresh();
      target.enqueue(chunk);
    },
  });
  const body = req.raw.body?.pipeThrough(counted) ?? null;
  const init: RequestInit & { duplex: "half" } = {
    method: req.method,
    headers,
    redirect: "error",
    signal: controller.signal,
    duplex: "half",
    body,
  };
  try {
    const response = await fetch(`${address}${pathname}${search}`, init);
    const text = response.status === 204 ? null : await response.text();
    return new Response(text, {
      status: response.status,
      headers: keptHeaders(response, ANSWERED_HEADERS),
    });
  } catch {
    return unavailable({});
  } finally {
    clearTimeout(timer);
  }
}

/** Seconds in which a server is back after a restart. */
const RETRY_AFTER_S = 10;

function unavailable(headers: Readonly<Record<string, string>>): Response {
  const error = "The server that has the files does not answer";
  return Response.json(
    { error, code: "unavailable" },
    {
      status: 503,
      headers: { ...headers, "Cache-Control": CACHE.none, "Retry-After": String(RETRY_AFTER_S) },
    },
  );
}

function keptHeaders({ headers }: Response, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = headers.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
}
