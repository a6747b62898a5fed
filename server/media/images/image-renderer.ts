import type { Logger } from "#server/kit/log.ts";
import { ImageLibraryError } from "#server/kit/load-sharp.ts";
import { type CachedImage, type ImageCache, toCachedImage } from "./image-cache.ts";
import type { ImageEncoder } from "./image-encoder.ts";
import type { EncoderFormat } from "./image-format.domain.ts";
import type { ImageSource } from "./image-sources.ts";
import { DAY_MS } from "#server/kit/durations.ts";

/** Limit from the platform's terms for content that is not read again. */
export const KEEP_CHANGING_MS = 30 * DAY_MS;

/** Maximum age of a cached image of a source. */
export function maxAgeMs(source: ImageSource): number {
  return source.isChanging ? KEEP_CHANGING_MS : Number.POSITIVE_INFINITY;
}

/** Cache key of an image. */
export function imageKey(source: ImageSource, width: number, format: EncoderFormat): string {
  return `${source.folder}/${width}.${format}`;
}

/** Renders images from originals and caches both, once for concurrent requests. */
export type ImageRenderer = {
  /** @returns null when the source has no image */
  render(source: ImageSource, width: number, format: EncoderFormat): Promise<CachedImage | null>;
  /** Reads the original again and deletes the images of the old one. */
  renew(source: ImageSource, width: number): Promise<void>;
};

export type ImageRendererDeps = {
  readonly cache: ImageCache;
  readonly encoder: ImageEncoder;
  readonly log: Logger;
};

/** Without `writtenAtMs` if it cannot expire. */
type Original = { readonly bytes: Buffer; readonly writtenAtMs?: number };

export function createImageRenderer({ cache, encoder, log }: ImageRendererDeps): ImageRenderer {
  let isReported = false;
  const rendering = new Map<string, Promise<CachedImage | null>>();
  const loading = new Map<string, Promise<Original | null>>();

  async function original(source: ImageSource, width: number): Promise<Original | null> {
    const key = source.originalKey(width);
    if (key === null) {
      const bytes = await source.load(width);
      return bytes && { bytes };
    }
    const cached = await cache.read(key, maxAgeMs(source));
    if (cached) return cached;
    return await once(loading, key, async () => {
      const loaded = await source.load(width);
      return loaded && (await cache.write(key, loaded));
    });
  }

  return {
    render(source, width, format) {
      const key = imageKey(source, width, format);
      return once(rendering, key, async () => {
        const from = await original(source, width);
        if (!from) return null;
        const bytes = await encoder.encode(from.bytes, width, format).catch((error: unknown) => {
          if (!(error instanceof ImageLibraryError)) throw error;
          if (!isReported)
            log.warn({ event: "picture_library_missing", err: error }, error.message);
          isReported = true;
          return null;
        });
        // Serve the original if rendering is not possible, but do not cache it as a rendered image.
        if (bytes === null) return toCachedImage(from.bytes, from.writtenAtMs ?? Date.now());
        return await cache.write(key, bytes, from.writtenAtMs);
      });
    },
    async renew(source, width) {
      const key = source.originalKey(width);
      const loaded = key === null ? null : await source.load(width);
      if (key === null || !loaded) return;
      await cache.forget(source.folder);
      await cache.write(key, loaded);
    },
  };
}

/** Runs `work` once per key at a time. */
function once<T>(
  flights: Map<string, Promise<T>>,
  key: string,
  work: () => Promise<T>,
): Promise<T> {
  const flight = flights.get(key) ?? work().finally(() => flights.delete(key));
  flights.set(key, flight);
  return flight;
}
