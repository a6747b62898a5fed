import * as v from "valibot";
import { type FilmSize, LARGE, SEGMENT_SECONDS, SMALL } from "./film-format.ts";
import { isPaletteName, type PaletteName } from "./palettes.ts";

/** A film of the library in clips.json. */
const clipSchema = v.strictObject({
  id: v.string(),
  category: v.picklist([
    "sermons",
    "prophecies",
    "prophecy-confirmations",
    "testimonies",
    "personal-prophecies",
    "humanitarian",
    "movies",
    "music",
    "announcements",
  ]),
  language: v.picklist(["en", "fr"]),
  title: v.string(),
  description: v.string(),
  reference: v.string(),
  publishedAt: v.pipe(v.string(), v.isoTimestamp()),
  picture: v.strictObject({
    motif: v.picklist([
      "dawn",
      "mountains",
      "calvary",
      "aurora",
      "nebula",
      "rays",
      "glow",
      "candle",
      "water",
      "sea",
      "silk",
      "dunes",
      "halo",
      "meadow",
    ]),
    palette: v.custom<PaletteName>(isPaletteName),
    seed: v.number(),
    particles: v.picklist(["none", "dust", "stars", "bokeh", "embers", "snow"]),
  }),
  music: v.strictObject({
    /** MIDI number of the tonic of a major scale. */
    tonic: v.number(),
    /**
     * Scale degrees of the chords, one per segment, repeated; the last segment is always the first
     * degree.
     */
    chords: v.string(),
    voice: v.picklist(["piano", "bells", "harp", "choir", "strings"]),
  }),
  /** Poster lettering; a line with "*" is in the accent colour, with "~" in a smaller size. */
  poster: v.strictObject({
    lines: v.array(v.string()),
  }),
  /** One inner list per scene; its lines appear one after the other. */
  scenes: v.array(v.array(v.string())),
  /** For long films: scenes last two segments, and some start a chapter. Numbered from 0. */
  chapters: v.optional(v.array(v.strictObject({ scene: v.number(), title: v.string() }))),
  /** For films on no channel; rendered in the small size only. */
  isOnDemandOnly: v.optional(v.literal(true)),
});

export type ClipSpec = v.InferOutput<typeof clipSchema>;
export type Category = ClipSpec["category"];
export type Motif = ClipSpec["picture"]["motif"];
export type ParticleKind = ClipSpec["picture"]["particles"];
export type MusicSpec = ClipSpec["music"];

/** Segments per scene of a long film. */
const LONG_SCENE_SEGMENTS = 2;

/** Returns whether a film is a slow one, verse by verse. */
function isLong(clip: ClipSpec): boolean {
  return clip.chapters !== undefined;
}

/** Returns the drawn sizes of a film, ascending; films of channels also have the large one. */
export function sizesOf(clip: ClipSpec): readonly [FilmSize, ...FilmSize[]] {
  return clip.isOnDemandOnly ? [SMALL] : [SMALL, LARGE];
}

/** Returns the path of a film below the media folder. */
export function filmPath(clip: ClipSpec, size: FilmSize): string {
  return size === SMALL ? `clips/${clip.id}.mp4` : `clips/${clip.id}.${size.height}p.mp4`;
}

/** Returns the path of a film's sound alone below the media folder. */
export function soundPath(clip: ClipSpec): string {
  return `clips/${clip.id}.m4a`;
}

function segmentsPerScene(clip: ClipSpec): number {
  return isLong(clip) ? LONG_SCENE_SEGMENTS : 1;
}

/** Counts the title, the scenes and the closing card. */
export function segmentCount(clip: ClipSpec): number {
  return clip.scenes.length * segmentsPerScene(clip) + 2;
}

/** Returns the length of a scene in seconds: 0 is the title, the last one the closing card. */
export function sceneSeconds(clip: ClipSpec, index: number): number {
  const isVerse = index > 0 && index <= clip.scenes.length;
  return SEGMENT_SECONDS * (isVerse ? segmentsPerScene(clip) : 1);
}

/** Returns the start of a scene in seconds: 0 is the title. */
export function sceneStart(clip: ClipSpec, index: number): number {
  return index === 0 ? 0 : SEGMENT_SECONDS * (1 + (index - 1) * segmentsPerScene(clip));
}

/**
 * Returns the frames per drawn background: particles are drawn more often than slow skies. Each
 * value divides the frames of a segment.
 */
export function lightStep(clip: ClipSpec): number {
  if (isLong(clip)) return 5;
  return clip.picture.particles === "none" || clip.picture.particles === "stars" ? 3 : 2;
}

/** Returns the length of the clip in seconds. */
export function clipSeconds(clip: ClipSpec): number {
  return Math.round(segmentCount(clip) * SEGMENT_SECONDS * 10) / 10;
}

import table from "./clips.json" with { type: "json" };

/**
 * The bundled library: texts, backgrounds and music. English texts are from the King James Bible
 * (1769 text, verified by `scripture.test.ts`), French ones from Louis Segond 1910. Line breaks are
 * manual.
 */
export const CLIPS: readonly ClipSpec[] = v.parse(v.array(clipSchema), table);
