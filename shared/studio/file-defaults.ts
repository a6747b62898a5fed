import type { z } from "zod";
import { ministrySchema } from "#shared/site/ministry.ts";

/** Where the studio asks what `ministry.json` says. */
export const FILE_FACTS_PATH = "/api/studio/file";

/** What the file says and the studio may put something over, without its channels. */
export const fileFactsSchema = ministrySchema.omit({ channels: true });

export type FileDefaults = z.infer<typeof fileFactsSchema>;
