import type { ClipSpec } from "./clip-types.ts";

/** Delay of the first line after the scene's start, in seconds. */
export const FIRST_LINE_SECONDS = 0.3;
export const LINE_STEP_SECONDS = 0.62;
/** Fade-in time of a line, and fade-out time at the scene's end. */
export const LINE_REVEAL_SECONDS = 0.4;
export const SCENE_FADE_SECONDS = 0.32;

export const MINISTRY = { name: "Reign TV" };

const WORDS = {
  en: { bible: "King James Bible", tagline: "Where Jesus Christ is King" },
  fr: { bible: "Louis Segond 1910", tagline: "Où Jésus-Christ est Roi" },
} as const;

/** Prefix of a film's title in lists, to distinguish it from sermons and songs. */
export const FILM_KINDS = { en: "Verse film: ", fr: "Verset en images\u00a0: " } as const;

/** Texts of the closing card in the clip's language. */
export function closingTexts(clip: ClipSpec): { bible: string; tagline: string } {
  return WORDS[clip.language];
}
