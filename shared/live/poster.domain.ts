const PICTURE_FILE = /\.(?:jpe?g|png|webp)$/i;

/**
 * Name of an uploaded image in `poster` and in the bucket. It is random and its content never
 * changes.
 */
export const UPLOADED_POSTER = /^(?<name>upload-[0-9a-f]{32})\.jpg$/;

/** Bucket of uploaded channel posters (supabase/migrations/20260101001700_posters.sql). */
export const POSTER_BUCKET = "posters";

/** Maximum size of an uploaded image in pixels. Cards and players are 16:9 too (Tailwind's `aspect-video`). */
export const POSTER_SIZE = { width: 1280, height: 720 } as const;

/** Width in pixels of the poster that a player shows before its first frame. */
export const PLAYER_POSTER_WIDTH = 960;

/** Returns whether a `poster` names an image file instead of a clip of the library. */
export function isPictureFile(poster: string): boolean {
  return PICTURE_FILE.test(poster);
}

/**
 * Returns the name of an uploaded image.
 *
 * @param digits 32 lower-case hexadecimal digits
 */
export function uploadedPoster(digits: string): string {
  return `upload-${digits}.jpg`;
}

/** Returns the path of an uploaded image without width, `/img/...`, or null for other posters. */
export function uploadedPosterAddress(poster: string): string | null {
  const name = UPLOADED_POSTER.exec(poster)?.groups?.["name"];
  return name === undefined ? null : `/img/poster/${name}`;
}
