import { expect, it } from "vitest";
import { makeClip } from "#tests/support/media-fixture.ts";
import type { MediaLibrary } from "#server/media/library.ts";
import { guideAt } from "./linear-channels.ts";
import { createTimeline, type LineupRevision, immediateLineupRevision } from "./linear.domain.ts";

const EPOCH_MS = Date.parse("2026-01-01T00:00:00Z");

const LIBRARY: MediaLibrary = {
  directory: "/media",
  clips: new Map(
    ["clip-aaa", "clip-bbb"].map((id) => [id, { ...makeClip(id, [4.8]), version: "1" }]),
  ),
  lineups: {},
  captions: new Map(),
};

function revision(ids: readonly string[], segments: number): LineupRevision {
  return {
    startsAtUs: EPOCH_MS * 1000,
    firstSequence: 0,
    firstItem: 0,
    items: ids.map((id) => ({
      clip: { id, version: "1" },
      segmentsUs: Array.from({ length: segments }, () => 4_800_000),
    })),
  };
}

it("contains the last minute, now and next, without a gap in time", () => {
  const timeline = createTimeline([revision(["clip-aaa", "clip-bbb"], 4)]);
  const guide = guideAt(timeline, LIBRARY, EPOCH_MS + 200_000);
  expect(guide.previous).toHaveLength(3);
  expect(guide.next).toHaveLength(4);
  const all = [...guide.previous, guide.now, ...guide.next];
  expect(all.slice(1).map((entry) => entry?.start)).toEqual(
    all.slice(0, -1).map((entry) => entry?.end),
  );
  expect(guide.now).toMatchObject({
    id: "clip-aaa",
    title: "Title of clip-aaa",
    start: "2026-01-01T00:03:12.000Z",
    end: "2026-01-01T00:03:31.200Z",
    captions: [{ language: "en", label: "English", url: "/media/captions/clip-aaa.en.vtt" }],
  });
});

it("contains a long previous programme whole", () => {
  const timeline = createTimeline([revision(["clip-aaa", "clip-bbb"], 500)]);
  const guide = guideAt(timeline, LIBRARY, EPOCH_MS + 2_400_000 + 1_000);
  expect(guide.previous.map((entry) => entry.id)).toEqual(["clip-aaa"]);
});

it("omits items that a revision displaced", () => {
  const first = revision(["clip-gone"], 4);
  const nowMs = EPOCH_MS + 1_000_000;
  const takeover = immediateLineupRevision(
    createTimeline([first]),
    revision(["clip-bbb"], 2).items,
    nowMs,
    30_000,
  );
  const guide = guideAt(createTimeline([first, takeover]), LIBRARY, nowMs);
  expect(guide.previous.map((entry) => entry.id)).toEqual(["clip-bbb", "clip-bbb", "clip-bbb"]);
  expect(guide.now?.id).toBe("clip-bbb");
});

it("has no item before the channel's first", () => {
  const timeline = createTimeline([revision(["clip-aaa"], 4)]);
  expect(guideAt(timeline, LIBRARY, EPOCH_MS).previous).toEqual([]);
});
