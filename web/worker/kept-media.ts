import { createDeviceStore } from "#shared/device/indexed-db-store.ts";
import {
  KEPT_MEDIA_STORE,
  readKeptCaptions,
  readKeptFile,
  urlOfKept,
} from "#shared/media/kept-media.ts";
import { rangeHeaders, readByteRange } from "@reign-tv/kit/http/byte-range.domain.ts";

/** Responds with a file that the visitor keeps, or a part of it; else as without a worker. */
export async function respondWithKept(request: Request): Promise<Response> {
  const store = createDeviceStore(KEPT_MEDIA_STORE.database, KEPT_MEDIA_STORE.store);
  const url = urlOfKept(new URL(request.url));
  const file =
    url === null
      ? null
      : ((await readKeptFile(store, url)) ?? (await readKeptCaptions(store, url)));
  return file ? rangeOf(file, request.headers.get("range") ?? undefined) : fetch(request);
}

/** Returns the response to a Range header (RFC 9110, 14): media elements seek by it. */
export function rangeOf(file: Blob, header: string | undefined): Response {
  const range = readByteRange(header, file.size);
  const headers = { "accept-ranges": "bytes", "cache-control": "no-store" };
  if (range === "unsatisfiable") {
    return new Response(null, {
      status: 416,
      headers: { ...headers, "content-range": `bytes */${file.size}` },
    });
  }
  const body = range === "whole" ? file : file.slice(range.first, range.last + 1, file.type);
  return new Response(body, {
    status: range === "whole" ? 200 : 206,
    headers: { ...headers, "content-type": file.type, ...rangeHeaders(range, file.size) },
  });
}
