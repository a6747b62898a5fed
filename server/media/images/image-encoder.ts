import { ImageLibraryError, loadSharp } from "@reign-tv/kit/load-sharp.ts";
import { createWorkQueue } from "@reign-tv/kit/work-queue.ts";
import type { EncoderFormat } from "./image-format.domain.ts";

/**
 * Encodes images with sharp: WebP and JPEG during the request, AVIF afterwards and one at a time. Measured on the
 * bundled posters at 640 px: WebP 44 ms of CPU and 8.9 kB, JPEG 31 ms and 18 kB, AVIF with 4:2:0 chroma like the others
 * 167 ms and 6.5 kB; the default effort 4 would take 421 ms for 6.2 kB.
 */

/** Four times the largest original; larger ones are decompression bombs. */
const MAX_INPUT_PIXELS = 4 * 1280 * 720;
const RUNNING_AT_ONCE = 2;
const WAITING_AT_MOST = 200;

/** Cards and players are 16:9; the bars of 4:3 thumbnails are cut off. */
const HEIGHT_PER_WIDTH = 9 / 16;

const SETTINGS = {
  avif: { quality: 52, effort: 3, chromaSubsampling: "4:2:0" },
  inline: { quality: 40, effort: 4, chromaSubsampling: "4:2:0" },
  webp: { quality: 76, effort: 2 },
  jpeg: { quality: 78, progressive: true },
} as const satisfies Record<EncoderFormat, object>;

type ImageSize = {
  readonly format: string;
  readonly width: number;
  readonly height: number;
};

/** Reads format and size; null for bytes that are no image. */
export async function measureImage(original: Buffer): Promise<ImageSize | null> {
  try {
    const sharp = await loadSharp();
    const image = sharp(original, { limitInputPixels: MAX_INPUT_PIXELS, failOn: "error" });
    const { format, width, height } = await image.metadata();
    return { format, width, height };
  } catch (error) {
    return error instanceof ImageLibraryError ? jpegSize(original) : null;
  }
}

/** Size from a JPEG header, for when sharp cannot be loaded: the platform's thumbnails are JPEG. */
function jpegSize(bytes: Buffer): ImageSize | null {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xff_d8) return null;
  for (let at = 2; at + 9 <= bytes.length && bytes[at] === 0xff;) {
    const marker = bytes[at + 1] ?? 0;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) {
      return {
        format: "jpeg",
        width: bytes.readUInt16BE(at + 7),
        height: bytes.readUInt16BE(at + 5),
      };
    }
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return null;
}

export type ImageEncoder = {
  /**
   * Scales the original to a width in 16:9, never enlarged, without metadata.
   *
   * @throws QueueFullError, ImageLibraryError, and Error for bytes that are no image
   */
  encode(original: Buffer, width: number, format: EncoderFormat): Promise<Buffer>;
};

/** Creates an encoder with one queue for AVIF and one for the fast formats. */
export function createImageEncoder(): ImageEncoder {
  const fast = createWorkQueue({ running: RUNNING_AT_ONCE, waiting: WAITING_AT_MOST });
  const avif = createWorkQueue({ running: 1, waiting: WAITING_AT_MOST });
  return {
    encode(original, width, format) {
      const queue = format === "avif" ? avif : fast;
      return queue.run(() => encodeNow(original, width, format));
    },
  };
}

async function encodeNow(original: Buffer, width: number, format: EncoderFormat): Promise<Buffer> {
  const input = { limitInputPixels: MAX_INPUT_PIXELS, failOn: "error" } as const;
  const sharp = await loadSharp();
  const source = await sharp(original, input).metadata();
  const target = Math.min(width, source.width);
  return await sharp(original, input)
    .resize({ width: target, height: Math.round(target * HEIGHT_PER_WIDTH), fit: "cover" })
    .toFormat(format === "inline" ? "avif" : format, SETTINGS[format])
    .toBuffer();
}
