/** Widths in px that the image service makes; a picture's address is `{path}/{width}`. */
export const IMAGE_WIDTHS = [160, 320, 480, 640, 720, 960, 1280] as const;

export type ImageWidth = (typeof IMAGE_WIDTHS)[number];
