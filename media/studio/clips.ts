import type { ClipSpec } from "./clip-types.ts";
import { LONG_CLIPS } from "./long-clips.ts";
import { PSALM_CLIPS } from "./psalm-clips.ts";
import { SHORT_CLIPS } from "./short-clips.ts";

/**
 * The bundled library: which words, which light, which music. English words are those of the King
 * James Bible (1769 text, proved by `scripture.test.ts`), French ones of the Louis Segond 1910. Line
 * breaks are made by hand.
 */
export const CLIPS: readonly ClipSpec[] = [...SHORT_CLIPS, ...LONG_CLIPS, ...PSALM_CLIPS];
