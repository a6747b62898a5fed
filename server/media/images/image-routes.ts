import { join } from "node:path";
import { Hono, type Context } from "hono";
import type { ReportFault } from "@reign-tv/kit/fault-registry.ts";
import { IMAGE_FORMATS, IMAGE_WIDTHS } from "#shared/videos/images.ts";
import type { Logger } from "@reign-tv/kit/log.ts";
import { CACHE } from "#server/http/cache-policy.ts";
import { sendBytes } from "@reign-tv/kit/http/precompressed-body.ts";
import type { MediaLibrary } from "#server/media/library.ts";
import type { OwnPoster } from "#server/own-videos/open-own-videos.ts";
import { createImageCache } from "./image-cache.ts";
import { createImageEncoder } from "./image-encoder.ts";
import { IMAGE_TYPES, typeOfBytes, wantedFormats } from "./image-format.domain.ts";
import {
  KEEP_CHANGING_MS,
  createImageService,
  type ImageResult,
  type ServedImage,
} from "./image-service.ts";
import { createInlineImages, type InlineImages } from "./inline-images.ts";
import { createClipSources, youtubeSource, type ImageSource } from "./image-sources.ts";
import { createYouTubeThumbnails } from "./youtube-thumbnails.ts";

/** Placeholder for a missing image: a 16:9 panel with a play icon. */
const PLACEHOLDER_SVG = [
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 180" width="320" height="180">',
  '<rect width="320" height="180" fill="#2b2a33"/>',
  '<circle cx="160" cy="90" r="28" fill="#4a4956"/>',
  '<path d="M152 76v28l24-14z" fill="#2b2a33"/>',
  "</svg>",
].join("");

/**
 * Images of videos, mounted at /img.
 *
 * `/yt/{id}/{width}.{format}` is a thumbnail of the platform; the platform sees no visitor before play. This is no open
 * proxy: only ids in the site's playlists are fetched, failures pause a source, and calls per minute are limited.
 * `/clip/{id}/{width}.{format}` is a poster of the bundled library; its `?v=` is only for caches.
 * `/poster/{name}/{width}.{format}` is an image of the ministry, whose name changes with its content.
 *
 * Accepted limit: a cached image is sendImage for 30 days after its id left the playlists.
 */

const MEGABYTE = 1024 * 1024;
const MAX_DISK_BYTES = 512 * MEGABYTE;
const MAX_MEMORY_BYTES = 32 * MEGABYTE;

const YOUTUBE_ID = "[A-Za-z0-9_-]{11}";
const OWN_NAME = "[a-z0-9-]{3,60}";
const CLIP_ID = "clip-[a-z0-9-]{3,60}";
/** A width with the format; URLs of earlier releases have none. */
const SIZE = `[1-9][0-9]{2,3}(?:\\.(?:${IMAGE_FORMATS.join("|")}))?`;
const INLINE_PATH = new RegExp(`^/img/(clip|poster)/(${OWN_NAME})$`);
const WIDTHS: ReadonlySet<number> = new Set(IMAGE_WIDTHS);

const CACHE_CONTROL = {
  clip: CACHE.immutable,
  youtube: CACHE.day,
  /** A smaller format of the same image is being encoded. */
  interim: CACHE.interimImage,
  sendPlaceholder: CACHE.placeholder,
  unknown: CACHE.placeholder,
} as const;

type ImageRoutesDeps = {
  /** Absolute path of DATA_DIR; images are cached in its folder images. */
  readonly dataDir: string;
  readonly library: Pick<MediaLibrary, "directory" | "clips">;
  /** Poster of an own video; null for unknown ids. */
  readonly ownPoster?: ((id: string) => OwnPoster | null) | undefined;
  /** The ministry's images by the last part of their URL. */
  readonly ministryImages: ReadonlyMap<string, ImageSource>;
  /** Finds an uploaded image by name; null for invalid names. */
  readonly uploadedImage: (name: string) => ImageSource | null;
  /** YOUTUBE_IMAGE_BASE */
  readonly youtubeImageBase: string;
  readonly fetch: typeof globalThis.fetch;
  readonly log: Logger;
  /** Returns true if a playlist or channel of this site has the video. */
  readonly isKnownVideo: (videoId: string) => boolean | Promise<boolean>;
  readonly report?: ReportFault | undefined;
  readonly now?: () => number;
  /** Delay between retries; replaced in tests. */
  readonly sleep?: (ms: number) => Promise<void>;
  readonly maxDiskBytes?: number;
};

