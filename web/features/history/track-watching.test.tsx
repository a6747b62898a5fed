import { describe, expect, it, vi } from "vitest";
import type { EmbedMessage } from "#shared/embed/embed-protocol.ts";
import { refuseStorage } from "#tests/support/full-storage.ts";
import { createFakeServer } from "#tests/support/fake-server.ts";
import { MEMBER } from "#tests/support/member.ts";
import { signInMember } from "#tests/support/member-session.ts";
import { testSite } from "#tests/support/site-fixture.ts";
import { trackWatching, type Watching } from "./track-watching.ts";

const WATCHING: Watching = {
  category: "music",
  video: {
    id: "clip-psalm-23",
    title: "The Lord Is My Shepherd",
    description: "",
    thumbnail: "/img/clip/clip-psalm-23",
    duration: "1:00",
    viewCount: "",
    publishedAt: "2026-10-01T00:00:00Z",
  },
};

function hear(message: EmbedMessage, watching = WATCHING): Promise<void> {
  return trackWatching(testSite(), watching, message);
}

function stored(key: string): unknown {
  return JSON.parse(localStorage.getItem(key) ?? "null");
}

describe("a playback position", () => {
  it("is stored without an account", async () => {
    await hear({ v: 1, t: "time", pos: 20.5, dur: 60 });
    expect(stored("watchPositions")).toEqual([
      expect.objectContaining({ id: "clip-psalm-23", seconds: 20.5, ofSeconds: 60 }),
    ]);
    expect(Object.keys(localStorage)).toEqual(["watchPositions"]);
  });

  it("is deleted at the end", async () => {
    await hear({ v: 1, t: "time", pos: 20, dur: 60 });
    await hear({ v: 1, t: "time", pos: 59, dur: 60 });
    expect(stored("watchPositions")).toEqual([]);
  });

  it("is not stored for a live stream, which has no length", async () => {
    await hear({ v: 1, t: "time", pos: 20, dur: 0 });
    expect(localStorage).toHaveLength(0);
  });

  it("is not stored while recording is paused, and again afterwards", async () => {
    localStorage.setItem("watchPlacesPaused", "true");
    await hear({ v: 1, t: "time", pos: 20, dur: 60 });
    expect(Object.keys(localStorage)).toEqual(["watchPlacesPaused"]);
    localStorage.setItem("watchPlacesPaused", "false");
    await hear({ v: 1, t: "time", pos: 25, dur: 60 });
    expect(stored("watchPositions")).toMatchObject([{ seconds: 25 }]);
  });

  it("drops the oldest when the device is full", async () => {
    for (let index = 0; index < 4; index += 1) {
      const video = { ...WATCHING.video, id: `clip-${index}` };
      await hear({ v: 1, t: "time", pos: 20, dur: 60 }, { ...WATCHING, video });
    }
    const capacity = 3;
    refuseStorage((text) => JSON.parse(text).length > capacity);
    const video = { ...WATCHING.video, id: "clip-new" };
    await hear({ v: 1, t: "time", pos: 20, dur: 60 }, { ...WATCHING, video });
    expect(stored("watchPositions")).toMatchObject([{ id: "clip-new" }, { id: "clip-3" }]);
  });
});

describe("a watched video", () => {
  const PLAYING: EmbedMessage = { v: 1, t: "state", s: "playing" };

  it("is stored for the signed-in member", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 9, 4, 10) });
    await signInMember(createFakeServer());
    await hear(PLAYING);
    expect(stored(`watchHistory_${MEMBER.id}`)).toEqual([
      {
        id: "clip-psalm-23",
        title: "The Lord Is My Shepherd",
        thumbnail: "/img/clip/clip-psalm-23",
        duration: "1:00",
        viewCount: "",
        category: "music",
        watchedAt: "2026-10-04T10:00:00.000Z",
      },
    ]);
  });

  it.each([
    { v: 1, t: "state", s: "paused" },
    { v: 1, t: "state", s: "buffering" },
    { v: 1, t: "ready" },
    { v: 1, t: "error", code: "gone" },
    { v: 1, t: "key", key: "Escape" },
  ] as const)("is not recorded for %j", async (message) => {
    await signInMember(createFakeServer());
    await hear(message);
    expect(stored(`watchHistory_${MEMBER.id}`)).toBeNull();
  });

  it("is not stored for a session that turns out to have ended", async () => {
    localStorage.setItem("sb-localhost-auth-token", "spoiled");
    await hear(PLAYING);
    const kept = Object.keys(localStorage).filter((key) => key.startsWith("watchHistory"));
    expect(kept).toEqual([]);
  });
});
