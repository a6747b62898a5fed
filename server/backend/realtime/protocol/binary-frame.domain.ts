import { z } from "zod";
import { isJson } from "./parse-json.domain.ts";
import type { Broadcast, Frame } from "./wire.domain.ts";

/** First byte of a frame: a client's broadcast, and a broadcast to a client. */
const CLIENT_BROADCAST = 3;
const SERVER_BROADCAST = 4;
/** Values of the byte for the body's encoding. */
const ENCODINGS = ["binary", "json"] as const;
const CLIENT_HEADER_BYTES = 7;
const SERVER_HEADER_BYTES = 5;
/** Each length is one byte. */
const PART_LIMIT_BYTES = 255;

/** A client's broadcast in binary: `[3, five lengths, encoding]`, five texts, the body. */
export type ClientBroadcast = {
  readonly joinRef: string | null;
  readonly ref: string | null;
  readonly topic: string;
  readonly event: string;
  readonly encoding: "json" | "binary";
  readonly body: Buffer;
  /** Keys for the server, such as `persist`. */
  readonly meta: Readonly<Record<string, unknown>>;
};

const metaSchema = z.record(z.string(), z.unknown());
const utf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * Parses a client's binary frame.
 *
 * @returns null when it is truncated, of another kind, or has invalid JSON.
 */
export function readBinaryFrame(frame: Buffer): ClientBroadcast | null {
  if (frame.length < CLIENT_HEADER_BYTES || frame[0] !== CLIENT_BROADCAST) return null;
  const lengths = [...frame.subarray(1, CLIENT_HEADER_BYTES - 1)];
  const encoding = ENCODINGS[frame[CLIENT_HEADER_BYTES - 1] ?? -1];
  const bodyAt = lengths.reduce((sum, length) => sum + length, CLIENT_HEADER_BYTES);
  if (bodyAt > frame.length || encoding === undefined) return null;
  const head = readHead(frame, lengths);
  const body = frame.subarray(bodyAt);
  if (head === null || (encoding === "json" && !isJsonBody(body))) return null;
  return { ...head, encoding, body };
}

/**
 * Writes a broadcast to a client: `[4, three lengths, encoding]`, topic, event, meta, the body.
 *
 * @returns null when topic, event or meta exceed their length byte.
 */
export function writeBinaryFrame(
  topic: string,
  { event, encoding, body, meta }: Extract<Broadcast, { kind: "named" }>,
): Frame | null {
  const fields = [topic, event, meta === null ? "" : JSON.stringify(meta)].map((text) =>
    Buffer.from(text),
  );
  if (fields.some(({ length }) => length > PART_LIMIT_BYTES)) return null;
  const header = Buffer.alloc(SERVER_HEADER_BYTES);
  const lengths = fields.map(({ length }) => length);
  header.set([SERVER_BROADCAST, ...lengths, ENCODINGS.indexOf(encoding)]);
  return { data: Buffer.concat([header, ...fields, body]), isBinary: true };
}

/**
 * Reads the five texts between lengths and body; null for invalid UTF-8, or when the last is
 * invalid JSON.
 */
function readHead(
  frame: Buffer,
  lengths: readonly number[],
): Omit<ClientBroadcast, "encoding" | "body"> | null {
  let at = CLIENT_HEADER_BYTES;
  try {
    const texts = lengths.map((length) => utf8.decode(frame.subarray(at, (at += length))));
    const [joinRef = "", ref = "", topic = "", event = "", metaText = ""] = texts;
    const meta = metaText === "" ? {} : metaSchema.parse(JSON.parse(metaText));
    return { joinRef: joinRef || null, ref: ref || null, topic, event, meta };
  } catch {
    return null;
  }
}

/** Clients parse the body without error handling, so invalid JSON must not reach them. */
function isJsonBody(body: Buffer): boolean {
  try {
    return isJson(utf8.decode(body));
  } catch {
    return false;
  }
}
