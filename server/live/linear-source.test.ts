import {
  channelPlaylist,
  type Period,
  FIRST_PERIOD,
  numbersAfter,
} from "@reign-tv/ingest/playlists/channel-playlist.domain.ts";
import { expect, it } from "vitest";
import { createTimeline } from "./linear.domain.ts";
import { linearSource } from "./linear-source.domain.ts";

const EPOCH_MS = Date.parse("2026-01-01T00:00:00Z");

const timeline = createTimeline([
  {
    startsAtUs: EPOCH_MS * 1000,
    firstSequence: 0,
    firstItem: 0,
    items: ["a", "b"].map((id) => ({
      clip: { id, version: "v" },
      segmentsUs: [4_800_000, 4_800_000, 4_800_000],
    })),
  },
]);

it("returns after a service with two segments at once, and numbers that go on", () => {
  const source = linearSource(timeline, "small");
  const segment = (number: number) => ({
    uri: `s${number}`,
    mapUri: "s",
    durationSeconds: 2,
    startMs: EPOCH_MS + 100_000 + number * 2_000,
    discontinuities: 0,
  });
  const service = { startAt: () => 0, publishedAt: () => 4, segment };
  const first: Period = { source, startMs: 0, numbers: FIRST_PERIOD };
  const startMs = EPOCH_MS + 102_000;
  const second: Period = {
    source: service,
    startMs,
    numbers: numbersAfter([first], service, startMs),
  };
  const backMs = EPOCH_MS + 112_000;
  const numbers = numbersAfter([first, second], source, backMs);
  const periods = [first, second, { source, startMs: backMs, numbers }];
  const { firstSequence, segments } = channelPlaylist({
    periods,
    nowMs: backMs,
    targetDuration: 5,
  });
  // 21 segments of the programme had ended at the turn, the last one of the seventh clip.
  expect(firstSequence).toBe(21);
  expect(segments.map(({ uri, discontinuities }) => [uri, discontinuities])).toEqual([
    ["s0", 7],
    ["s1", 7],
    ["s2", 7],
    ["s3", 7],
    ["/media/clips/b/0.m4s?v=v", 8],
    ["/media/clips/b/1.m4s?v=v", 8],
  ]);
});
