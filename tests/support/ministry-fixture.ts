import { type Category, categoryNamed } from "#shared/videos/categories.ts";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { channelNamed, type Channels } from "#shared/live/channels.ts";
import { type ChannelSource, type Ministry, ministrySchema } from "#shared/site/ministry.ts";

/** Returns the repository's demonstration ministry, optionally with other channel sources. */
export function testMinistry(sources: Channels<ChannelSource> = {}): Ministry {
  const path = join(import.meta.dirname, "../../ministry.json");
  const ministry = v.parse(ministrySchema, JSON.parse(readFileSync(path, "utf8")));
  for (const [id, source] of Object.entries(sources)) {
    channelNamed(ministry.channels, id).source = source;
  }
  return ministry;
}

/** Returns a category of the test ministry. @throws Error when it has none with this id. */
export function testCategory(id: string): Category {
  const category = categoryNamed(testMinistry(), id);
  if (category === null) throw new Error(`The test's ministry has no category "${id}"`);
  return category;
}
