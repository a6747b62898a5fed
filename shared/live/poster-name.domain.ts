const PICTURE_FILE = /\.(?:jpe?g|png|webp)$/i;

/** What a channel's `poster`, and the bucket, call an uploaded picture: a random name that stands for it for ever. */
export const UPLOADED_POSTER = /^(?<name>upload-[0-9a-f]{32})\.jpg$/;

/** The bucket of pictures that helpers gave to channels (supabase/migrations/20260101001700_posters.sql). */
export const POSTER_BUCKET = "posters";

/** Cards and players are 16:9; an uploaded picture is at most so large, in pixels. */
export const POSTER_SIZE = { width: 1280, height: 720 } as const;

/** Whether a channel's `poster` names a file of the ministry's own instead of a clip of the library. */
export function isPictureFile(poster: string): boolean {
  return PICTURE_FILE.test(poster);
}

/** The name of an uploaded picture. @param digits 32 small hexadecimal ones. */
export function uploadedPoster(digits: string): string {
  return `upload-${digits}.jpg`;
}

/** The address of an uploaded picture without width, `/img/...`; null for a `poster` that names none. */
export function uploadedPosterAddress(poster: string): string | null {
  const name = UPLOADED_POSTER.exec(poster)?.groups?.["name"];
  return name === undefined ? null : `/img/poster/${name}`;
}
