import type { Logger } from "@reign-tv/kit/log.ts";
import { ImageLibraryError } from "@reign-tv/kit/load-sharp.ts";
import { type CachedImage, type ImageCache, toCachedImage } from "./image-cache.ts";
import type { ImageEncoder } from "./image-encoder.ts";
import type { EncoderFormat, WantedFormats } from "./image-format.domain.ts";
import type { ImageSource } from "./image-sources.ts";
import { DAY_MS, HOUR_MS, isWithin } from "@reign-tv/kit/durations.ts";
import { createBoundedMap } from "@reign-tv/kit/bounded-map.ts";

/** Limit from the platform's terms for content that is not read again. */
export const KEEP_CHANGING_MS = 30 * DAY_MS;

/** Maximum age of a cached image of a source. */
function maxAgeMs(source: ImageSource): number {
  return source.isChanging ? KEEP_CHANGING_MS : Number.POSITIVE_INFINITY;
}

/** Cache key of an image. */
function imageKey(source: ImageSource, width: number, format: EncoderFormat): string {
  return `${source.folder}/${width}.${format}`;
}

/** Renders images from originals and caches both, once for concurrent requests. */
type ImageRenderer = {
  /** @returns null when the source has no image */
  render(source: ImageSource, width: number, format: EncoderFormat): Promise<CachedImage | null>;
  /** Reads the original again and deletes the images of the old one. */
  renew(source: ImageSource, width: number): Promise<void>;
};

type ImageRendererDeps = {
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

/**
 * Images in the requested width and format, cached or rendered once. AVIF is encoded in the background; until then the
 * fast format is served.
 */

/** Read a thumbnail again after this long, as its owner may have changed it. */
const RENEW_AFTER_MS = 7 * DAY_MS;
/** Delay before a source is tried again after a failure or without an image. */
const FAILED_RETRY_MS = 30_000;
const MISSING_RETRY_MS = HOUR_MS;
const MAX_PAUSES = 5_000;

export type ServedImage = {
  readonly image: CachedImage;
  readonly format: EncoderFormat;
  /** False while a better format is being encoded: cache only briefly. */
  readonly isFinal: boolean;
};

export type ImageResult = ServedImage | "missing" | "failed" | "refused";

type ImageRequest = {
  readonly source: ImageSource;
  readonly width: number;
  readonly formats: WantedFormats;
  /** Called before a source is read; cached images are served without it. */
  readonly mayLoad: () => boolean | Promise<boolean>;
};

export type ImageService = {
  get(request: ImageRequest): Promise<ImageResult>;
  /** Resolves when nothing is being rendered in the background. */
  idle(): Promise<void>;
};

type ImageServiceDeps = ImageRendererDeps & {
  readonly now: () => number;
};

export function createImageService(options: ImageServiceDeps): ImageService {
  const { cache, now, log } = options;
  const renderer = createImageRenderer(options);
  const background = new Set<Promise<unknown>>();
  const pauses = createPauses(now);
  const renewalPauses = createPauses(now);

  /** Pauses one original: other originals of the source are still served. */
  const pauseKey = (source: ImageSource, width: number): string =>
    source.originalKey(width) ?? source.folder;

  function inBackground(event: string, work: Promise<unknown>): void {
    const watched = work
      .catch((error: unknown) => log.debug({ event, err: error }))
      .finally(() => background.delete(watched));
    background.add(watched);
  }

  async function serveCached(request: ImageRequest): Promise<ServedImage | null> {
    const { source, width, formats } = request;
    const { best, instant } = formats;
    const cached = await cache.read(imageKey(source, width, best), maxAgeMs(source));
    if (cached) return { image: cached, format: best, isFinal: true };
    if (best === instant) return null;
    const interim = await cache.read(imageKey(source, width, instant), maxAgeMs(source));
    if (!interim) return null;
    inBackground("avif_not_made", renderer.render(source, width, best));
    return { image: interim, format: instant, isFinal: false };
  }

  async function serveNew(request: ImageRequest): Promise<ImageResult> {
    const { source, width, formats, mayLoad } = request;
    const paused = pauses.get(pauseKey(source, width));
    if (paused) return paused;
    if (!(await mayLoad())) return "refused";
    try {
      const image = await renderer.render(source, width, formats.instant);
      if (!image) {
        pauses.set(pauseKey(source, width), "missing", MISSING_RETRY_MS);
        return "missing";
      }
      const isFinal = formats.best === formats.instant;
      if (!isFinal) inBackground("avif_not_made", renderer.render(source, width, formats.best));
      return { image, format: formats.instant, isFinal };
    } catch (error) {
      pauses.set(pauseKey(source, width), "failed", FAILED_RETRY_MS);
      log.warn({ event: "picture_not_made", folder: source.folder, err: error });
      return "failed";
    }
  }

  return {
    async get(request) {
      const cached = await serveCached(request);
      if (!cached) return await serveNew(request);
      const { source, mayLoad } = request;
      const isOld = now() - cached.image.writtenAtMs > RENEW_AFTER_MS;
      const isDue = source.isChanging && isOld && !renewalPauses.get(source.folder);
      if (isDue && (await mayLoad())) {
        renewalPauses.set(source.folder, "failed", MISSING_RETRY_MS);
        inBackground("thumbnail_not_renewed", renderer.renew(source, request.width));
      }
      return cached;
    },
    async idle() {
      while (background.size > 0) await Promise.all(background);
    },
  };
}

type Pauses = {
  get(key: string): "missing" | "failed" | null;
  set(key: string, why: "missing" | "failed", forMs: number): void;
};

/** Sources that are not tried for a while; forgets the oldest first. */
function createPauses(now: () => number): Pauses {
  const pauses = createBoundedMap<
    string,
    { why: "missing" | "failed"; sinceMs: number; forMs: number }
  >(MAX_PAUSES);
  return {
    get(key) {
      const pause = pauses.get(key);
      return pause && isWithin(pause.forMs, pause.sinceMs, now()) ? pause.why : null;
    },
    set: (key, why, forMs) => pauses.set(key, { why, sinceMs: now(), forMs }),
  };
}
