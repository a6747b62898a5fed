import { loadSharp, ImageLibraryError } from "@reign-tv/kit/load-sharp.ts";
import { type Rendering, variantOf } from "#backend/storage/protocol/transformation.domain.ts";
import { formatOfBytes } from "#backend/storage/uploads/image-type.domain.ts";
import {
  imageSourceError,
  noSuchKeyError,
  tooManyRendersError,
} from "#backend/storage/protocol/storage-error.ts";
import { createIpRateLimit } from "@reign-tv/kit/http/ip-rate-limit.ts";
import { MINUTE_S } from "@reign-tv/kit/durations.ts";
import type { StorageDeps } from "#backend/storage/storage-deps.ts";
import { createImageQueue } from "#backend/storage/uploads/image-encode.ts";
import type { ObjectRow } from "#backend/storage/rows/object-rows.ts";

/** Upstream's limits on a source image: 25 MB and 50 megapixels. */
const SOURCE_MAX_BYTES = 26_214_400;
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

export type RenderedImages = {
  /**
   * Returns the rendering, from the cache when possible.
   *
   * @param clientAddress the visitor's IP address; only new renderings count against its limit.
   * @throws StorageError InvalidRequest when the object is not an image, SlowDown, NoSuchKey for a
   * lost file.
   */
  get(row: ObjectRow, rendering: Rendering, clientAddress: string): Promise<Uint8Array>;
};

/** New images per IP address: a page of images in two sizes, twice. */
const RENDERS_PER_MINUTE = 120;

/** Renders through the cache. Concurrent requests for one image share the work. */
export function createRenderedImages(
  deps: Pick<StorageDeps, "store" | "renders" | "log" | "settings">,
): RenderedImages {
  const limit = createIpRateLimit({
    points: RENDERS_PER_MINUTE,
    seconds: MINUTE_S,
    factor: deps.settings.rateLimitFactor,
  });
  // Separate from the upload queue: viewing images must not delay uploads.
  const queue = createImageQueue();
  const pending = new Map<string, Promise<Uint8Array>>();

  const make = async (
    row: ObjectRow,
    rendering: Rendering,
    clientAddress: string,
  ): Promise<Uint8Array> => {
    const secondsToWait = await limit(clientAddress);
    if (secondsToWait > 0) throw tooManyRendersError(secondsToWait);
    const made = await queue.run(async () => {
      const source = await readSource(deps, row);
      return { source, bytes: await renderOrNull(source, rendering) };
    });
    if (made.bytes === null) return made.source;
    const { bytes } = made;
    try {
      await deps.renders.write(row.version, variantOf(rendering), bytes);
    } catch (error) {
      // A full disk makes renderings slow, not impossible.
      deps.log.warn({ event: "storage_render_not_kept", err: error });
    }
    return bytes;
  };

  return {
    async get(row, rendering, clientAddress) {
      const cached = await deps.renders.read(row.version, variantOf(rendering));
      if (cached !== null) return cached;
      const key = `${row.version}/${variantOf(rendering)}`;
      const other = pending.get(key);
      if (other !== undefined) return other;
      const work = make(row, rendering, clientAddress).finally(() => pending.delete(key));
      pending.set(key, work);
      return work;
    },
  };
}

/**
 * Returns null without an image library. Then the source is served and is not cached as a
 * rendering.
 */
async function renderOrNull(source: Uint8Array, rendering: Rendering): Promise<Uint8Array | null> {
  try {
    return await renderImage(source, rendering);
  } catch (error) {
    if (error instanceof ImageLibraryError) return null;
    throw error;
  }
}

async function readSource(
  { store }: Pick<StorageDeps, "store">,
  row: ObjectRow,
): Promise<Uint8Array> {
  if ((row.metadata?.size ?? 0) > SOURCE_MAX_BYTES) throw imageSourceError();
  const file = await store.open(row.version, null);
  if (file === null) throw noSuchKeyError();
  return new Uint8Array(await new Response(file).arrayBuffer());
}
