import { expect, test } from "vitest";
import { createOwnLists, ownListName } from "./own-lists.ts";
import type { PlaylistReading } from "./playlist-cache.ts";
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
const SOURCES = Object.keys(LISTS);
const read = (id: string): Promise<PlaylistReading> => {
  const known = LISTS[id];
  return known ? Promise.resolve(known) : Promise.reject(new PlaylistError("unreachable"));
};

test("a list is in its own order, without what no list holds any more", async () => {
  const { snapshot, isStale } = await createOwnLists().read(
    ["clip-psalm", "clip-gone", "clip-grace"],
    SOURCES,
    read,
  );
  expect(snapshot.videos.map(({ id }) => id)).toEqual(["clip-psalm", "clip-grace"]);
  expect(snapshot.fetchedAtMs).toBe(1);
  expect(isStale).toBe(false);
});

test("the same lists make the same object, so that its answer is made once", async () => {
  const lists = createOwnLists();
  const ids = ["clip-psalm"];
  const first = await lists.read(ids, SOURCES, read);
  expect((await lists.read(ids, SOURCES, read)).snapshot).toBe(first.snapshot);
  expect((await lists.read([...ids], SOURCES, read)).snapshot).not.toBe(first.snapshot);
});

test("a list that cannot be read is left out and said; none at all is an error", async () => {
  const some = await createOwnLists().read(["clip-psalm"], ["gone", "music"], read);
  expect(some.snapshot.videos).toHaveLength(1);
  expect(some.isStale).toBe(true);
  await expect(createOwnLists().read(["clip-psalm"], ["gone"], read)).rejects.toThrow(
    PlaylistError,
  );
});

test.each([
  ["own-list-choir", "choir"],
  ["library-music", null],
  ["PLplacesplacesplaces", null],
  ["own-list-", null],
])("%s is the own list %s", (playlistId, name) => {
  expect(ownListName(playlistId)).toBe(name);
});
