import type { Context } from "hono";
import {
  type PrecompressedBody,
  precompress,
  sendPrecompressed,
} from "#server/kit/http/precompressed-body.ts";

export const JSON_TYPE = "application/json; charset=utf-8";

/** Players on other origins may follow a channel; it is the same for everybody. */
export const OPEN_TO_ALL = {
  "Access-Control-Allow-Origin": "*",
  "Cross-Origin-Resource-Policy": "cross-origin",
};

/**
 * Keeps an answer for as long as the clock stays in one slot of `slotMs` and the version is the same.
 * Slots are cut from the epoch on, so that all processes make the same answer from the same instant.
 */
export function memo(
  slotMs: number,
  now: () => number,
  make: (ms: number) => string,
  versionOf: () => unknown = () => 0,
): () => PrecompressedBody {
  let keptSlot = Number.NaN;
  let keptVersion: unknown;
  let text: string | null = null;
  let kept = precompress("", "passing");
  return () => {
    const slot = Math.floor(now() / slotMs);
    const version = versionOf();
    if (slot !== keptSlot || version !== keptVersion) {
      const current = make(slot * slotMs);
      if (current !== text) kept = precompress(current, "passing");
      text = current;
      keptSlot = slot;
      keptVersion = version;
    }
    return kept;
  };
}

/** Sends what is the same for everybody, to players of every origin. */
export function sendLive(
  context: Context,
  answer: PrecompressedBody,
  type: string,
  cacheControl: string,
): Promise<Response> {
  const headers = { ...OPEN_TO_ALL, "Content-Type": type, "Cache-Control": cacheControl };
  return sendPrecompressed(context, answer, headers);
}
