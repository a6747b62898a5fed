import { join } from "node:path";
import { Hono, type Context } from "hono";
import type { ReportFault } from "#server/kit/fault-registry.ts";
import { IMAGE_FORMATS, IMAGE_WIDTHS } from "#shared/videos/images.ts";
import type { Logger } from "#server/kit/log.ts";
import { CACHE } from "#server/http/cache-policy.ts";
import { sendBytes } from "#server/kit/http/precompressed-body.ts";
import type { MediaLibrary } from "#server/media/library.ts";
import { createPictureCache } from "./image-cache.ts";
import { createPictureEncoder } from "./image-encoder.ts";
import { PICTURE_TYPES, typeOfBytes, wantedFormats } from "./image-format.domain.ts";
import { KEEP_CHANGING_MS } from "./image-renderer.ts";
import { createPictureService, type PictureResult, type ServedPicture } from "./image-service.ts";
import { createClipSources, youtubeSource, type PictureSource } from "./image-sources.ts";
import { createYouTubeThumbnails } from "./youtube-thumbnails.ts";

/**
 * What stands in a picture's place while there is none: a quiet 16:9 panel with a play sign. It says
 * nothing of a video that it does not know.
 */
export const PLACEHOLDER_SVG = [
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 180" width="320" height="180">',
  '<rect width="320" height="180" fill="#2b2a33"/>',
  '<circle cx="160" cy="90" r="28" fill="#4a4956"/>',
  '<path d="M152 76v28l24-14z" fill="#2b2a33"/>',
  "</svg>",
].join("");

/**
 * Pictures of videos, to be mounted at /img.
 *
 * `/yt/{id}/{width}.{format}` is a thumbnail of the platform: nothing of a visitor reaches the platform
 * before play. It is no open proxy: only ids that a playlist of this site lists are asked for, a
 * failure is not repeated for a while, and calls per minute are bounded. `/clip/{id}/{width}.{format}` is a
 * poster of the bundled library; its `?v=` only tells caches apart. `/poster/{name}/{width}.{format}` is
 * a picture of the ministry's own, whose name changes with it.
 *
 * Accepted limit: a picture that is kept already is served for an id that has left the playlists,
 * for 30 days at most.
 */

const MEGABYTE = 1024 * 1024;
const MAX_DISK_BYTES = 512 * MEGABYTE;
const MAX_MEMORY_BYTES = 32 * MEGABYTE;

const YOUTUBE_ID = "[A-Za-z0-9_-]{11}";
const OWN_NAME = "[a-z0-9-]{3,60}";
const CLIP_ID = "clip-[a-z0-9-]{3,60}";
/** A width with the format; without one in addresses of earlier releases. */
const SIZE = `[1-9][0-9]{2,3}(?:\\.(?:${IMAGE_FORMATS.join("|")}))?`;
const WIDTHS: ReadonlySet<number> = new Set(IMAGE_WIDTHS);

const CACHE_CONTROL = {
  clip: CACHE.immutable,
  youtube: CACHE.day,
  /** A smaller format of the same picture is being made. */
  interim: "public, max-age=3600",
  placeholder: "public, max-age=60",
  unknown: "public, max-age=60",
} as const;

export type ImagesOptions = {
  /** Absolute path of DATA_DIR; pictures are kept in its folder images. */
  readonly dataDir: string;
  readonly library: Pick<MediaLibrary, "directory" | "clips">;
  /** Pictures of the ministry's own, by the last part of their address. */
  readonly ownPictures: ReadonlyMap<string, PictureSource>;
  /** The same for those that helpers gave to channels; null for a name that none can have. */
  readonly uploadedPicture: (name: string) => PictureSource | null;
  /** YOUTUBE_IMAGE_BASE */
  readonly youtubeImageBase: string;
  readonly fetch: typeof globalThis.fetch;
  readonly log: Logger;
  /** Whether a playlist or channel of this site shows the video. */
  readonly isKnownVideo: (videoId: string) => boolean | Promise<boolean>;
  readonly report?: ReportFault | undefined;
  readonly now?: () => number;
  /** Waits between retries; an argument so that tests need not. */
  readonly sleep?: (ms: number) => Promise<void>;
  readonly maxDiskBytes?: number;
};