export type Images = {
  readonly app: Hono;
  /** Images of clips and of the ministry for pages; none of the video platform, which would be asked for them. */
  readonly inlineImages: InlineImages;
  /** Resolves when no image is being rendered in the background. */
  idle(): Promise<void>;
};

export function createImageRoutes(options: ImageRoutesDeps): Images {
  const { fetch, log, sleep, library, ministryImages, uploadedImage, isKnownVideo } = options;
  const now = options.now ?? Date.now;
  const thumbnails = createYouTubeThumbnails({
    base: options.youtubeImageBase.replace(/\/+$/, ""),
    fetch,
    now,
    report: options.report,
    ...(sleep ? { sleep } : {}),
  });
  const cache = createImageCache({
    directory: join(options.dataDir, "images"),
    now,
    log,
    maxDiskBytes: options.maxDiskBytes ?? MAX_DISK_BYTES,
    maxMemoryBytes: MAX_MEMORY_BYTES,
    maxAgeMs: KEEP_CHANGING_MS,
  });
  const service = createImageService({ cache, encoder: createImageEncoder(), now, log });
  const clips = createClipSources(library, options.ownPoster);
  const posterNamed = (name: string) => ministryImages.get(name) ?? uploadedImage(name);
  const inlineImages = createInlineImages({
    images: service,
    now,
    async find(path) {
      const [, kind, name = ""] = INLINE_PATH.exec(path) ?? [];
      return kind === "clip" ? await clips.find(name) : posterNamed(name);
    },
  });

  async function serve(
    c: Context,
    source: ImageSource | null,
    mayLoad: () => boolean | Promise<boolean>,
  ): Promise<Response> {
    const [width = "", ending = ""] = (c.req.param("size") ?? "").split(".");
    if (!source || !WIDTHS.has(Number(width))) return notFound(c);
    const formats = wantedFormats(ending);
    const result = await service.get({ source, width: Number(width), formats, mayLoad });
    return sendResult(c, result, source.isChanging ? CACHE_CONTROL.youtube : CACHE_CONTROL.clip);
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
    return await serve(c, posterNamed(c.req.param("name")), () => true);
  });
  // A mounted app's own notFound is not called; no path below /img may respond with a page.
  app.all("*", notFound);
  return { app, inlineImages, idle: () => service.idle() };
}

function sendResult(c: Context, result: ImageResult, cacheControl: string): Response {
  switch (result) {
    case "refused":
      return notFound(c);
    case "missing":
    case "failed":
      return sendPlaceholder(c, result);
    default:
      return sendImage(c, result, cacheControl);
  }
}

/** The native app loads images from an origin of its own. */
const PUBLIC_HEADERS = { "Cross-Origin-Resource-Policy": "cross-origin" } as const;

function sendImage(c: Context, result: ServedImage, cacheControl: string): Response {
  const { image, format, isFinal } = result;
  return sendBytes(c, image, {
    ...PUBLIC_HEADERS,
    "Cache-Control": isFinal ? cacheControl : CACHE_CONTROL.interim,
    "Content-Type": typeOfBytes(image.bytes) ?? IMAGE_TYPES[format],
  });
}

/** `X-Picture` shows operators and tests the reason of the sendPlaceholder. */
function sendPlaceholder(c: Context, why: "missing" | "failed"): Response {
  return c.body(PLACEHOLDER_SVG, 200, {
    ...PUBLIC_HEADERS,
    "Cache-Control": CACHE_CONTROL.sendPlaceholder,
    "Content-Type": "image/svg+xml",
    "X-Picture": why,
  });
}

function notFound(c: Context): Response {
  return c.body("Not found", 404, {
    ...PUBLIC_HEADERS,
    "Cache-Control": CACHE_CONTROL.unknown,
    "Content-Type": "text/plain; charset=utf-8",
  });
}
