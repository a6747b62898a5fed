import { loadSharp } from "#server/kit/load-sharp.ts";
import type { Rendering } from "#server/backend/storage/protocol/transformation.domain.ts";
import { formatOfBytes } from "#server/backend/storage/uploads/image-type.domain.ts";
import { imageSourceError } from "#server/backend/storage/protocol/storage-error.ts";

/** Upstream's bounds on what is decoded: 25 MB and 50 megapixels. */
export const SOURCE_MAX_BYTES = 26_214_400;
const SOURCE_MAX_PIXELS = 50_000_000;
const TIMEOUT_S = 10;
/** Of 0 to 9: one more costs an AVIF twice the time for a few percent. */
const AVIF_EFFORT = 2;

/** Formats that are read and written, named as sharp names them. */
export type RenderedFormat = "png" | "jpeg" | "gif" | "webp" | "avif";

/**
 * Makes an image from an image: upright, first frame, without metadata, never larger than its source.
 * What the source is shows in its bytes; what its row says of it does not count.
 *
 * @throws StorageError InvalidRequest (422 "Invalid source image") for what is no such image, has too
 *   many pixels or takes too long; ImageLibraryError where no image can be made.
 */
export async function renderImage(source: Uint8Array, rendering: Rendering): Promise<Uint8Array> {
  const format = formatOf(source);
  if (format === null) throw imageSourceError();
  const { width, height, resize, quality } = rendering;
  const target = rendering.target ?? format;
  const sharp = await loadSharp();
  try {
    return await sharp(source, {
      failOn: "error",
      limitInputPixels: SOURCE_MAX_PIXELS,
      pages: 1,
    })
      .autoOrient()
      .resize({
        width: width ?? undefined,
        height: height ?? undefined,
        fit: FIT[resize],
        withoutEnlargement: true,
      })
      .toFormat(target, outputOf(target, quality))
      .timeout({ seconds: TIMEOUT_S })
      .toBuffer();
  } catch (error) {
    throw imageSourceError(error);
  }
}

const FIT = { cover: "cover", contain: "inside", fill: "fill" } as const;

/** The format that the first bytes show, or null when it is none that is rendered. */
export function formatOf(bytes: Uint8Array): RenderedFormat | null {
  const brand = Buffer.from(bytes.subarray(4, 12)).toString("latin1");
  return brand === "ftypavif" || brand === "ftypavis"
    ? "avif"
    : formatOfBytes(bytes.subarray(0, 12));
}

function outputOf(format: RenderedFormat, quality: number): object {
  switch (format) {
    case "png":
      return { compressionLevel: 9 };
    case "gif":
      return {};
    case "avif":
      return { quality, effort: AVIF_EFFORT };
    case "jpeg":
    case "webp":
      return { quality };
  }
}
