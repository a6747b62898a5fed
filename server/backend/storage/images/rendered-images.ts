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

/** Renders objects, each version in each way once. */
export type RenderedImages = {
  /**
   * @param address of the visitor: making an image costs, and is counted; one that was made does not.
   * @throws StorageError InvalidRequest for what is no image, SlowDown, NoSuchKey for a lost file.
   */
  get(row: ObjectRow, rendering: Rendering, address: string): Promise<Uint8Array>;
};

/** New images that one address may have made: a page of pictures in two sizes, and again. */
const RENDERS_PER_MINUTE = 120;

/** Makes the renderer over a cache; requests for the same image wait for the one that makes it. */
export function createRenderedImages(
  parts: Pick<StorageDeps, "store" | "renders" | "log" | "settings">,
): RenderedImages {
  const limit = createIpRateLimit({
    points: RENDERS_PER_MINUTE,
    seconds: MINUTE_S,
    factor: parts.settings.rateLimitFactor,
  });
  // Not the queue of uploads: visitors who look at pictures must not keep members from sending theirs.
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
      const source = await readSource(parts, row);
      return { source, bytes: await renderOrNull(source, rendering) };
    });
    if (made.bytes === null) return made.source;
    const { bytes } = made;
    try {
      await parts.renders.write(row.version, variantOf(rendering), bytes);
    } catch (error) {
      // A full disk makes images dear, not missing.
      parts.log.warn({ event: "storage_render_not_kept", err: error });
    }
    return bytes;
  };

  return {
    async get(row, rendering, address) {
      const kept = await parts.renders.read(row.version, variantOf(rendering));
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

/** Null where no image can be made: then the source serves, and is not kept as its rendering. */
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
