const PICTURE_FILE = /\.(?:jpe?g|png|webp)$/i;

/** Whether a channel's `poster` names a file of the ministry's own instead of a clip of the library. */
export function isPictureFile(poster: string): boolean {
  return PICTURE_FILE.test(poster);
}
