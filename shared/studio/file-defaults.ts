import type { z } from "zod";
import { ministrySchema } from "#shared/site/ministry.ts";

/** Serves the values of `ministry.json` to the studio. */
export const FILE_FACTS_PATH = "/api/studio/file";

/** Values that the studio can override, without channels. */
export const fileFactsSchema = ministrySchema.omit({ channels: true });

export type FileDefaults = z.infer<typeof fileFactsSchema>;
