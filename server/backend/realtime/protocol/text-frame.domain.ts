import { z } from "zod";
import { parseShallowJson } from "./parse-json.domain.ts";
import type { Frame, WireMessage, WireVersion } from "./wire.domain.ts";

const reference = z
  .union([z.string(), z.number()])
  .nullable()
  .transform((value) => (value === null ? null : String(value)));

const arraySchema = z
  .tuple([reference, reference, z.string(), z.string(), z.unknown()])
  .rest(z.unknown());
const objectSchema = z.object({
  join_ref: reference.nullish(),
  ref: reference,
  topic: z.string(),
  event: z.string(),
  payload: z.unknown(),
});

/**
 * Parses a text frame.
 *
 * @returns null for invalid JSON or without ref, topic or event: upstream drops such frames.
 */
export function readTextFrame(version: WireVersion, text: string): WireMessage | null {
  const value = parseShallowJson(text);
  if (version === "2.0.0") {
    const parsed = arraySchema.safeParse(value);
    if (!parsed.success) return null;
    const [joinRef, ref, topic, event, payload] = parsed.data;
    return { joinRef, ref, topic, event, payload };
  }
  const parsed = objectSchema.safeParse(value);
  if (!parsed.success) return null;
  const { join_ref: joinRef, ref, topic, event, payload } = parsed.data;
  return { joinRef: joinRef ?? null, ref, topic, event, payload };
}

/**
 * Writes a text frame.
 *
 * @throws RangeError for a payload that is nested too deep.
 */
export function writeTextFrame(version: WireVersion, message: WireMessage): Frame {
  const { joinRef, ref, topic, event, payload } = message;
  const value =
    version === "2.0.0"
      ? [joinRef, ref, topic, event, payload]
      : { join_ref: joinRef, ref, topic, event, payload };
  return { data: Buffer.from(JSON.stringify(value)), isBinary: false };
}
