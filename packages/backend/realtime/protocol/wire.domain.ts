import { isNestedTooDeep } from "@reign-tv/kit/json-guard.domain.ts";
import { parseJson } from "@reign-tv/kit/parse-json.ts";
import * as v from "valibot";

/** Versions of the wire format: `vsn` of the handshake. */
export type WireVersion = "1.0.0" | "2.0.0";

/**
 * A message of both versions: an object with these names (1.0.0) or an array in this order (2.0.0).
 */
export type WireMessage = {
  readonly joinRef: string | null;
  readonly ref: string | null;
  readonly topic: string;
  readonly event: string;
  readonly payload: unknown;
};

/**
 * A message to all members of a topic. `named` ones have an event and a body in the sender's
 * encoding; `plain` ones are any payload of a text frame.
 */
export type Broadcast =
  | {
      readonly kind: "named";
      readonly event: string;
      readonly encoding: "json" | "binary";
      readonly body: Buffer;
      /** `id` of a message from the database, `replayed` for a replayed one. */
      readonly meta: BroadcastMeta | null;
    }
  | { readonly kind: "plain"; readonly payload: unknown };

export type BroadcastMeta = { readonly id: string; readonly replayed?: true };

/** One frame for a socket; shared by all sockets with the same content. */
export type Frame = { readonly data: Buffer; readonly isBinary: boolean };

/** Deeper values can be parsed but not serialized again. */
const DEPTH_LIMIT = 200;

/** Parses JSON. Returns null for invalid or too deeply nested text, and for JSON's null. */
export function parseShallowJson(text: string): unknown {
  return isNestedTooDeep(text, DEPTH_LIMIT) ? null : parseJson(text);
}

/** Returns true for JSON that can be parsed and serialized again. */
export function isJson(text: string): boolean {
  return text.trim() === "null" || parseShallowJson(text) !== null;
}

/** A client's request to store a message for replay; null uses the default lifetime. */
export type Persist = { readonly ttlSeconds: number | null };

const ttl = v.pipe(v.unknown(), v.toNumber(), v.safeInteger(), v.minValue(1));
const metaSchema = v.object({
  persist: v.union([v.literal(true), v.object({ ttl: v.optional(ttl) })]),
});

/** Parses `persist: true | {ttl}` of a frame; null stores nothing. */
export function persistOfMeta(meta: Readonly<Record<string, unknown>>): Persist | null {
  const parsed = v.safeParse(metaSchema, meta);
  if (!parsed.success) return null;
  const { persist } = parsed.output;
  return { ttlSeconds: persist === true ? null : (persist.ttl ?? null) };
}

/** Parses `?persist=true` and `?persist[ttl]=seconds`. */
export function persistOfQuery(query: Readonly<Record<string, string>>): Persist | null {
  if (query["persist"] === "true") return { ttlSeconds: null };
  const seconds = v.safeParse(ttl, query["persist[ttl]"]);
  return seconds.success ? { ttlSeconds: seconds.output } : null;
}