export type Images = {
  readonly app: Hono;
  /** Resolves when no picture is being made behind anybody's back. */
  idle(): Promise<void>;
};

/** Makes the picture service. */
export function createImages(options: ImagesOptions): Images {
  const { fetch, log, sleep, library, ownPictures, uploadedPicture, isKnownVideo } = options;
  const now = options.now ?? Date.now;
  const thumbnails = createYouTubeThumbnails({
    base: options.youtubeImageBase.replace(/\/+$/, ""),
    fetch,
    now,
    report: options.report,
    ...(sleep ? { sleep } : {}),
  });
  const cache = createPictureCache({
    directory: join(options.dataDir, "images"),
    now,
    log,
    maxDiskBytes: options.maxDiskBytes ?? MAX_DISK_BYTES,
    maxMemoryBytes: MAX_MEMORY_BYTES,
    keepMs: KEEP_CHANGING_MS,
  });
  const service = createPictureService({ cache, encoder: createPictureEncoder(), now, log });
  const clips = createClipSources(library);

  async function serve(
    c: Context,
    source: PictureSource | null,
    mayLoad: () => boolean | Promise<boolean>,
  ): Promise<Response> {
    const [width = "", ending = ""] = (c.req.param("size") ?? "").split(".");
    if (!source || !WIDTHS.has(Number(width))) return notFound(c);
    const formats = wantedFormats(ending);
    const result = await service.get({ source, width: Number(width), formats, mayLoad });
    return answer(c, result, source.isChanging ? CACHE_CONTROL.youtube : CACHE_CONTROL.clip);
  }

  const app = new Hono();
  app.get(`/yt/:id{${YOUTUBE_ID}}/:size{${SIZE}}`, async (c) => {
    const id = c.req.param("id");
    return await serve(c, youtubeSource(id, thumbnails), () => isKnownVideo(id));
  });
  app.get(`/clip/:id{${CLIP_ID}}/:size{${SIZE}}`, async (c) => {
    const source = await clips.find(c.req.param("id")).catch((error: unknown) => {
      log.error({ event: "poster_not_found", clip: c.req.param("id"), err: error });
      return null;
    });
    return await serve(c, source, () => true);
  });
  app.get(`/poster/:name{${OWN_NAME}}/:size{${SIZE}}`, async (c) => {
    const name = c.req.param("name");
    return await serve(c, ownPictures.get(name) ?? uploadedPicture(name), () => true);
  });
  // A mounted app's own notFound is not asked; nothing below /img may end as a page.
  app.all("*", notFound);
  return { app, idle: () => service.idle() };
}

function answer(c: Context, result: PictureResult, cacheControl: string): Response {
  switch (result) {
    case "refused":
      return notFound(c);
    case "missing":
    case "failed":
      return placeholder(c, result);
    default:
      return served(c, result, cacheControl);
  }
}

/** The phone app shows pictures on an origin of its own. */
const OPEN_TO_ALL = { "Cross-Origin-Resource-Policy": "cross-origin" } as const;

function served(c: Context, result: ServedPicture, cacheControl: string): Response {
  const { picture, format, isFinal } = result;
  return sendBytes(c, picture, {
    ...OPEN_TO_ALL,
    "Cache-Control": isFinal ? cacheControl : CACHE_CONTROL.interim,
    "Content-Type": typeOfBytes(picture.bytes) ?? PICTURE_TYPES[format],
  });
}

/** `X-Picture` tells operators and tests what a visitor only sees as a quiet panel. */
function placeholder(c: Context, why: "missing" | "failed"): Response {
  return c.body(PLACEHOLDER_SVG, 200, {
    ...OPEN_TO_ALL,
    "Cache-Control": CACHE_CONTROL.placeholder,
    "Content-Type": "image/svg+xml",
    "X-Picture": why,
  });
}

function notFound(c: Context): Response {
  return c.body("Not found", 404, {
    ...OPEN_TO_ALL,
    "Cache-Control": CACHE_CONTROL.unknown,
    "Content-Type": "text/plain; charset=utf-8",
  });
}
