import { array, assert, constantFrom, integer, property } from "fast-check";
import { describe, expect, test } from "vitest";
import {
  hasChangedBelowHead,
  libraryCategory,
  mergeHead,
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
const names = (list: readonly Video[]): string => list.map((one) => one.title).join("");

/** A list with pages of 4 as it is known from an earlier full walk. */
const knownAs = (list: string): Parameters<typeof mergeHead>[0] => ({
  videos: withoutRepeats(videos(list)),
  headIds: videos(list.slice(0, 4)).map((one) => one.id),
});

/** Head of a list with pages of 4, as the source gives it. */
function headOf(list: string, pageSize = 4): Parameters<typeof mergeHead>[1] {
  const page = videos(list.slice(0, pageSize));
  return {
    videos: page,
    listedIds: page.map((one) => one.id),
    listedCount: list.length,
    hasMorePages: list.length > pageSize,
  };
}

describe("a fresh first page in front of a known tail", () => {
  test.each([
    ["nothing changed", "abcdefgh", "abcdefgh", "abcdefgh"],
    ["one was added at the top", "abcdefgh", "xabcdefgh", "xabcdefgh"],
    ["three were added at the top", "abcdefgh", "xyzabcdefgh", "xyzabcdefgh"],
    ["more than a page was added", "abcdefgh", "rstuvabcdefgh", "rstuabcdefgh"],
    ["one was removed from the page", "abcdefgh", "acdefgh", "acdefgh"],
    ["the page was reordered", "abcdefgh", "dbacefgh", "dbacefgh"],
    ["the list became one page", "abcdefgh", "abc", "abc"],
    ["one far down moved to the top", "abcdefgh", "gabcdefh", "gabcdefh"],
    ["one far down moved to the end of the page", "abcdefgh", "abcgdefh", "abcgdefh"],
    ["two of the page were swapped with removed ones", "abcdefgh", "dxaefgh", "dxaefgh"],
  ])("%s", (_what, known, now, merged) => {
    expect(names(mergeHead(knownAs(known), headOf(now)))).toBe(merged);
  });

  test("drops a video that is still listed but no longer playable", () => {
    const head = headOf("abcdefgh");
    const withoutB = { ...head, videos: videos("acd") };
    expect(names(mergeHead(knownAs("abcdefgh"), withoutB))).toBe("acdefgh");
  });

  test("is exact for any number of videos added at the top, up to a page", () => {
    assert(
      property(integer({ min: 5, max: 20 }), integer({ min: 0, max: 3 }), (size, added) => {
        const known = "abcdefghijklmnopqrst".slice(0, size);
        const now = "XYZ".slice(0, added) + known;
        expect(names(mergeHead(knownAs(known), headOf(now)))).toBe(now);
      }),
    );
  });

  test("never lists a video twice", () => {
    const letters = array(constantFrom(...Array.from("abcdefghij")), { maxLength: 15 });
    assert(
      property(letters, letters, (known, now) => {
        const merged = mergeHead(knownAs(known.join("")), headOf(now.join("")));
        expect(new Set(names(merged)).size).toBe(merged.length);
      }),
    );
  });
});

const snapshot: PlaylistSnapshot = {
  source: "api",
  videos: videos("abcd"),
  fetchedAtMs: 1,
  fullAtMs: 1,
  headIds: videos("abcd").map((one) => one.id),
  listedCount: 8,
};

test("a change below the first page is a new count under an unchanged page", () => {
  expect(hasChangedBelowHead(snapshot, headOf("abcdefgh"))).toBe(false);
  expect(hasChangedBelowHead(snapshot, headOf("abcdefghi"))).toBe(true);
  expect(hasChangedBelowHead(snapshot, headOf("xabcdefgh"))).toBe(false);
});

test("a stored snapshot comes back as it was; damaged ones count as absent", () => {
  expect(parseStoredSnapshot(JSON.stringify(snapshot))).toEqual(snapshot);
  const planted = { ...snapshot, videos: [{ ...video("a"), thumbnail: "https://evil.example/" }] };
  for (const text of ["", "{", "null", "[]", '{"source":"api"}', JSON.stringify(planted)]) {
    expect(parseStoredSnapshot(text)).toBeNull();
  }
});

test.each([
  ["library-sermons", "sermons"],
  ["library-prophecy-confirmations", "prophecy-confirmations"],
  ["library-", null],
  ["library-../x", null],
  ["PLabcdefghijk", null],
])("%s names the library category %j", (playlistId, category) => {
  expect(libraryCategory(playlistId)).toBe(category);
});
