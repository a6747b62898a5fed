import { createBoundedMap } from "#server/kit/bounded-map.ts";
import type { CachedPicture } from "./image-cache.ts";
import type { WantedFormats, PictureFormat } from "./image-format.domain.ts";
import {
  createPictureMaker,
  maxAgeMs,
  pictureKey,
  type PictureMakerOptions,
} from "./image-renderer.ts";
import type { PictureSource } from "./image-sources.ts";
import { HOUR_MS, DAY_MS, isWithin } from "#server/kit/durations.ts";

/**
 * Pictures in the asked width and format: from the cache, else made once however many ask. AVIF is
 * made behind the visitor's back; until it is there the quick format serves.
 */

/** A thumbnail is read again after this long; its owner may have changed it. */
const RENEW_AFTER_MS = 7 * DAY_MS;
/** How long a source that failed, or has no picture, is not asked again. */
const FAILED_PAUSE_MS = 30_000;
const MISSING_PAUSE_MS = HOUR_MS;
const MAX_PAUSES = 5_000;

export type ServedPicture = {
  readonly picture: CachedPicture;
  readonly format: PictureFormat;
  /** False while a better format is being made: do not cache for long. */
  readonly isFinal: boolean;
};

export type PictureResult = ServedPicture | "missing" | "failed" | "refused";

export type PictureRequest = {
  readonly source: PictureSource;
  readonly width: number;
  readonly formats: WantedFormats;
  /** Asked before a source is read; pictures that are kept already are served without asking. */
  readonly mayLoad: () => boolean | Promise<boolean>;
};

export type ImageService = {
  get(request: PictureRequest): Promise<PictureResult>;
  /** Resolves when nothing is being made behind anybody's back. */
  idle(): Promise<void>;
};

export type PictureServiceOptions = PictureMakerOptions & {
  readonly now: () => number;
};

/** Makes the service. */
export function createPictureService(options: PictureServiceOptions): ImageService {
  const { cache, now, log } = options;
  const maker = createPictureMaker(options);
  const background = new Set<Promise<unknown>>();
  const pauses = createPauses(now);
  const renewalPauses = createPauses(now);

  /** What is paused when an original cannot be had: other originals of the source still serve. */
  const pauseKey = (source: PictureSource, width: number): string =>
    source.originalKey(width) ?? source.folder;

  function inBackground(what: string, work: Promise<unknown>): void {
    const watched = work
      .catch((error: unknown) => log.debug({ event: what, err: error }))
      .finally(() => background.delete(watched));
    background.add(watched);
  }

  async function serveKept(request: PictureRequest): Promise<ServedPicture | null> {
    const { source, width, formats } = request;
    const { best, instant } = formats;
    const kept = await cache.read(pictureKey(source, width, best), maxAgeMs(source));
    if (kept) return { picture: kept, format: best, isFinal: true };
    if (best === instant) return null;
    const interim = await cache.read(pictureKey(source, width, instant), maxAgeMs(source));
    if (!interim) return null;
    inBackground("avif_not_made", maker.make(source, width, best));
    return { picture: interim, format: instant, isFinal: false };
  }

  async function serveNew(request: PictureRequest): Promise<PictureResult> {
    const { source, width, formats, mayLoad } = request;
    const paused = pauses.get(pauseKey(source, width));
    if (paused) return paused;
    if (!(await mayLoad())) return "refused";
    try {
      const picture = await maker.make(source, width, formats.instant);
      if (!picture) {
        pauses.set(pauseKey(source, width), "missing", MISSING_PAUSE_MS);
        return "missing";
      }
      const isFinal = formats.best === formats.instant;
      if (!isFinal) inBackground("avif_not_made", maker.make(source, width, formats.best));
      return { picture, format: formats.instant, isFinal };
    } catch (error) {
      pauses.set(pauseKey(source, width), "failed", FAILED_PAUSE_MS);
      log.warn({ event: "picture_not_made", folder: source.folder, err: error });
      return "failed";
    }
  }

  return {
    async get(request) {
      const kept = await serveKept(request);
      if (!kept) return await serveNew(request);
      const { source, mayLoad } = request;
      const isOld = now() - kept.picture.writtenAtMs > RENEW_AFTER_MS;
      const isDue = source.isChanging && isOld && !renewalPauses.get(source.folder);
      if (isDue && (await mayLoad())) {
        renewalPauses.set(source.folder, "failed", MISSING_PAUSE_MS);
        inBackground("thumbnail_not_renewed", maker.renew(source, request.width));
      }
      return kept;
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

/** What is left alone for a while, the oldest forgotten first. */
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
