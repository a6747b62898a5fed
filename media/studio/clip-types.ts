import type { Motif } from "./background-shaders.ts";
import type { MusicSpec } from "./music.ts";
import type { PaletteName } from "./palettes.ts";
import type { ParticleKind } from "./stage-particles.ts";
import { type FilmSize, LARGE, SEGMENT_SECONDS, SMALL } from "./film-format.ts";

export type Category =
  | "sermons"
  | "prophecies"
  | "prophecy-confirmations"
  | "testimonies"
  | "personal-prophecies"
  | "humanitarian"
  | "movies"
  | "music"
  | "announcements";

export type PosterLayout = "left" | "right" | "center" | "low";

export type ClipSpec = {
  id: string;
  category: Category;
  language: "en" | "fr";
  title: string;
  description: string;
  reference: string;
  publishedAt: string;
  picture: { motif: Motif; palette: PaletteName; seed: number; particles: ParticleKind };
  music: MusicSpec;
  /** Poster lettering; "*" before a line sets it in the accent, "~" in a smaller size. */
  poster: { layout: PosterLayout; lines: string[] };
  /** One inner list per scene; the lines of a scene appear one after the other. */
  scenes: string[][];
  /** Set on long films: their scenes stay for two segments, and some begin a named chapter. */
  chapters?: readonly Chapter[];
  /** Set on what no channel plays; it comes in the small size only. */
  isOnDemandOnly?: true;
};

/** A chapter of a long film begins with a scene, counted from 0. */
export type Chapter = { scene: number; title: string };

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
