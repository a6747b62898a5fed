import { createHash } from "node:crypto";
import type { Database } from "@reign-tv/backend";
import { type Feed, feedPath } from "#shared/podcasts/shows.ts";

/** Namespace of podcast:guid, by the podcast namespace. */
const NAMESPACE = "ead4c236-bf58-58c6-a2c6-a6b28d128cb6";

/**
 * Returns the ids of feeds. Each is made from the feed's address at its first use and never changes, also when the site
 * moves to another name.
 */
export function openFeedGuids(
  database: Pick<Database, "asService">,
  siteUrl: string,
): (feed: Feed) => Promise<string> {
  const known = new Map<string, string>();
  return async (feed) => {
    const path = feedPath(feed);
    const found = known.get(path) ?? (await readGuid(database, siteUrl, feed));
    known.set(path, found);
    return found;
  };
}

async function readGuid(
  database: Pick<Database, "asService">,
  siteUrl: string,
  feed: Feed,
): Promise<string> {
  const { show, language } = feed;
  const made = uuidOf(`${siteUrl}${feedPath(feed)}`.replace(/^https?:\/\//, ""));
  return database.asService(async (sql) => {
    await sql`insert into public.podcast_feeds (show, language, guid) values (${show}, ${language}, ${made})
      on conflict do nothing`;
    const [row] = await sql<{ guid: string }[]>`select guid from public.podcast_feeds
      where show = ${show} and language = ${language}`;
    return row?.guid ?? made;
  });
}

/** UUID version 5 (RFC 9562, 5.5) of a name in the namespace of podcasts. */
export function uuidOf(name: string): string {
  const bytes = createHash("sha1")
    .update(Buffer.from(NAMESPACE.replaceAll("-", ""), "hex"))
    .update(name)
    .digest()
    .subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x50;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
