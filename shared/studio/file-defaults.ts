import * as v from "valibot";
import { ministrySchema } from "#shared/site/ministry.ts";

/** Serves the values of `ministry.json` to the studio. */
export const FILE_FACTS_PATH = "/api/studio/file";

const { channels: _channels, ...fields } = ministrySchema.entries;

/** Values that the studio can override, without channels. */
export const fileFactsSchema = v.strictObject(fields);

export type FileDefaults = v.InferOutput<typeof fileFactsSchema>;
