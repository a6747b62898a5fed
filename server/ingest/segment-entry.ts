import * as v from "valibot";
import type { IndexEntry } from "@reign-tv/ingest/segments/segment-index.ts";

/** A segment in a row of the database, as in the index of a recording. */
export const entrySchema: v.GenericSchema<unknown, IndexEntry> = v.object({
  number: v.number(),
  startMs: v.number(),
  durationSeconds: v.number(),
  discontinuity: v.boolean(),
  discontinuities: v.number(),
  initId: v.number(),
  codecs: v.string(),
  audioCodec: v.nullable(v.string()),
  width: v.nullable(v.number()),
  height: v.nullable(v.number()),
  frameRate: v.nullable(v.number()),
  videoBytes: v.nullable(v.number()),
  audioBytes: v.nullable(v.number()),
  isPassing: v.optional(v.boolean()),
});
