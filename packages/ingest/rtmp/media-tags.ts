import type { MediaEvent, UnsupportedCodec } from "#ingest/media-event.ts";
import { RtmpError, viewOf } from "./protocol.ts";

const VIDEO_CODECS: ReadonlyMap<number, UnsupportedCodec> = new Map([[12, "hevc"]]);
const VIDEO_FOURCCS: ReadonlyMap<string, UnsupportedCodec> = new Map([
  ["hvc1", "hevc"],
  ["av01", "av1"],
  ["vp08", "vp8"],
  ["vp09", "vp9"],
]);
const AUDIO_CODECS: ReadonlyMap<number, UnsupportedCodec> = new Map([
  [2, "mp3"],
  [14, "mp3"],
]);
const AUDIO_FOURCCS: ReadonlyMap<string, UnsupportedCodec> = new Map([
  ["Opus", "opus"],
  [".mp3", "mp3"],
]);

/** Packet types of Enhanced RTMP. The legacy form has the first three. */
const PACKET = { config: 0, frame: 1, frameWithoutOffset: 3, multitrack: 6, extension: 7 } as const;
const AUDIO_MULTITRACK = 5;

/** Parameters of a stream have tens of bytes. */
const MAX_CONFIG_BYTES = 4_096;
const FRAME_TYPE_KEY = 1;
const FRAME_TYPE_COMMAND = 5;

/**
 * Reads the body of a video message: the legacy form of FLV, or Enhanced RTMP.
 *
 * @param decodeMs time of the message.
 * @returns null for what carries no picture: an empty message, an end mark, a command, colour data.
 * @throws RtmpError for a body that is cut off.
 */
export function readVideoTag(body: Uint8Array, decodeMs: number): MediaEvent | null {
  const first = body[0];
  // Real encoders send empty messages before the first picture.
  if (first === undefined) return null;
  const isEnhanced = first >= 0x80;
  const frameType = (first >> 4) & 7;
  if (frameType === FRAME_TYPE_COMMAND) return null;
  const isKeyFrame = frameType === FRAME_TYPE_KEY;
  if (isEnhanced) return readEnhancedVideo(body, { decodeMs, isKeyFrame });

  const codec = first & 15;
  if (codec !== 7)
    return { kind: "unsupported", track: "video", codec: VIDEO_CODECS.get(codec) ?? "unknown" };
  if (body.length < 5) throw new RtmpError("video message is cut off");
  const packet = body[1];
  if (packet === PACKET.config) return videoConfig(body.subarray(5));
  if (packet !== PACKET.frame) return null;
  return videoFrame(body, 2, { decodeMs, isKeyFrame });
}

function readEnhancedVideo(
  body: Uint8Array,
  picture: { decodeMs: number; isKeyFrame: boolean },
): MediaEvent | null {
  const packet = (body[0] ?? 0) & 15;
  if (packet === PACKET.multitrack || packet === PACKET.extension)
    return { kind: "unsupported", track: "video", codec: "unknown" };
  const fourcc = readFourcc(body);
  if (fourcc !== "avc1")
    return { kind: "unsupported", track: "video", codec: VIDEO_FOURCCS.get(fourcc) ?? "unknown" };
  if (packet === PACKET.config) return videoConfig(body.subarray(5));
  if (packet === PACKET.frame) return videoFrame(body, 5, picture);
  if (packet !== PACKET.frameWithoutOffset || body.length === 5) return null;
  const { decodeMs, isKeyFrame } = picture;
  return {
    kind: "video",
    data: body.subarray(5),
    decodeMs,
    presentationMs: decodeMs,
    isKeyFrame,
  };
}

/** @param offset position of the signed 24 bits of difference between decoding and presentation. */
function videoFrame(
  body: Uint8Array,
  offset: number,
  { decodeMs, isKeyFrame }: { decodeMs: number; isKeyFrame: boolean },
): MediaEvent | null {
  if (body.length < offset + 3) throw new RtmpError("video message is cut off");
  const view = viewOf(body);
  const differenceMs = (view.getInt16(offset) << 8) | view.getUint8(offset + 2);
  const data = body.subarray(offset + 3);
  if (data.length === 0) return null;
  return { kind: "video", data, decodeMs, presentationMs: decodeMs + differenceMs, isKeyFrame };
}

function videoConfig(description: Uint8Array): MediaEvent {
  if (description.length < 7 || description.length > MAX_CONFIG_BYTES || description[0] !== 1)
    throw new RtmpError("video configuration is not avcC");
  return { kind: "video-config", codec: "avc", description };
}

/**
 * Reads the body of an audio message.
 *
 * @returns null for what carries no sound.
 * @throws RtmpError for a body that is cut off.
 */
export function readAudioTag(body: Uint8Array, presentationMs: number): MediaEvent | null {
  const first = body[0];
  if (first === undefined) return null;
  const format = first >> 4;
  if (format === 9) return readEnhancedAudio(body, presentationMs);
  if (format !== 10)
    return { kind: "unsupported", track: "audio", codec: AUDIO_CODECS.get(format) ?? "unknown" };
  if (body.length < 2) throw new RtmpError("audio message is cut off");
  return audioPacket(body[1] ?? 0, body.subarray(2), presentationMs);
}

function readEnhancedAudio(body: Uint8Array, presentationMs: number): MediaEvent | null {
  const packet = (body[0] ?? 0) & 15;
  if (packet === AUDIO_MULTITRACK || packet === PACKET.extension)
    return { kind: "unsupported", track: "audio", codec: "unknown" };
  const fourcc = readFourcc(body);
  if (fourcc !== "mp4a")
    return { kind: "unsupported", track: "audio", codec: AUDIO_FOURCCS.get(fourcc) ?? "unknown" };
  return audioPacket(packet, body.subarray(5), presentationMs);
}

function audioPacket(packet: number, data: Uint8Array, presentationMs: number): MediaEvent | null {
  if (packet === PACKET.config) {
    if (data.length < 2 || data.length > MAX_CONFIG_BYTES)
      throw new RtmpError("audio configuration is not AudioSpecificConfig");
    return { kind: "audio-config", codec: "aac", description: data };
  }
  if (packet !== PACKET.frame || data.length === 0) return null;
  return { kind: "audio", data, presentationMs };
}

function readFourcc(body: Uint8Array): string {
  if (body.length < 5) throw new RtmpError("media message is cut off");
  return String.fromCodePoint(...body.subarray(1, 5));
}
