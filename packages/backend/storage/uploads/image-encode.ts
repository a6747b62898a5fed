import { loadSharp } from "@reign-tv/kit/load-sharp.ts";
import type { ImageRules } from "#backend/settings.ts";
import { formatOfBytes, formatOfExtension, type ImageFormat } from "./image-type.domain.ts";
import { fileExtension } from "#backend/storage/rows/object-path.domain.ts";
import type { StagedFile } from "./staging.ts";
import {
  mimeTypeError,
  noImageLibraryError,
  tryLaterError,
} from "#backend/storage/protocol/storage-error.ts";
import { createWorkQueue, type WorkQueue } from "@reign-tv/kit/work-queue.ts";

/**
 * Uploaded images are the only untrusted bytes that reach a decoder written in C. Therefore the
 * magic bytes must match the name's format, the header is read before pixels are decoded, size and
 * time are limited, and only the server's own encoding of the pixels is stored.
 */

/** Type in the error message when the content is unknown. */
const UNKNOWN_TYPE = "application/octet-stream";
const QUALITY = 82;
/** Each retry halves the area, for noise that does not compress. */
const SHRINK = Math.SQRT1_2;
const TRIES_MAX = 4;

/**
 * Encodes an uploaded image again in its own format: upright, within the size limits, first frame
 * only, without metadata.
 *
 * @param name of the object; its extension decides the required format.
 * @throws StorageError NotImplemented when sharp cannot be loaded, InvalidMimeType for any other
 * file.
 */
export async function encodeImage(
  file: StagedFile,
  name: string,
  rules: ImageRules,
): Promise<{ bytes: Uint8Array; mimeType: string }> {
  const format = requireFormat(file, name);
  const mimeType = `image/${format}`;
  const sharp = await loadSharp().catch((error: unknown) => {
    throw noImageLibraryError(error);
  });
  try {
    await checkHeader(sharp, file.path, { format, rules });
    for (let tries = 0, side = rules.maxSidePixels; tries < TRIES_MAX; tries += 1) {
      const bytes = await encode(sharp, file.path, { format, side: Math.round(side), rules });
      if (bytes.length <= rules.maxOutputBytes) return { bytes, mimeType };
      side *= SHRINK;
    }
  } catch (error) {
    // sharp has one class for every failure: a broken file, a limit, a timeout.
    throw error instanceof UnacceptableImage
      ? mimeTypeError(mimeType, error.message)
      : mimeTypeError(mimeType, "The image cannot be read");
  }
  throw mimeTypeError(mimeType, "The image cannot be made small enough");
}

function requireFormat(file: StagedFile, name: string): ImageFormat {
  const expected = formatOfExtension(fileExtension(name));
  const actual = formatOfBytes(file.head);
  if (actual === null) throw mimeTypeError(UNKNOWN_TYPE);
  if (actual !== expected) throw mimeTypeError(`image/${actual}`);
  return actual;
}

type SharpFactory = Awaited<ReturnType<typeof loadSharp>>;

class UnacceptableImage extends Error {}

/** Reads only the header, so that a decompression bomb costs no more. */
async function checkHeader(
  sharp: SharpFactory,
  path: string,
  { format, rules }: { format: ImageFormat; rules: ImageRules },
): Promise<void> {
  // Without the pixel limit, because its failure gives no reason.
  const header = await sharp(path, { limitInputPixels: false }).metadata();
  if (header.format !== format) throw new UnacceptableImage("The image cannot be read");
  if (header.width * header.height > rules.maxInputPixels) {
    throw new UnacceptableImage("The image has too many pixels");
  }
  if ((header.pages ?? 1) > rules.maxInputFrames) {
    throw new UnacceptableImage("The image has too many frames");
  }
}

function encode(
  sharp: SharpFactory,
  path: string,
  { format, side, rules }: { format: ImageFormat; side: number; rules: ImageRules },
): Promise<Uint8Array> {
  // "error" rejects truncated files and accepts harmless oddities.
  const options = { failOn: "error", limitInputPixels: rules.maxInputPixels, pages: 1 } as const;
  return sharp(path, options)
    .autoOrient()
    .resize({ width: side, height: side, fit: "inside", withoutEnlargement: true })
    .toFormat(format, format === "png" ? { compressionLevel: 9 } : { quality: QUALITY })
    .timeout({ seconds: rules.timeoutSeconds })
    .toBuffer();
}

/** Queue limit; staged files then take at most 320 MB of disk. */
const IMAGES_WAITING_MAX = 64;
const BUSY_RETRY_AFTER_S = 10;

/**
 * Creates the queue of images. They run one at a time, because a decoded image takes a hundred
 * megabytes.
 *
 * @returns a queue that rejects with StorageError SlowDown when it is full.
 */
export function createImageQueue(): WorkQueue {
  return createWorkQueue({
    running: 1,
    waiting: IMAGES_WAITING_MAX,
    errorWhenFull: () => tryLaterError("Too many images at once", BUSY_RETRY_AFTER_S),
  });
}
