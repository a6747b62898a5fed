import type { Context } from "hono";
import { copyHeaders, RANGE_REQUEST_HEADERS } from "#server/http/copy-headers.ts";
import { PUBLIC_HEADERS } from "#server/live/live-responses.ts";

/** Marks a request of another server, which is not passed on. */
export const PEER_HEADER = "x-reign-tv-peer";

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
 * @returns its answer; null when it does not answer or has no such file.
 */
export async function fetchFromPeer(
  context: Context,
  {
    address,
    peerHeaders,
    fetch,
  }: {
    address: string;
    peerHeaders: Readonly<Record<string, string>>;
    fetch: typeof globalThis.fetch;
  },
): Promise<Response | null> {
  const { req } = context;
  const headers = copyHeaders(context, RANGE_REQUEST_HEADERS, peerHeaders);
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
  if (response === null || response.status === 404) return null;
  return new Response(response.body, {
    status: response.status,
    headers: { ...PUBLIC_HEADERS, ...keptHeaders(response, FILE_RESPONSE_HEADERS) },
  });
}

const PASSED_HEADERS = ["authorization", "content-type", "upload-offset"];
const ANSWERED_HEADERS = ["content-type", "upload-offset", "upload-length", "tus-resumable"];

/** Passes a request of staff, with its body, to another server; 503 when that does not answer. */
export async function passTo(
  address: string,
  context: Context,
  fetch: typeof globalThis.fetch,
): Promise<Response> {
  const { req } = context;
  const { pathname, search } = new URL(req.url);
  const headers = copyHeaders(context, PASSED_HEADERS, { [PEER_HEADER]: "1" });
  const hasBody = !["GET", "HEAD", "DELETE"].includes(req.method);
  const body = hasBody ? await req.arrayBuffer() : undefined;
  const response = await fetch(`${address}${pathname}${search}`, {
    method: req.method,
    headers,
    redirect: "error",
    signal: AbortSignal.timeout(TIMEOUT_MS),
    ...(body !== undefined && { body }),
  }).catch(() => null);
  if (response === null) return Response.json({ error: "unavailable" }, { status: 503 });
  const text = response.status === 204 ? null : await response.text();
  return new Response(text, {
    status: response.status,
    headers: keptHeaders(response, ANSWERED_HEADERS),
  });
}

function keptHeaders({ headers }: Response, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = headers.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
}
