import { expect, it } from "vitest";
import {
  libraryCategory,
  newestFirst,
  parseStoredSnapshot,
  withoutRepeats,
} from "./playlist.domain.ts";
import type { PlaylistSnapshot, Video } from "./playlist.domain.ts";

const video = (id: string): Video => ({
  id: id.padEnd(11, "_"),
  title: id,
  description: "",
  thumbnail: `/img/yt/${id.padEnd(11, "_")}`,
  duration: "1:05",
  viewCount: "1 view",
  publishedAt: "2026-10-04T10:00:00.000Z",
});
const videos = (names: string): Video[] => Array.from(names, video);
const snapshot: PlaylistSnapshot = {
  source: "api",
  videos: videos("abcd"),
  fetchedAtMs: 1,
  listing: {
    ids: videos("abcd").map((one) => one.id),
    count: 8,
    pageTokens: ["NTA"],
    unplayableIds: [],
    fullAtMs: 1,
    endsAtMs: 1,
    detailsAtMs: 1,
  },
};

it("keeps the first of repeated videos", () => {
  expect(withoutRepeats(videos("abacb")).map((one) => one.title)).toEqual(["a", "b", "c"]);
});

it("sorts newest first by the video's own date; equal dates keep their order", () => {
  const dated = (name: string, publishedAt: string): Video => ({ ...video(name), publishedAt });
  const list = [
    dated("old", "2026-01-01T00:00:00.000Z"),
    dated("new", "2026-03-01T00:00:00.000Z"),
    dated("middle", "2026-02-01T00:00:00.000Z"),
    dated("too", "2026-03-01T00:00:00.000Z"),
  ];
  expect(newestFirst(list).map((one) => one.title)).toEqual(["new", "too", "middle", "old"]);
});

it("serves a snapshot of an older release, without its listing", () => {
  const old = { ...snapshot, listing: undefined, headIds: [], fullAtMs: 1, listedCount: 4 };
  expect(parseStoredSnapshot(JSON.stringify(old))).toEqual({ ...snapshot, listing: null });
});

it("restores a stored snapshot; damaged ones count as absent", () => {
  expect(parseStoredSnapshot(JSON.stringify(snapshot))).toEqual(snapshot);
  const planted = { ...snapshot, videos: [{ ...video("a"), thumbnail: "https://evil.example/" }] };
  for (const text of ["", "{", "null", "[]", '{"source":"api"}', JSON.stringify(planted)]) {
    expect(parseStoredSnapshot(text)).toBeNull();
  }
});

it.each([
  ["library-sermons", "sermons"],
  ["library-prophecy-confirmations", "prophecy-confirmations"],
  ["library-", null],
  ["library-../x", null],
  ["PLabcdefghijk", null],
])("finds the library category of %s: %j", (playlistId, category) => {
  expect(libraryCategory(playlistId)).toBe(category);
});
