import {
  BlobSource,
  BufferTarget,
  canEncodeAudio,
  canEncodeVideo,
  Conversion,
  type ConversionOptions,
  Input,
  Mp4OutputFormat,
  Output,
  UrlSource,
} from "mediabunny";
import { FORMATS } from "./file-check.ts";

/** 240 lines and mono sound, about 90 MB an hour, or the sound alone as AAC. */
export type EncodingKind = "small" | "sound";

const PICTURE = { height: 240, codec: "avc", bitrate: 170_000 } as const;
const AAC = { codec: "aac", sampleRate: 48_000 } as const;

/** As the server encodes them. Pictures that are not of 16:9 keep their shape. */
const TRACKS = {
  small: {
    video: { ...PICTURE, frameRate: 25, keyFrameInterval: 4, forceTranscode: true },
    audio: { ...AAC, bitrate: 32_000, numberOfChannels: 1, forceTranscode: true },
  },
  sound: { video: { discard: true }, audio: { ...AAC, bitrate: 64_000, forceTranscode: true } },
} satisfies Record<EncodingKind, Pick<ConversionOptions, "video" | "audio">>;

/** Returns whether this browser can encode it. For sound it may load an encoder of 1 MB. */
export function canEncode(kind: EncodingKind): Promise<boolean> {
  if (kind === "sound") return Promise.resolve(true);
  return canEncodeVideo("avc", { ...PICTURE, width: 426 }).catch(() => false);
}

/**
 * Encodes a file in this browser.
 *
 * @param from the file, or its address
 * @param onProgress 0 to 1
 * @returns an MP4; null when it was cancelled
 * @throws when the browser cannot decode or encode it
 */
export async function encode(
  kind: EncodingKind,
  from: Blob | string,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<Blob | null> {
  const { video, audio } = TRACKS[kind];
  if (!(await canEncodeAudio("aac", audio))) {
    const { registerAacEncoder } = await import("@mediabunny/aac-encoder");
    registerAacEncoder();
  }
  const source = typeof from === "string" ? new UrlSource(from) : new BlobSource(from);
  const input = new Input<BlobSource | UrlSource>({ source, formats: FORMATS });
  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: "in-memory" }), target });
  try {
    const conversion = await Conversion.init({
      input,
      output,
      tracks: "primary",
      video,
      audio,
      showWarnings: false,
    });
    if (!conversion.isValid) throw new Error("nothing of this file can be encoded");
    conversion.onProgress = onProgress;
    const cancel = (): void => void conversion.cancel().catch(() => undefined);
    signal.addEventListener("abort", cancel);
    try {
      if (!signal.aborted) await conversion.execute();
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      signal.removeEventListener("abort", cancel);
    }
    if (signal.aborted || target.buffer === null) return null;
    return new Blob([target.buffer], { type: kind === "small" ? "video/mp4" : "audio/mp4" });
  } finally {
    input.dispose();
  }
}
