import {
  BlobSource,
  BufferTarget,
  canEncodeAudio,
  canEncodeVideo,
  Conversion,
  Input,
  MP4,
  Mp4OutputFormat,
  Output,
  QTFF,
  UrlSource,
} from "mediabunny";

/** Of 16:9; other pictures keep their shape at this height. */
const HEIGHT_PX = 240;
const PICTURE_BITS = 170_000;
const SOUND = { codec: "aac", bitrate: 32_000, numberOfChannels: 1, sampleRate: 48_000 } as const;

/** Returns whether this browser can encode such a picture. */
export function canMakeSmallVersion(): Promise<boolean> {
  return canEncodeVideo("avc", { width: 426, height: HEIGHT_PX, bitrate: PICTURE_BITS }).catch(
    () => false,
  );
}

/**
 * Encodes a video with 240 lines and mono sound, about 90 MB an hour.
 *
 * @param from the file, or the address of an MP4
 * @param onProgress 0 to 1
 * @returns an MP4; null when it was cancelled
 * @throws when the browser cannot decode or encode it
 */
export async function makeSmallVersion(
  from: Blob | string,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<Blob | null> {
  if (!(await canEncodeAudio("aac", SOUND))) {
    const { registerAacEncoder } = await import("@mediabunny/aac-encoder");
    registerAacEncoder();
  }
  const source = typeof from === "string" ? new UrlSource(from) : new BlobSource(from);
  const input = new Input<BlobSource | UrlSource>({ source, formats: [MP4, QTFF] });
  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: "in-memory" }), target });
  try {
    const conversion = await Conversion.init({
      input,
      output,
      tracks: "primary",
      video: {
        height: HEIGHT_PX,
        codec: "avc",
        bitrate: PICTURE_BITS,
        frameRate: 25,
        keyFrameInterval: 4,
        forceTranscode: true,
      },
      audio: { ...SOUND, forceTranscode: true },
      showWarnings: false,
    });
    if (!conversion.isValid) throw new Error("nothing of this video can be encoded");
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
    return new Blob([target.buffer], { type: "video/mp4" });
  } finally {
    input.dispose();
  }
}
