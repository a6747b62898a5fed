import type { ClipSpec } from "./clip-types.ts";

/** When the lines of a scene begin to appear, in seconds after the scene's start. */
export const FIRST_LINE_SECONDS = 0.3;
export const LINE_STEP_SECONDS = 0.62;
/** How long a line takes to appear, and how long before the scene's end everything fades. */
export const LINE_REVEAL_SECONDS = 0.4;
export const SCENE_FADE_SECONDS = 0.32;

export const MINISTRY = { name: "Reign TV" };

const WORDS = {
  en: { bible: "King James Bible", tagline: "Where Jesus Christ is King" },
  fr: { bible: "Louis Segond 1910", tagline: "Où Jésus-Christ est Roi" },
} as const;

/** What stands before the title of a film in lists, so that nobody takes it for a sermon or a song. */
export const FILM_KINDS = { en: "Verse film: ", fr: "Verset en images\u00a0: " } as const;

/** Words of the closing card that depend on the clip's language. */
export function wordsOf(clip: ClipSpec): { bible: string; tagline: string } {
  return WORDS[clip.language];
}
