import type { Logger } from "#server/kit/log.ts";
import { ImageLibraryError } from "#server/kit/load-sharp.ts";
import { type CachedPicture, type ImageCache, toPicture } from "./image-cache.ts";
import type { PictureEncoder } from "./image-encoder.ts";
import type { PictureFormat } from "./image-format.domain.ts";
import type { PictureSource } from "./image-sources.ts";
import { DAY_MS } from "#server/kit/durations.ts";

/** The platform's terms: nothing of it is kept longer without reading it again. */
export const KEEP_CHANGING_MS = 30 * DAY_MS;

/** How old a kept picture of a source may be. */
export function maxAgeMs(source: PictureSource): number {
  return source.isChanging ? KEEP_CHANGING_MS : Number.POSITIVE_INFINITY;
}

/** Key of a picture in the cache. */
export function pictureKey(source: PictureSource, width: number, format: PictureFormat): string {
  return `${source.folder}/${width}.${format}`;
}

/** Makes pictures from originals and keeps both; each once, however many ask at the same time. */
export type ImageRenderer = {
  /** @returns null when the source has no picture */
  make(source: PictureSource, width: number, format: PictureFormat): Promise<CachedPicture | null>;
  /** Reads the original again; everything that was made from the old one goes. */
  renew(source: PictureSource, width: number): Promise<void>;
};

export type PictureMakerOptions = {
  readonly cache: ImageCache;
  readonly encoder: PictureEncoder;
  readonly log: Logger;
};

/** An original; without an age where it cannot grow old. */
type Original = { readonly bytes: Buffer; readonly writtenAtMs?: number };

export function createPictureMaker({ cache, encoder, log }: PictureMakerOptions): ImageRenderer {
  let isTold = false;
  const making = new Map<string, Promise<CachedPicture | null>>();
  const loading = new Map<string, Promise<Original | null>>();

  async function original(source: PictureSource, width: number): Promise<Original | null> {
    const key = source.originalKey(width);
    if (key === null) {
      const bytes = await source.load(width);
      return bytes && { bytes };
    }
    const kept = await cache.read(key, maxAgeMs(source));
    if (kept) return kept;
    return await once(loading, key, async () => {
      const loaded = await source.load(width);
      return loaded && (await cache.write(key, loaded));
    });
  }

  return {
    make(source, width, format) {
      const key = pictureKey(source, width, format);
      return once(making, key, async () => {
        const from = await original(source, width);
        if (!from) return null;
        const bytes = await encoder.encode(from.bytes, width, format).catch((error: unknown) => {
          if (!(error instanceof ImageLibraryError)) throw error;
          if (!isTold) log.warn({ event: "picture_library_missing", err: error }, error.message);
          isTold = true;
          return null;
        });
        // The original serves where no picture can be made; it is not kept in the place of one.
        if (bytes === null) return toPicture(from.bytes, from.writtenAtMs ?? Date.now());
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
