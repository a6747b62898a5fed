/** Length of one HLS segment: 120 pictures at 25 fps and 225 AAC frames at 48 kHz, both whole. */
export const SEGMENT_SECONDS = 4.8;
export const FRAMES_PER_SECOND = 25;
export const FILM_WIDTH = 854;
export const FILM_HEIGHT = 480;
