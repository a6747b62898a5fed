import { z } from "zod";
import { type FilmSize, LARGE, SEGMENT_SECONDS, SMALL } from "./film-format.ts";
import { isPaletteName, type PaletteName } from "./palettes.ts";

/** A film of the library, as clips.json describes it. */
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
    /** MIDI number of the key note of a major scale. */
    tonic: z.number(),
    /** Degrees of the chords, one per segment and repeated; the last segment is always the first degree. */
    chords: z.string(),
    voice: z.enum(["piano", "bells", "harp", "choir", "strings"]),
  }),
  /** Poster lettering; "*" before a line sets it in the accent, "~" in a smaller size. */
  poster: z.strictObject({
    layout: z.enum(["left", "right", "center", "low"]),
    lines: z.array(z.string()),
  }),
  /** One inner list per scene; the lines of a scene appear one after the other. */
  scenes: z.array(z.array(z.string())),
  /** Set on long films: their scenes stay for two segments, and some begin a named chapter, counted from 0. */
  chapters: z.array(z.strictObject({ scene: z.number(), title: z.string() })).optional(),
  /** Set on what no channel plays; it comes in the small size only. */
  isOnDemandOnly: z.literal(true).optional(),
});

export type ClipSpec = z.infer<typeof clipSchema>;
export type Category = ClipSpec["category"];
export type Motif = ClipSpec["picture"]["motif"];
export type ParticleKind = ClipSpec["picture"]["particles"];
export type MusicSpec = ClipSpec["music"];
export type PosterLayout = ClipSpec["poster"]["layout"];

/** How long one may read a scene of a long film. */
const LONG_SCENE_SEGMENTS = 2;

/** Whether a film is read slowly, verse by verse. */
export function isLong(clip: ClipSpec): boolean {
  return clip.chapters !== undefined;
}

/** The sizes that a film is encoded in: what a channel plays is there for wide screens too. */
export function sizesOf(clip: ClipSpec): readonly FilmSize[] {
  return clip.isOnDemandOnly ? [SMALL] : [SMALL, LARGE];
}

/** Path of a film below the media folder. */
export function filmPath(clip: ClipSpec, size: FilmSize): string {
  return size === SMALL ? `clips/${clip.id}.mp4` : `clips/${clip.id}.${size.height}p.mp4`;
}

function segmentsPerScene(clip: ClipSpec): number {
  return isLong(clip) ? LONG_SCENE_SEGMENTS : 1;
}

/** A title segment, the segments of the scenes and a closing segment. */
export function segmentCount(clip: ClipSpec): number {
  return clip.scenes.length * segmentsPerScene(clip) + 2;
}

/** Length of a scene in seconds: 0 is the title, the last one the closing card. */
export function sceneSeconds(clip: ClipSpec, index: number): number {
  const isVerse = index > 0 && index <= clip.scenes.length;
  return SEGMENT_SECONDS * (isVerse ? segmentsPerScene(clip) : 1);
}

/** When a scene begins, in seconds: 0 is the title. */
export function sceneStart(clip: ClipSpec, index: number): number {
  return index === 0 ? 0 : SEGMENT_SECONDS * (1 + (index - 1) * segmentsPerScene(clip));
}

/**
 * Of how many pictures one shows the light anew: what floats is drawn more often than slow skies. Each
 * divides the pictures of a segment.
 */
export function lightStep(clip: ClipSpec): number {
  if (isLong(clip)) return 5;
  return clip.picture.particles === "none" || clip.picture.particles === "stars" ? 3 : 2;
}

/** True length of the clip in seconds. */
export function clipSeconds(clip: ClipSpec): number {
  return Math.round(segmentCount(clip) * SEGMENT_SECONDS * 10) / 10;
}
