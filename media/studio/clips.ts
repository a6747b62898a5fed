import { z } from "zod";
import { type ClipSpec, clipSchema } from "./clip-types.ts";
import table from "./clips.json" with { type: "json" };

/**
 * The bundled library: texts, backgrounds and music. English texts are from the King James Bible
 * (1769 text, verified by `scripture.test.ts`), French ones from Louis Segond 1910. Line breaks are
 * manual.
 */
export const CLIPS: readonly ClipSpec[] = z.array(clipSchema).parse(table);
