import { writeBinaryFrame } from "./binary-frame.domain.ts";
import { writeTextFrame } from "./text-frame.domain.ts";
import type { Broadcast, Frame, WireVersion } from "./wire.domain.ts";

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
