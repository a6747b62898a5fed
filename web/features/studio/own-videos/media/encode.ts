import {
  BlobSource,
  BufferTarget,
  canEncodeAudio,
  Conversion,
  type ConversionOptions,
  Input,
  type InputVideoTrack,
  Mp4OutputFormat,
  Output,
  StreamTarget,
  UrlSource,
} from "mediabunny";
import { FORMATS } from "./file-check.ts";
import { openDiskFile } from "./disk-file.ts";

/** 240 lines and mono sound, about 90 MB an hour; the sound alone as AAC; or a film as H.264 and AAC. */
export type EncodingKind = "small" | "sound" | "film";

/** "impossible": this browser lacks a decoder or encoder. "stopped": by the signal. */
export type EncodingResult = { kind: "done"; file: Blob } | { kind: "impossible" | "stopped" };

const AAC = { codec: "aac", sampleRate: 48_000 } as const;
/** Distance of key frames in seconds, as of the segments. */
const KEY_FRAMES = { codec: "avc", keyFrameInterval: 4 } as const;
const FILM_LINES = 720;

/** As the server encodes them. Pictures that are not of 16:9 keep their shape. */
const TRACKS = {
  small: {
    video: { ...KEY_FRAMES, height: 240, bitrate: 170_000, frameRate: 25, forceTranscode: true },
    audio: { ...AAC, bitrate: 32_000, numberOfChannels: 1, forceTranscode: true },
  },
  sound: { video: { discard: true }, audio: { ...AAC, bitrate: 64_000, forceTranscode: true } },
  film: {
    video: filmVideo,
    audio: async (track) =>
      (await track.getCodec()) === "aac" ? {} : { ...AAC, bitrate: 64_000, forceTranscode: true },
  },
} satisfies Record<EncodingKind, Pick<ConversionOptions, "video" | "audio">>;

/** H.264 is copied, so that only its sound takes time. */
async function filmVideo(track: InputVideoTrack) {
  if ((await track.getCodec()) === "avc") return {};
  const [width, height] = [await track.getDisplayWidth(), await track.getDisplayHeight()];
  const lines = Math.min(FILM_LINES, width, height);
  return {
    ...KEY_FRAMES,
    ...(width < height ? { width: lines } : { height: lines }),
    bitrate: 1_600_000,
    allowTransformationMetadata: false,
  };
}

/** Reasons for which a track would be missing in the file. */
const LACKS: readonly string[] = [
  "unknown_source_codec",
  "undecodable_source_codec",
  "no_encodable_target_codec",
];

/**
 * Encodes a file in this browser. For sound it may load an encoder of 1 MB.
 *
 * @param from the file, or its address
 * @param onProgress 0 to 1
 * @returns an MP4
 * @throws when the file is damaged, or the encoder fails
 */
export async function encode(
  kind: EncodingKind,
  from: Blob | string,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<EncodingResult> {
  const { video, audio } = TRACKS[kind];
  if (!(await canEncodeAudio("aac", { ...AAC, bitrate: 64_000 }))) {
    const { registerAacEncoder } = await import("@mediabunny/aac-encoder");
    registerAacEncoder();
  }
  const source = typeof from === "string" ? new UrlSource(from) : new BlobSource(from);
  const input = new Input<BlobSource | UrlSource>({ source, formats: FORMATS });
  const disk = kind === "film" ? await openDiskFile() : null;
  const target = disk === null ? new BufferTarget() : new StreamTarget(disk.writable);
  const fastStart = disk === null ? "in-memory" : false;
  const output = new Output({ format: new Mp4OutputFormat({ fastStart }), target });
  let file: Blob | null = null;
  try {
    const conversion = await Conversion.init({
      input,
      output,
      tracks: "primary",
      video,
      audio,
      showWarnings: false,
    });
    if (conversion.discardedTracks.some(({ reason }) => LACKS.includes(reason))) {
      return { kind: "impossible" };
    }
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
    if (signal.aborted) return { kind: "stopped" };
    file = await (disk?.file() ?? new Blob([bufferOf(target)]));
    return { kind: "done", file };
  } finally {
    input.dispose();
    if (file === null) await disk?.remove();
  }
}

function bufferOf(target: BufferTarget | StreamTarget): ArrayBuffer {
  if (!(target instanceof BufferTarget) || target.buffer === null) throw new Error("no file");
  return target.buffer;
}
