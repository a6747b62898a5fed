/** Image widths in px that the server renders. */
export const IMAGE_WIDTHS = [160, 320, 480, 640, 720, 960, 1280] as const;

export type ImageWidth = (typeof IMAGE_WIDTHS)[number];

/**
 * Formats by the extension of an image's URL. The URL decides, not the Accept header, so that a
 * shared cache needs one response per URL. AVIF is the smallest, every supported browser reads
 * WebP, and every other program (link previews) JPEG.
 */
export const IMAGE_FORMATS = ["avif", "webp", "jpg"] as const;

export type ImageFormat = (typeof IMAGE_FORMATS)[number];

/**
 * Returns the URL of an image.
 *
 * @param path without the width, for example `/img/clip/{id}`
 */
export function pictureAddress(path: string, width: ImageWidth, format: ImageFormat): string {
  return `${path}/${width}.${format}`;
}
