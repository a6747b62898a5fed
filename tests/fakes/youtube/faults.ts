import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import { API_ERRORS } from "./api-responses.ts";
import type { JsonResponse } from "./api-responses.ts";

/** Faults of the platform, on demand. */

/** Place of a fault. */
export type FaultPlace = "playlistItems" | "videos" | "channels" | "feed" | "oembed" | "picture";

export type FaultName =
  | "internalError"
  | "backendError"
  | "tooManyRequests"
  | "quotaExceeded"
  | "rateLimitExceeded"
  | "badKey"
  | "apiDisabled"
  | "playlistNotFound"
  | "invalidPageToken"
  | "hang"
  | "drip"
  | "reset"
  | "garbageHtml"
  | "truncatedJson"
  | "wrongTypes"
  | "manyItems"
  | "endlessPages"
  | "hugeBody"
  | "gzipBomb"
  | "redirectToPrivate";

export type Fault = {
  readonly name: FaultName;
  /** Value of a Retry-After header: seconds or an HTTP date. */
  readonly retryAfter?: string;
};

const MEGABYTE = 1024 * 1024;
const HUGE_MEGABYTES = 200;
const DRIP_EVERY_MS = 5;

const JSON_FAULTS: Partial<Record<FaultName, JsonResponse>> = {
  backendError: API_ERRORS.backendError,
  tooManyRequests: API_ERRORS.tooManyRequests,
  quotaExceeded: API_ERRORS.quotaExceeded,
  rateLimitExceeded: API_ERRORS.rateLimitExceeded,
  badKey: API_ERRORS.badKey,
  apiDisabled: API_ERRORS.apiDisabled,
  playlistNotFound: API_ERRORS.playlistNotFound,
  invalidPageToken: API_ERRORS.invalidPageToken,
  wrongTypes: {
    status: 200,
    body: {
      kind: "youtube#playlistItemListResponse",
      items: [{ snippet: "text", contentDetails: 7 }, null, { id: ["x"] }, "item"],
      pageInfo: { totalResults: "many" },
    },
  },
  manyItems: {
    status: 200,
    body: {
      items: Array.from({ length: 5_000 }, (_, index) => ({
        snippet: { title: `Item ${index}`, description: "" },
        contentDetails: {
          videoId: `many${String(index).padStart(7, "0")}`,
          videoPublishedAt: "2026-10-04T10:00:00Z",
        },
        status: { privacyStatus: "public" },
      })),
      pageInfo: { totalResults: 5_000 },
    },
  },
  endlessPages: {
    status: 200,
    body: { items: [], nextPageToken: "again", pageInfo: { totalResults: 0 } },
  },
};

function* repeated(chunk: Buffer, times: number): Generator<Buffer> {
  for (let count = 0; count < times; count += 1) yield chunk;
}

function sendStream(
  response: ServerResponse,
  headers: Record<string, string>,
  chunk: Buffer,
): void {
  response.writeHead(200, headers);
  const body = Readable.from(repeated(chunk, HUGE_MEGABYTES), { objectMode: false });
  body.on("error", () => response.destroy());
  response.on("close", () => body.destroy());
  body.pipe(response);
}

function drip(response: ServerResponse, contentType: string): void {
  response.writeHead(200, { "content-type": contentType });
  const timer = setInterval(() => response.write(" "), DRIP_EVERY_MS);
  response.on("close", () => clearInterval(timer));
}

type Sender = (response: ServerResponse, fault: Fault, contentType: string) => void;

function sendHtml(status: number, html: string): Sender {
  return (response, fault) => {
    const retryAfter = fault.retryAfter === undefined ? {} : { "retry-after": fault.retryAfter };
    response.writeHead(status, { "content-type": "text/html", ...retryAfter });
    response.end(html);
  };
}

const OTHER_FAULTS: Partial<Record<FaultName, Sender>> = {
  internalError: sendHtml(500, "<!doctype html><title>Error 500</title>"),
  garbageHtml: sendHtml(200, "<!doctype html><title>Sorry</title><p>key=AIzaSecret"),
  hang: () => undefined,
  drip: (response, _fault, contentType) => drip(response, contentType),
  reset: (response) => void response.destroy(),
  truncatedJson(response) {
    response.writeHead(200, { "content-type": "application/json" });
    response.end('{"kind":"youtube#playlistItemListResponse","items":[{"snip');
  },
  hugeBody(response, _fault, contentType) {
    sendStream(response, { "content-type": contentType }, Buffer.alloc(MEGABYTE, " "));
  },
  gzipBomb(response, _fault, contentType) {
    const headers = { "content-type": contentType, "content-encoding": "gzip" };
    sendStream(response, headers, gzipSync(Buffer.alloc(MEGABYTE, " ")));
  },
  redirectToPrivate(response) {
    response.writeHead(302, { location: "http://169.254.169.254/latest/meta-data/" });
    response.end();
  },
};

/** Responds with a fault. `contentType` is that of a normal response. */
export function sendFault(response: ServerResponse, fault: Fault, contentType: string): void {
  const json = JSON_FAULTS[fault.name];
  if (json) {
    const retryAfter = fault.retryAfter === undefined ? {} : { "retry-after": fault.retryAfter };
    response.writeHead(json.status, { "content-type": "application/json", ...retryAfter });
    response.end(JSON.stringify(json.body));
    return;
  }
  OTHER_FAULTS[fault.name]?.(response, fault, contentType);
}
