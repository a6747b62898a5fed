/** Widths in px that the image service makes. */
export const IMAGE_WIDTHS = [160, 320, 480, 640, 720, 960, 1280] as const;

export type ImageWidth = (typeof IMAGE_WIDTHS)[number];

/**
 * Formats by the ending of a picture's address. The address says the format, not the Accept header, so
 * that caches between need to keep one answer for each address. AVIF is the smallest, WebP is known to
 * every browser that runs the pages, JPEG to every program (previews of shared links).
 */
export const IMAGE_FORMATS = ["avif", "webp", "jpg"] as const;

export type ImageFormat = (typeof IMAGE_FORMATS)[number];

/** @param path of a picture without its width, for example `/img/clip/{id}`. */
export function pictureAddress(path: string, width: ImageWidth, format: ImageFormat): string {
  return `${path}/${width}.${format}`;
}
