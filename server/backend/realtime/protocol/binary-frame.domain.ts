import { z } from "zod";
import { isJson } from "./parse-json.domain.ts";
import type { Broadcast, Frame } from "./wire.domain.ts";

/** First byte of a frame: a client's broadcast, and a broadcast to a client. */
const CLIENT_BROADCAST = 3;
const SERVER_BROADCAST = 4;
/** What the last byte before the texts says of the body. */
const ENCODINGS = ["binary", "json"] as const;
const CLIENT_HEADER_BYTES = 7;
const SERVER_HEADER_BYTES = 5;
/** Lengths stand in one byte each. */
const PART_LIMIT_BYTES = 255;

/** A broadcast of a client in binary: `[3, five lengths, encoding]`, five texts, the body. */
export type ClientBroadcast = {
  readonly joinRef: string | null;
  readonly ref: string | null;
  readonly topic: string;
  readonly event: string;
  readonly encoding: "json" | "binary";
  readonly body: Buffer;
  /** Keys that the sender meant for the server, such as `persist`. */
  readonly meta: Readonly<Record<string, unknown>>;
};

const metaSchema = z.record(z.string(), z.unknown());
const utf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * Reads a binary frame of a client.
 *
 * @returns null for one that is cut off, of another kind, or whose JSON is none.
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
 * @returns null where topic, event or meta are too long for their byte of length.
 */
export function writeBinaryFrame(
  topic: string,
  { event, encoding, body, meta }: Extract<Broadcast, { kind: "named" }>,
): Frame | null {
  const parts = [topic, event, meta === null ? "" : JSON.stringify(meta)].map((text) =>
    Buffer.from(text),
  );
  if (parts.some(({ length }) => length > PART_LIMIT_BYTES)) return null;
  const header = Buffer.alloc(SERVER_HEADER_BYTES);
  const lengths = parts.map(({ length }) => length);
  header.set([SERVER_BROADCAST, ...lengths, ENCODINGS.indexOf(encoding)]);
  return { data: Buffer.concat([header, ...parts, body]), isBinary: true };
}

/** The five texts between lengths and body; null when they are no UTF-8 or the last is no JSON. */
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

/** Other clients parse the body without a net: what is no JSON must not reach them. */
function isJsonBody(body: Buffer): boolean {
  try {
    return isJson(utf8.decode(body));
  } catch {
    return false;
  }
}
