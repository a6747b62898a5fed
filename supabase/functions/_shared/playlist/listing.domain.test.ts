import { array, assert, constantFrom, integer, property } from "fast-check";
import { describe, expect, it } from "vitest";
import {
  expectedCount,
  isExplained,
  isWalkDue,
  keepNewest,
  mergeHead,
  mergeTail,
  newestEnd,
} from "./listing.domain.ts";
import type { Listing, Video } from "./playlist.domain.ts";

const HOUR_MS = 60 * 60 * 1_000;
const PAGE = 4;

/** A list is a word, its pages have four letters. */
const afterHead = (known: string, now: string): string =>
  mergeHead(Array.from(known), Array.from(now.slice(0, PAGE)), PAGE).join("");

/** The last page of `now` after the known pages of four letters. */
function afterTail(known: string, now: string): string {
  const offset = Math.floor((known.length - 1) / PAGE) * PAGE;
  return mergeTail(Array.from(known), Array.from(now.slice(offset)), known.length - offset).join(
    "",
  );
}

describe("mergeHead", () => {
  it.each([
    ["nothing changed", "abcdefgh", "abcdefgh", "abcdefgh"],
    ["one was added at the top", "abcdefgh", "xabcdefgh", "xabcdefgh"],
    ["three were added at the top", "abcdefgh", "xyzabcdefgh", "xyzabcdefgh"],
    ["more than a page was added", "abcdefgh", "rstuvabcdefgh", "rstuabcdefgh"],
    ["one was removed from the page", "abcdefgh", "acdefgh", "acdefgh"],
    ["the page was reordered", "abcdefgh", "dbacefgh", "dbacefgh"],
    ["one far down moved to the top", "abcdefgh", "gabcdefh", "gabcdefh"],
    ["one far down moved to the end of the page", "abcdefgh", "abcgdefh", "abcgdefh"],
    ["two of the page were swapped with removed ones", "abcdefgh", "dxaefgh", "dxaefgh"],
  ])("%s", (_what, known, now, merged) => {
    expect(afterHead(known, now)).toBe(merged);
  });

  it("is exact for up to a page of videos added at the top", () => {
    assert(
      property(integer({ min: 5, max: 20 }), integer({ min: 0, max: 3 }), (size, added) => {
        const known = "abcdefghijklmnopqrst".slice(0, size);
        const now = "XYZ".slice(0, added) + known;
        expect(afterHead(known, now)).toBe(now);
      }),
    );
  });

  it("never lists a video twice", () => {
    const letters = array(constantFrom(...Array.from("abcdefghij")), { maxLength: 15 });
    assert(
      property(letters, letters, (known, now) => {
        const merged = afterHead([...new Set(known)].join(""), now.join(""));
        expect(new Set(merged).size).toBe(merged.length);
      }),
    );
  });
});

describe("mergeTail", () => {
  it.each([
    ["nothing changed", "abcdefgh", "abcdefgh", "abcdefgh"],
    ["one was appended", "abcdefgh", "abcdefghx", "abcdefghx"],
    ["two pages were appended", "abcdefg", "abcdefgrstuvwxyz", "abcdefgrstuvwxyz"],
    ["the last was removed", "abcdefgh", "abcdefg", "abcdefg"],
    ["the last was replaced", "abcdefgh", "abcdefgx", "abcdefgx"],
    ["one in front was removed, so that all moved up", "abcdefgh", "acdefghx", "abcdefghx"],
    ["one in front moved to the end", "abcdefgh", "acdefghb", "acdefghb"],
  ])("%s", (_what, known, now, merged) => {
    expect(afterTail(known, now)).toBe(merged);
  });
});

const video = (id: string, day: number): Video => ({
  id,
  title: id,
  description: "",
  thumbnail: `/img/yt/${id}`,
  duration: "1:05",
  viewCount: "1 view",
  publishedAt: new Date(Date.UTC(2026, 0, day)).toISOString(),
});

const listing: Listing = {
  ids: ["a", "b", "c", "d"],
  count: 5,
  pageTokens: [],
  unplayableIds: [],
  fullAtMs: 0,
  endsAtMs: 0,
  detailsAtMs: 0,
};

it("isExplained compares the source's count with the expected one", () => {
  // The source counts one video that it never lists: only differences count.
  expect(isExplained(listing, ["a", "b", "c", "d"], 5)).toBe(true);
  expect(isExplained(listing, ["x", "a", "b", "c", "d"], 6)).toBe(true);
  expect(isExplained(listing, ["x", "a", "b", "c", "d"], 7)).toBe(false);
  expect(expectedCount(listing, ["a", "b", "c"])).toBe(4);
});

it.each([
  [63, true, 6 * HOUR_MS],
  [63, false, HOUR_MS],
  [200, true, 9.6 * HOUR_MS],
  [1_000, true, 48 * HOUR_MS],
  [5_000, true, 144 * HOUR_MS],
  [5_000, false, 24 * HOUR_MS],
])("a list of %i, explained: %s, is read in full after %i ms", (count, isTold, afterMs) => {
  expect(isWalkDue({ ...listing, count }, isTold, afterMs - 1)).toBe(false);
  expect(isWalkDue({ ...listing, count }, isTold, afterMs)).toBe(true);
});

it("newestEnd finds the end where new videos appear", () => {
  const rising = ["a", "b", "c", "d"].map((id, index) => video(id, index + 1));
  const falling = ["a", "b", "c", "d"].map((id, index) => video(id, 10 - index));
  expect(newestEnd(listing, rising)).toBe("tail");
  expect(newestEnd(listing, falling)).toBe("head");
  expect(newestEnd(listing, [])).toBe("head");
});

it("keepNewest drops the oldest videos, wherever they are", () => {
  const videos = Array.from({ length: 1_002 }, (_, index) => video(`v${index}`, index + 1));
  const kept = keepNewest(videos.toReversed());
  expect(kept).toHaveLength(1_000);
  expect([kept[0]?.id, kept.at(-1)?.id]).toEqual(["v1001", "v2"]);
});
