import { loadSharp } from "#server/kit/load-sharp.ts";
import type { Rendering } from "#server/backend/storage/protocol/transformation.domain.ts";
import { formatOfBytes } from "#server/backend/storage/uploads/image-type.domain.ts";
import { imageSourceError } from "#server/backend/storage/protocol/storage-error.ts";

/** Upstream's limits on a source image: 25 MB and 50 megapixels. */
export const SOURCE_MAX_BYTES = 26_214_400;
const SOURCE_MAX_PIXELS = 50_000_000;
const TIMEOUT_S = 10;
/** Range 0 to 9. The next step doubles the AVIF time for a few percent of size. */
const AVIF_EFFORT = 2;

/** Formats for reading and writing, in sharp's names. */
export type RenderedFormat = "png" | "jpeg" | "gif" | "webp" | "avif";

/**
 * Renders an image: upright, first frame, without metadata, never larger than its source. The bytes
 * decide the source format, not the row.
 *
 * @throws StorageError InvalidRequest (422 "Invalid source image") when the source is not such an
 * image,
 * has too many pixels or takes too long; ImageLibraryError when sharp cannot be loaded.
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

/** Returns the format of the first bytes, or null when it cannot be rendered. */
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
