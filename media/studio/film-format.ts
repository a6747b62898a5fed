/** Length of one HLS segment: 120 pictures at 25 fps and 225 AAC frames at 48 kHz, both whole. */
export const SEGMENT_SECONDS = 4.8;
export const FRAMES_PER_SECOND = 25;
/** How wide a film is in the units that it is laid out in; it is 480 high. */
export const FILM_WIDTH = 854;
/** Lettering is drawn this large, in pixels. */
export const LETTERING = { width: 1280, height: 720, scale: 1.5 };
/** The moving light behind it is soft, and drawn small; ffmpeg makes it as large as the lettering. */
export const LIGHT = { width: 640, height: 360 };

/** A size that a film is encoded in. */
export type FilmSize = {
  width: number;
  height: number;
  /** The lowest H.264 level that allows the size at 25 pictures a second. */
  level: string;
  /** What a segment's pictures may take on average, in kilobits per second. */
  maxKilobits: number;
};

/** For every film. */
export const SMALL: FilmSize = { width: 854, height: 480, level: "3.0", maxKilobits: 56 };
/** Beside it, for wide screens. */
export const LARGE: FilmSize = { width: 1280, height: 720, level: "3.1", maxKilobits: 104 };

/** A line of lettering: where it stands in the film and when, in pixels of `LETTERING` and seconds. */
export type FilmLayer = { top: number; fromSeconds: number; untilSeconds: number };

/** Layers as the page sends them to the renderer: one a line, its three numbers. */
export function writeLayers(layers: readonly FilmLayer[]): string {
  return layers
    .map(({ top, fromSeconds, untilSeconds }) => `${top} ${fromSeconds} ${untilSeconds}`)
    .join("\n");
}

/** Reads what `writeLayers` wrote. */
export function readLayers(text: string): FilmLayer[] {
  return text.split("\n").map((line) => {
    const [top = 0, fromSeconds = 0, untilSeconds = 0] = line.split(" ").map(Number);
    return { top, fromSeconds, untilSeconds };
  });
}
