const PICTURE_FILE = /\.(?:jpe?g|png|webp)$/i;
const UPLOADED = /^(?<name>upload-[0-9a-f]{32})\.jpg$/;

/** The bucket of pictures that helpers gave to channels (supabase/migrations/20260101001700_posters.sql). */
export const POSTER_BUCKET = "posters";

/** Cards and players are 16:9; an uploaded picture is at most so large, in pixels. */
export const POSTER_SIZE = { width: 1280, height: 720 } as const;

/** Whether a channel's `poster` names a file of the ministry's own instead of a clip of the library. */
export function isPictureFile(poster: string): boolean {
  return PICTURE_FILE.test(poster);
}

/** What a channel's `poster` calls an uploaded picture. @param contentHash at least 32 hexadecimal digits. */
export function uploadedPoster(contentHash: string): string {
  return `upload-${contentHash.slice(0, 32)}.jpg`;
}

/** The address of an uploaded picture without width, `/img/...`; null for a `poster` that names none. */
export function uploadedPosterAddress(poster: string): string | null {
  const name = UPLOADED.exec(poster)?.groups?.["name"];
  return name === undefined ? null : `/img/poster/${name}`;
}
