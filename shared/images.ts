/** Widths in px that the image service makes; a picture's address is `{path}/{width}`. */
export const IMAGE_WIDTHS = [160, 320, 480, 640, 960, 1280] as const;
