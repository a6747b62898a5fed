import { createIpRateLimit } from "#server/kit/http/ip-rate-limit.ts";
import { ImageLibraryError } from "#server/kit/load-sharp.ts";
import { MINUTE_S } from "#server/kit/durations.ts";
import type { StorageDeps } from "#server/backend/storage/storage-deps.ts";
import { createImageQueue } from "#server/backend/storage/uploads/image-queue.ts";
import type { ObjectRow } from "#server/backend/storage/rows/object-rows.ts";
import {
  imageSourceError,
  noSuchKeyError,
  tooManyRendersError,
} from "#server/backend/storage/protocol/storage-error.ts";
import { renderImage, SOURCE_MAX_BYTES } from "./render-image.ts";
import {
  variantOf,
  type Rendering,
} from "#server/backend/storage/protocol/transformation.domain.ts";

export type RenderedImages = {
  /**
   * Returns the rendering, from the cache when possible.
   *
   * @param address the visitor's IP address; only new renderings count against its limit.
   * @throws StorageError InvalidRequest when the object is not an image, SlowDown, NoSuchKey for a
   * lost file.
   */
  get(row: ObjectRow, rendering: Rendering, address: string): Promise<Uint8Array>;
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
  const underWay = new Map<string, Promise<Uint8Array>>();

  const make = async (
    row: ObjectRow,
    rendering: Rendering,
    address: string,
  ): Promise<Uint8Array> => {
    const secondsToWait = await limit(address);
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
    async get(row, rendering, address) {
      const kept = await deps.renders.read(row.version, variantOf(rendering));
      if (kept !== null) return kept;
      const key = `${row.version}/${variantOf(rendering)}`;
      const other = underWay.get(key);
      if (other !== undefined) return other;
      const work = make(row, rendering, address).finally(() => underWay.delete(key));
      underWay.set(key, work);
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
