/** Length of one HLS segment: 120 frames at 25 fps and 225 AAC frames at 48 kHz, both whole. */
export const SEGMENT_SECONDS = 4.8;
export const FRAMES_PER_SECOND = 25;
/** Width of a film in layout units; the height is 480. */
export const FILM_WIDTH = 854;
/** Size of the lettering in pixels. */
export const LETTERING = { width: 1280, height: 720, scale: 1.5 };
/** The background is soft, so it is drawn small and scaled by ffmpeg. */
export const LIGHT = { width: 640, height: 360 };

/** An encoded size of a film. */
export type FilmSize = {
  width: number;
  height: number;
  /** Lowest H.264 level for the size at 25 fps. */
  level: string;
  /** Average bit rate limit of a segment's video, in kilobits per second. */
  maxKilobits: number;
};

/** For every film. */
export const SMALL: FilmSize = { width: 854, height: 480, level: "3.0", maxKilobits: 56 };
/** Additional size for viewers with little data. */
export const TINY: FilmSize = { width: 426, height: 240, level: "2.1", maxKilobits: 12 };
/** Additional size for wide screens. */
export const LARGE: FilmSize = { width: 1280, height: 720, level: "3.1", maxKilobits: 104 };

/** A line of lettering: position in pixels of `LETTERING`, times in seconds. */
export type FilmLayer = { top: number; fromSeconds: number; untilSeconds: number };

/** Serializes layers: one per line, with its three numbers. */
export function writeLayers(layers: readonly FilmLayer[]): string {
  return layers
    .map(({ top, fromSeconds, untilSeconds }) => `${top} ${fromSeconds} ${untilSeconds}`)
    .join("\n");
}

/** Parses the result of `writeLayers`. */
export function readLayers(text: string): FilmLayer[] {
  return text.split("\n").map((line) => {
    const [top = 0, fromSeconds = 0, untilSeconds = 0] = line.split(" ").map(Number);
    return { top, fromSeconds, untilSeconds };
  });
}
