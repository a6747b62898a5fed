import { z } from "zod";

/** A client's request to store a message for replay; null uses the default lifetime. */
export type Persist = { readonly ttlSeconds: number | null };

const ttl = z.coerce.number().int().positive();
const metaSchema = z.object({
  persist: z.union([z.literal(true), z.object({ ttl: ttl.optional() })]),
});

/**
 * Parses `persist: true
 * {ttl}` of a frame; null stores nothing.
 */
export function persistOfMeta(meta: Readonly<Record<string, unknown>>): Persist | null {
  const parsed = metaSchema.safeParse(meta);
  if (!parsed.success) return null;
  const { persist } = parsed.data;
  return { ttlSeconds: persist === true ? null : (persist.ttl ?? null) };
}

/** Parses `?persist=true` and `?persist[ttl]=seconds`. */
export function persistOfQuery(query: Readonly<Record<string, string>>): Persist | null {
  if (query["persist"] === "true") return { ttlSeconds: null };
  const seconds = ttl.safeParse(query["persist[ttl]"]);
  return seconds.success ? { ttlSeconds: seconds.data } : null;
}
