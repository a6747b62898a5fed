import { z } from "zod";
import { type ClipSpec, clipSchema } from "./clip-types.ts";
import table from "./clips.json" with { type: "json" };

/**
 * The bundled library: which words, which light, which music. English words are those of the King
 * James Bible (1769 text, proved by `scripture.test.ts`), French ones of the Louis Segond 1910. Line
 * breaks are made by hand.
 */
export const CLIPS: readonly ClipSpec[] = z.array(clipSchema).parse(table);
