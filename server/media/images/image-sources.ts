import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { MediaLibrary } from "#server/media/library.ts";
import type { YouTubeThumbnails } from "./youtube-thumbnails.ts";
import { POSTER_BUCKET, UPLOADED_POSTER } from "#shared/live/poster-name.domain.ts";
import type { Transport } from "#shared/transport.ts";

/** Where an original comes from and under which folder of the cache its pictures are kept. */
export type PictureSource = {
  readonly folder: string;
  /** Whether the original may change: it is read again now and then, and not kept for ever. */
  readonly isChanging: boolean;
  /** Key of the original in the cache; null: it is at hand anyway. */
  originalKey(width: number): string | null;
  /** The original for a width, or null when there is none. */
  load(width: number): Promise<Buffer | null>;
};

/** Up to this width the small thumbnail of the platform is enough. */
const SMALL_UP_TO_PX = 320;

/**
 * A video of the platform. Ids differ by case alone; the folder is the id in hexadecimal, because
 * some file systems do not tell "a" from "A".
 */
export function youtubeSource(videoId: string, thumbnails: YouTubeThumbnails): PictureSource {
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

export type ClipSources = {
  /** The poster of a clip of the bundled library; null for an unknown clip. */
  find(clipId: string): Promise<PictureSource | null>;
};

/**
 * The posters of the bundled library. The clip is looked up and its path was checked with the
 * library, so nothing of the address reaches the file system. The folder names the poster's size and
 * date: a poster that was painted anew gets new pictures.
 */
export function createClipSources(library: Pick<MediaLibrary, "directory" | "clips">): ClipSources {
  const sources = new Map<string, PictureSource>();
  return {
    async find(clipId) {
      const known = sources.get(clipId);
      if (known) return known;
      const clip = library.clips.get(clipId);
      if (!clip) return null;
      const path = join(library.directory, clip.poster);
      const { size, mtimeMs } = await stat(path);
      const source: PictureSource = {
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

/**
 * Finds the picture that a helper gave to a channel, by the last part of its address; null for other names, of
 * which nothing reaches the storage. Nobody can replace it under its name, so that it never changes.
 */
export function createUploadedPosters(
  transport: Transport,
): (name: string) => PictureSource | null {
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
        // The storage's own word for a file that is not there is 400.
        if (response.status === 400 || response.status === 404) return null;
        if (!response.ok) throw new Error(`A poster could not be read: HTTP ${response.status}`);
        return Buffer.from(await response.arrayBuffer());
      },
    };
  };
}
