import { describe, expect, it } from "vitest";
import { testMinistry } from "#tests/support/ministry-fixture.ts";
import { createKnownVideos } from "./open-media.ts";

const PLAYLIST = "PL1234567890";
const VIDEO = "dQw4w9WgXcQ";
const ministry = {
  ...testMinistry(),
  playlists: { ...testMinistry().playlists, sermons: PLAYLIST },
};
const ANSWER = {
  videos: [
    {
      id: VIDEO,
      title: "A sermon",
      description: "",
      thumbnail: `/img/yt/${VIDEO}/480`,
      publishedAt: "2026-01-01T00:00:00Z",
      duration: "PT10M",
      viewCount: "1",
    },
  ],
  source: "api",
  fetchedAt: "2026-01-01T00:00:00Z",
  stale: false,
};

type Reply = () => Response | Promise<Response>;

function knownWith(replies: { next: Reply }) {
  let calls = 0;
  const clock = { nowMs: 1_000_000 };
  const isKnown = createKnownVideos({
    ministry: () => ministry,
    transport: async () => {
      calls += 1;
      return replies.next();
    },
    publishableKey: "key",
    now: () => clock.nowMs,
  });
  return { isKnown, clock, calls: () => calls };
}

const list: Reply = () => Response.json(ANSWER);
const FAULTS: readonly (readonly [string, Reply])[] = [
  ["cannot be reached", () => Promise.reject(new TypeError("fetch failed"))],
  ["answers 500", () => new Response("broken", { status: 500 })],
  ["answers garbage", () => new Response("<html>", { status: 200 })],
  [
    "breaks off",
    () => new Response(new ReadableStream({ start: (c) => c.error(new Error("cut")) })),
  ],
];

describe("allowed videos", () => {
  it.each(FAULTS)("are empty, without an error, while the list %s", async (_, fault) => {
    const { isKnown } = knownWith({ next: fault });
    expect(await isKnown(VIDEO)).toBe(false);
  });

  it.each(FAULTS)("are those of the last valid response when the list %s", async (_, fault) => {
    const replies = { next: list };
    const { isKnown, clock } = knownWith(replies);
    expect(await isKnown(VIDEO)).toBe(true);
    replies.next = fault;
    clock.nowMs += 3_600_000;
    expect(await isKnown("unknown0000")).toBe(false);
    expect(await isKnown(VIDEO)).toBe(true);
  });

  it("are retried with backoff after a failure, and read again when the list is back", async () => {
    const replies: { next: Reply } = { next: () => Promise.reject(new TypeError("fetch failed")) };
    const { isKnown, clock, calls } = knownWith(replies);
    const attempts = [];
    for (let second = 0; second < 120; second += 1) {
      const before = calls();
      await isKnown(VIDEO);
      if (calls() > before) attempts.push(second);
      clock.nowMs += 1_000;
    }
    expect(attempts).toEqual([0, 5, 15, 35, 75]);
    replies.next = list;
    clock.nowMs += 300_000;
    expect(await isKnown(VIDEO)).toBe(true);
  });

  it("are requested once for concurrent images", async () => {
    const { isKnown, calls } = knownWith({ next: list });
    await Promise.all(Array.from({ length: 20 }, () => isKnown(VIDEO)));
    expect(calls()).toBe(1);
  });
});
