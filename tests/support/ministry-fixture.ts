import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ChannelId } from "#shared/live/channels.ts";
import { type ChannelSource, type Ministry, ministrySchema } from "#shared/site/ministry.ts";

/** The demonstration ministry of the repository, with other sources for its channels if wished. */
export function testMinistry(sources: Partial<Record<ChannelId, ChannelSource>> = {}): Ministry {
  const path = join(import.meta.dirname, "../../ministry.json");
  const ministry = ministrySchema.parse(JSON.parse(readFileSync(path, "utf8")));
  if (sources.english) ministry.channels.english.source = sources.english;
  if (sources.french) ministry.channels.french.source = sources.french;
  return ministry;
}
