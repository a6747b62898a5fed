import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { OwnPoster } from "#server/own-videos/open-own-videos.ts";
import type { MediaLibrary } from "#server/media/library.ts";
import type { YouTubeThumbnails } from "./youtube-thumbnails.ts";
import { POSTER_BUCKET, UPLOADED_POSTER } from "#shared/live/poster.domain.ts";
import type { Transport } from "#shared/transport.ts";

/** Source of an original, and the cache folder of its images. */
export type ImageSource = {
  readonly folder: string;
  /** True if the original may change: it is read again and expires. */
  readonly isChanging: boolean;
  /** Cache key of the original; null if it is a local file. */
  originalKey(width: number): string | null;
  /** Returns the original for a width, or null when there is none. */
  load(width: number): Promise<Buffer | null>;
};

/** The platform's small thumbnail suffices up to this width. */
const SMALL_UP_TO_PX = 320;

/**
 * A video of the platform. The folder is the id in hexadecimal, because ids are case-sensitive and some file systems
 * are not.
 */
export function youtubeSource(videoId: string, thumbnails: YouTubeThumbnails): ImageSource {
  const folder = `yt/${Buffer.from(videoId).toString("hex")}`;
  const sizeFor = (width: number): "small" | "large" =>
    width <= SMALL_UP_TO_PX ? "small" : "large";
  return {
    folder,
    isChanging: true,
    originalKey: (width) => `${folder}/original-${sizeFor(width)}`,
    load: (width) => thumbnails.load(videoId, sizeFor(width)),
  };
}

type ClipSources = {
  /** The poster of a clip of the bundled library; null for an unknown clip. */
  find(clipId: string): Promise<ImageSource | null>;
};

/**
 * Posters of the bundled library. The path comes from the checked library, never from the URL. The folder contains the
 * poster's size and date, so that a changed poster is rendered again.
 */
export function createClipSources(
  library: Pick<MediaLibrary, "directory" | "clips">,
  ownPoster: (id: string) => OwnPoster | null = () => null,
): ClipSources {
  const sources = new Map<string, ImageSource>();
  return {
    async find(clipId) {
      const known = sources.get(clipId);
      if (known) return known;
      const clip = library.clips.get(clipId);
      const poster = clip ? null : ownPoster(clipId);
      if (poster !== null) return ownPosterSource(clipId, poster);
      if (!clip) return null;
      const path = join(library.directory, clip.poster);
      const { size, mtimeMs } = await stat(path);
      const source: ImageSource = {
        folder: `clip/${clipId}/${size.toString(36)}-${Math.floor(mtimeMs).toString(36)}`,
        isChanging: false,
        originalKey: () => null,
        load: () => readFile(path),
      };
      sources.set(clipId, source);
      return source;
    },
  };
}

/** Poster of an own video, which staff may replace: browsers ask again each day. It may have none yet. */
function ownPosterSource(id: string, { version, read }: OwnPoster): ImageSource {
  return {
    folder: `clip/${id}/${version}`,
    isChanging: true,
    originalKey: () => null,
    load: read,
  };
}

/**
 * Finds an uploaded channel poster by the last part of its URL; null for invalid names, which never reach the storage.
 * An upload cannot be replaced under its name, so it never changes.
 */
export function createUploadedPosters(transport: Transport): (name: string) => ImageSource | null {
  return (name) => {
    const file = `${name}.jpg`;
    if (!UPLOADED_POSTER.test(file)) return null;
    const folder = `poster/${name}`;
    return {
      folder,
      isChanging: false,
      originalKey: () => `${folder}/original`,
      async load() {
        const path = `/storage/v1/object/public/${POSTER_BUCKET}/${file}`;
        const response = await transport(path);
        // The storage responds 400 to a missing file.
        if (response.status === 400 || response.status === 404) return null;
        if (!response.ok) throw new Error(`A poster could not be read: HTTP ${response.status}`);
        return Buffer.from(await response.arrayBuffer());
      },
    };
  };
}
