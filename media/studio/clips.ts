import { z } from "zod";
import { type FilmSize, LARGE, SEGMENT_SECONDS, SMALL } from "./film-format.ts";
import { isPaletteName, type PaletteName } from "./palettes.ts";

/** A film of the library in clips.json. */
export const clipSchema = z.strictObject({
  id: z.string(),
  category: z.enum([
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
  language: z.enum(["en", "fr"]),
  title: z.string(),
  description: z.string(),
  reference: z.string(),
  publishedAt: z.iso.datetime(),
  picture: z.strictObject({
    motif: z.enum([
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
    palette: z.custom<PaletteName>(isPaletteName),
    seed: z.number(),
    particles: z.enum(["none", "dust", "stars", "bokeh", "embers", "snow"]),
  }),
  music: z.strictObject({
    /** MIDI number of the tonic of a major scale. */
    tonic: z.number(),
    /**
     * Scale degrees of the chords, one per segment, repeated; the last segment is always the first
     * degree.
     */
    chords: z.string(),
    voice: z.enum(["piano", "bells", "harp", "choir", "strings"]),
  }),
  /** Poster lettering; a line with "*" is in the accent colour, with "~" in a smaller size. */
  poster: z.strictObject({
    layout: z.enum(["left", "right", "center", "low"]),
    lines: z.array(z.string()),
  }),
  /** One inner list per scene; its lines appear one after the other. */
  scenes: z.array(z.array(z.string())),
  /** For long films: scenes last two segments, and some start a chapter. Numbered from 0. */
  chapters: z.array(z.strictObject({ scene: z.number(), title: z.string() })).optional(),
  /** For films on no channel; rendered in the small size only. */
  isOnDemandOnly: z.literal(true).optional(),
});

export type ClipSpec = z.infer<typeof clipSchema>;
export type Category = ClipSpec["category"];
export type Motif = ClipSpec["picture"]["motif"];
export type ParticleKind = ClipSpec["picture"]["particles"];
export type MusicSpec = ClipSpec["music"];
export type PosterLayout = ClipSpec["poster"]["layout"];

/** Segments per scene of a long film. */
const LONG_SCENE_SEGMENTS = 2;

/** Returns whether a film is a slow one, verse by verse. */
export function isLong(clip: ClipSpec): boolean {
  return clip.chapters !== undefined;
}

/** Returns the sizes of a film; films of channels also have the large one. */
export function sizesOf(clip: ClipSpec): readonly FilmSize[] {
  return clip.isOnDemandOnly ? [SMALL] : [SMALL, LARGE];
}

/** Returns the path of a film below the media folder. */
export function filmPath(clip: ClipSpec, size: FilmSize): string {
  return size === SMALL ? `clips/${clip.id}.mp4` : `clips/${clip.id}.${size.height}p.mp4`;
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
export const CLIPS: readonly ClipSpec[] = z.array(clipSchema).parse(table);
