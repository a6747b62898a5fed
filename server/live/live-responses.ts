import type { Context } from "hono";
import {
  type PrecompressedBody,
  precompress,
  sendPrecompressed,
} from "@reign-tv/kit/http/precompressed-body.ts";
import { PUBLIC_HEADERS } from "#server/http/public-headers.ts";

export const JSON_TYPE = "application/json; charset=utf-8";
export const PLAYLIST_TYPE = "application/vnd.apple.mpegurl";

/**
 * Memoizes a response for one time slot of `slotMs` and one version. Slots are aligned to the epoch, so that all
 * processes send the same response.
 */
export function memo(
  slotMs: number,
  now: () => number,
  make: (ms: number) => string,
  versionOf: () => unknown = () => 0,
): () => PrecompressedBody {
  let lastSlot = Number.NaN;
  let lastVersion: unknown;
  let text: string | null = null;
  let body = precompress("", "passing");
  return () => {
    const slot = Math.floor(now() / slotMs);
    const version = versionOf();
    if (slot !== lastSlot || version !== lastVersion) {
      const current = make(slot * slotMs);
      if (current !== text) body = precompress(current, "passing");
      text = current;
      lastSlot = slot;
      lastVersion = version;
    }
    return body;
  };
}

/** Sends a public response to players of every origin. */
export function sendLive(
  context: Context,
  answer: PrecompressedBody,
  type: string,
  cacheControl: string,
): Promise<Response> {
  const headers = { ...PUBLIC_HEADERS, "Content-Type": type, "Cache-Control": cacheControl };
  return sendPrecompressed(context, answer, headers);
}
