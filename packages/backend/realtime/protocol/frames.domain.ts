import * as v from "valibot";
import {
  parseShallowJson,
  isJson,
  type Frame,
  type WireMessage,
  type WireVersion,
  type Broadcast,
} from "./wire.domain.ts";
import { jsonObject } from "@reign-tv/kit/json-object.ts";

const reference = v.pipe(
  v.nullable(v.union([v.string(), v.number()])),
  v.transform((value) => (value === null ? null : String(value))),
);

const arraySchema = v.tupleWithRest(
  [reference, reference, v.string(), v.string(), v.unknown()],
  v.unknown(),
);
const objectSchema = v.object({
  join_ref: v.nullish(reference),
  ref: reference,
  topic: v.string(),
  event: v.string(),
  payload: v.unknown(),
});

/**
 * Parses a text frame.
 *
 * @returns null for invalid JSON or without ref, topic or event: upstream drops such frames.
 */
export function readTextFrame(version: WireVersion, text: string): WireMessage | null {
  const value = parseShallowJson(text);
  if (version === "2.0.0") {
    const parsed = v.safeParse(arraySchema, value);
    if (!parsed.success) return null;
    const [joinRef, ref, topic, event, payload] = parsed.output;
    return { joinRef, ref, topic, event, payload };
  }
  const parsed = v.safeParse(objectSchema, value);
  if (!parsed.success) return null;
  const { join_ref: joinRef, ref, topic, event, payload } = parsed.output;
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
    const meta = metaText === "" ? {} : v.parse(jsonObject, JSON.parse(metaText));
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

/**
 * Encodes a broadcast for a version: binary for 2.0.0 when it has a name, otherwise text.
 *
 * @returns null for bytes to a 1.0.0 socket, which cannot represent them.
 */
export function writeBroadcast(
  version: WireVersion,
  topic: string,
  broadcast: Broadcast,
): Frame | null {
  if (broadcast.kind === "plain") return textFrame(version, topic, broadcast.payload);
  if (version === "2.0.0") {
    const frame = writeBinaryFrame(topic, broadcast);
    if (frame !== null) return frame;
  }
  if (broadcast.encoding === "binary") return null;
  const { event, body, meta } = broadcast;
  const payload = { type: "broadcast", event, payload: parseBody(body), ...(meta && { meta }) };
  return textFrame(version, topic, payload);
}

/** Encodes at most once per version, on first use. */
export function sharedFrames(
  encode: (version: WireVersion) => Frame | null,
): (version: WireVersion) => Frame | null {
  const frames = new Map<WireVersion, Frame | null>();
  return (version) => {
    const known = frames.get(version);
    if (known !== undefined) return known;
    const frame = encode(version);
    frames.set(version, frame);
    return frame;
  };
}

function textFrame(version: WireVersion, topic: string, payload: unknown): Frame {
  return writeTextFrame(version, { joinRef: null, ref: null, topic, event: "broadcast", payload });
}

function parseBody(body: Buffer): unknown {
  const value: unknown = JSON.parse(body.toString("utf8"));
  return value;
}
