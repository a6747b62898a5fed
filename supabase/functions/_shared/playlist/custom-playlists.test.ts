import { expect, it } from "vitest";
import { createCustomPlaylists, customPlaylistName } from "./custom-playlists.ts";
import type { PlaylistReading } from "./playlist.domain.ts";
import { PlaylistError } from "./playlist-error.ts";

const video = (id: string) => ({
  id,
  title: id,
  description: "",
  thumbnail: "",
  duration: "",
  viewCount: "",
  publishedAt: "2026-01-01T00:00:00Z",
});

const reading = (...ids: string[]): PlaylistReading => ({
  snapshot: { source: "rss", videos: ids.map(video), fetchedAtMs: ids.length, listing: null },
  isStale: false,
  cache: "hit",
});

const LISTS: Readonly<Record<string, PlaylistReading>> = {
  sermons: reading("clip-grace", "clip-mercy"),
  music: reading("clip-psalm"),
};
const read = (id: string): Promise<PlaylistReading> => {
  const known = LISTS[id];
  return known ? Promise.resolve(known) : Promise.reject(new PlaylistError("unreachable"));
};
const listsOf = (ids: readonly string[], sources: readonly string[] = Object.keys(LISTS)) => ({
  playlistIds: new Set([...sources, "own-list-choir"]),
  customPlaylists: { choir: ids },
});
const idsOf = ({ snapshot }: PlaylistReading): string[] => snapshot.videos.map(({ id }) => id);

it("keeps its own order, without videos that no list contains any more", async () => {
  const lists = listsOf(["clip-psalm", "clip-gone", "clip-grace"]);
  const found = await createCustomPlaylists().read("choir", lists, read);
  expect(idsOf(found)).toEqual(["clip-psalm", "clip-grace"]);
  expect(found.snapshot.fetchedAtMs).toBe(1);
  expect(found.isStale).toBe(false);
});

it.each(["youth", "constructor"])("is empty for %s, which has no videos", async (name) => {
  expect(idsOf(await createCustomPlaylists().read(name, listsOf(["clip-psalm"]), read))).toEqual(
    [],
  );
});

it("returns the same object for the same lists, so that its response is built once", async () => {
  const own = createCustomPlaylists();
  const lists = listsOf(["clip-psalm"]);
  const first = await own.read("choir", lists, read);
  expect((await own.read("choir", lists, read)).snapshot).toBe(first.snapshot);
  const others = await own.read("choir", listsOf(["clip-psalm"]), read);
  expect(others.snapshot).not.toBe(first.snapshot);
});

it("skips and logs an unreadable list, and throws without any readable one", async () => {
  const some = await createCustomPlaylists().read(
    "choir",
    listsOf(["clip-psalm"], ["gone", "music"]),
    read,
  );
  expect(some.snapshot.videos).toHaveLength(1);
  expect(some.isStale).toBe(true);
  const none = createCustomPlaylists().read("choir", listsOf(["clip-psalm"], ["gone"]), read);
  await expect(none).rejects.toThrow(PlaylistError);
});

it("returns the videos of a list that is readable again", async () => {
  const own = createCustomPlaylists();
  const lists = listsOf(["clip-psalm", "clip-grace"], ["music", "sermons"]);
  const withoutSermons = (id: string): Promise<PlaylistReading> =>
    read(id === "sermons" ? "gone" : id);
  expect(idsOf(await own.read("choir", lists, withoutSermons))).toEqual(["clip-psalm"]);
  expect(idsOf(await own.read("choir", lists, read))).toEqual(["clip-psalm", "clip-grace"]);
});

it.each([
  ["own-list-choir", "choir"],
  ["library-music", null],
  ["PLplacesplacesplaces", null],
  ["own-list-", null],
])("names the custom playlist of %s: %s", (playlistId, name) => {
  expect(customPlaylistName(playlistId)).toBe(name);
});
