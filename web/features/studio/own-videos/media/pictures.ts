import { CanvasSink, Input, MP4, UrlSource } from "mediabunny";

/** A picture of a video. */
export type VideoPicture = {
  /** Seconds from the start of the video. */
  at: number;
  /** Its place in the video, 0 to 1. */
  share: number;
  /** JPEG. */
  image: Blob;
};

/** Ten pictures: 10, 40 and 70 % are among them, which are offered as posters. */
const SHARES = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];
const WIDTH_PX = 1_280;
const QUALITY = 0.85;
/** Read ahead costs data: a picture needs one key frame. */
const CACHE_BYTES = 8 * 1_024 * 1_024;

/**
 * Takes pictures out of an MP4 by ranges of it.
 *
 * @param onPicture takes each as it is there
 * @throws when the browser cannot decode it
 */
export async function takePictures(
  address: string,
  onPicture: (picture: VideoPicture) => void,
  signal: AbortSignal,
): Promise<void> {
  const input = new Input({
    source: new UrlSource(address, {
      maxCacheSize: CACHE_BYTES,
      parallelism: 1,
      getRetryDelay: () => null,
    }),
    formats: [MP4],
  });
  const dispose = (): void => input.dispose();
  signal.addEventListener("abort", dispose);
  try {
    const track = await input.getPrimaryVideoTrack();
    if (track === null || !(await track.canDecode())) throw new Error("no picture to decode");
    const width = Math.min(WIDTH_PX, await track.getDisplayWidth());
    const seconds = (await track.getDurationFromMetadata()) ?? (await track.computeDuration());
    const sink = new CanvasSink(track, { width, poolSize: 1 });
    const first = await track.getFirstTimestamp();
    for (const share of SHARES) {
      if (signal.aborted) return;
      const at = share * (seconds - first);
      const shown = await sink.getCanvas(first + at);
      const image = shown === null ? null : await toJpeg(shown.canvas);
      if (image !== null && !signal.aborted) onPicture({ at, share, image });
    }
  } finally {
    signal.removeEventListener("abort", dispose);
    input.dispose();
  }
}

function toJpeg(canvas: HTMLCanvasElement | OffscreenCanvas): Promise<Blob | null> {
  const type = "image/jpeg";
  if (canvas instanceof HTMLCanvasElement)
    return new Promise((resolve) => canvas.toBlob(resolve, type, QUALITY));
  return canvas.convertToBlob({ type, quality: QUALITY });
}
