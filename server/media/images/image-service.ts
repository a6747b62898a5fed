import { createBoundedMap } from "#server/kit/bounded-map.ts";
import type { CachedImage } from "./image-cache.ts";
import type { WantedFormats, EncoderFormat } from "./image-format.domain.ts";
import {
  createImageRenderer,
  maxAgeMs,
  imageKey,
  type ImageRendererDeps,
} from "./image-renderer.ts";
import type { ImageSource } from "./image-sources.ts";
import { HOUR_MS, DAY_MS, isWithin } from "#server/kit/durations.ts";

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
  readonly picture: CachedImage;
  readonly format: EncoderFormat;
  /** False while a better format is being encoded: cache only briefly. */
  readonly isFinal: boolean;
};

export type ImageResult = ServedImage | "missing" | "failed" | "refused";

export type ImageRequest = {
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

export type ImageServiceDeps = ImageRendererDeps & {
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
    if (cached) return { picture: cached, format: best, isFinal: true };
    if (best === instant) return null;
    const interim = await cache.read(imageKey(source, width, instant), maxAgeMs(source));
    if (!interim) return null;
    inBackground("avif_not_made", renderer.render(source, width, best));
    return { picture: interim, format: instant, isFinal: false };
  }

  async function serveNew(request: ImageRequest): Promise<ImageResult> {
    const { source, width, formats, mayLoad } = request;
    const paused = pauses.get(pauseKey(source, width));
    if (paused) return paused;
    if (!(await mayLoad())) return "refused";
    try {
      const picture = await renderer.render(source, width, formats.instant);
      if (!picture) {
        pauses.set(pauseKey(source, width), "missing", MISSING_RETRY_MS);
        return "missing";
      }
      const isFinal = formats.best === formats.instant;
      if (!isFinal) inBackground("avif_not_made", renderer.render(source, width, formats.best));
      return { picture, format: formats.instant, isFinal };
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
      const isOld = now() - cached.picture.writtenAtMs > RENEW_AFTER_MS;
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
