import type { Motif } from "./background-shaders.ts";
import type { MusicSpec } from "./music.ts";
import type { PaletteName } from "./palettes.ts";
import type { ParticleKind } from "./stage-particles.ts";
import { SEGMENT_SECONDS } from "./film-format.ts";

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
  /** One inner list per segment; the lines of a scene appear one after the other. */
  scenes: string[][];
};

/** A title segment, one segment per scene and a closing segment. */
export function segmentCount(clip: ClipSpec): number {
  return clip.scenes.length + 2;
}

/** True length of the clip in seconds. */
export function clipSeconds(clip: ClipSpec): number {
  return Math.round(segmentCount(clip) * SEGMENT_SECONDS * 10) / 10;
}
