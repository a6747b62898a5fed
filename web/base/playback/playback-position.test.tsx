import * as v from "valibot";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { SyncedChange } from "#shared/contracts/synced-items.ts";
import { createFakeServer, type FakeServer, json } from "#tests/support/fake-server.ts";
import { signInMember } from "#tests/support/member-session.ts";
import { testSite } from "#tests/support/site-fixture.ts";
import { switchOwner, openItems } from "#web/base/sync/open-items.ts";
import { beginPlay, endPlay, resumeHere, savePlaybackPosition } from "./playback-position.ts";

const SYNC = "POST /rest/v1/rpc/sync_items";

let videos = 0;

/** A one-hour sermon without a stored position. */
function newVideo() {
  videos += 1;
  return {
    id: `clip-sermon-${videos}`,
    title: "Hope",
    description: "",
    thumbnail: "/img/clip/clip-sermon",
    duration: "1:00:00",
    viewCount: "",
    publishedAt: "2026-10-01T00:00:00Z",
  };
}

type Told = Pick<SyncedChange, "id" | "sessionAt"> & { data: unknown };

async function heldOf(id: string): Promise<Told | undefined> {
  const { items } = await openItems();
  return [...items().values()].find((item) => item.topic === "watch-mark" && item.id === id);
}

/** The account: accepts changes and holds a position of another device. */
function account(server: FakeServer, id: string, position: number, sessionAt: number): void {
  const data = { position, duration: 3_600, state: "watching", device: "phone" };
  const elsewhere = { topic: "watch-mark", id, data, deleted: false, changedAt: sessionAt };
  server.answer(SYNC, ({ body }) => {
    const { changes } = v.parse(v.object({ changes: v.array(v.looseObject({})) }), body);
    const items = [...changes, { ...elsewhere, sessionAt }].map((item) => ({
      ...item,
      revision: 1,
    }));
    return json({
      items,
      cursor: 1,
      more: false,
      conflicts: [],
      refused: [],
      reset: null,
      now: Date.now(),
    });
  });
}

async function enter(server: FakeServer): Promise<void> {
  // The test browser has no locks between tabs.
  const locks = { request: (_: string, run: () => Promise<void>) => run() };
  Object.defineProperty(navigator, "locks", { value: locks, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(navigator, "locks"));
  await signInMember(server);
  await switchOwner(await openItems());
}

function play(video: ReturnType<typeof newVideo>) {
  const shown = { video, category: "sermons" };
  return {
    at: (pos: number, dur = 3_600) => savePlaybackPosition(shown, { v: 1, t: "time", pos, dur }),
    pause: () => savePlaybackPosition(shown, { v: 1, t: "state", s: "paused" }),
  };
}

describe("a visitor's play", () => {
  it("is saved every half minute, and when it stops or seeks", async () => {
    const video = newVideo();
    const { at, pause } = play(video);
    await beginPlay(testSite(), video.id, 0);
    await at(5);
    expect(await heldOf(video.id)).toBeUndefined();
    await at(12);
    expect(await heldOf(video.id)).toMatchObject({
      data: { position: 12, duration: 3_600, state: "watching", title: "Hope", device: "computer" },
    });
    await at(22);
    expect(await heldOf(video.id)).toMatchObject({ data: { position: 12 } });
    await pause();
    expect(await heldOf(video.id)).toMatchObject({ data: { position: 22 } });
    await at(2_000);
    expect(await heldOf(video.id)).toMatchObject({ data: { position: 2_000 } });
    await at(2_005);
    endPlay();
    await vi.waitFor(async () =>
      expect(await heldOf(video.id)).toMatchObject({ data: { position: 2_005 } }),
    );
  });

  it("is not saved while recording is paused, not even at the end", async () => {
    const video = newVideo();
    const { at, pause } = play(video);
    await beginPlay(testSite(), video.id, 0);
    localStorage.setItem("watchPlacesPaused", "true");
    await at(40);
    await pause();
    endPlay();
    expect(await heldOf(video.id)).toBeUndefined();
  });

  it("is done at its end, and is not saved without a length", async () => {
    const video = newVideo();
    const { at, pause } = play(video);
    await beginPlay(testSite(), video.id, 0);
    await at(900, 0);
    await pause();
    expect(await heldOf(video.id)).toBeUndefined();
    await at(3_590);
    await pause();
    expect(await heldOf(video.id)).toMatchObject({ data: { state: "done" } });
    expect(await beginPlay(testSite(), video.id, 0)).toBeNull();
  });

  it("is not saved for another video than the open one", async () => {
    const [open, other] = [newVideo(), newVideo()];
    await beginPlay(testSite(), open.id, 0);
    await play(other).at(500);
    expect(await heldOf(other.id)).toBeUndefined();
  });
});

describe("a member's play", () => {
  it("learns that another device is further, and keeps that position until the user has chosen", async () => {
    const server = createFakeServer();
    const video = newVideo();
    await enter(server);
    account(server, video.id, 1_720, Date.now() - 7_200_000);
    const { at, pause } = play(video);
    const ahead = await beginPlay(testSite(), video.id, 0);
    expect(ahead).toMatchObject({ position: 1_720, device: "phone" });
    await at(60);
    await pause();
    expect(await heldOf(video.id)).toMatchObject({ data: { position: 1_720 } });
    resumeHere();
    await at(100);
    expect(await heldOf(video.id)).toMatchObject({ data: { position: 100, device: "computer" } });
  });

  it("replaces the other device's position once it is past it", async () => {
    const server = createFakeServer();
    const video = newVideo();
    await enter(server);
    account(server, video.id, 1_720, Date.now() - 7_200_000);
    const { at } = play(video);
    await beginPlay(testSite(), video.id, 0);
    await at(1_800);
    expect(await heldOf(video.id)).toMatchObject({ data: { position: 1_800 } });
  });

  it("counts as older than any later play when it could not ask", async () => {
    const server = createFakeServer();
    const video = newVideo();
    await enter(server);
    server.answer(SYNC, () => json({ message: "down" }, 500));
    const { at } = play(video);
    expect(await beginPlay(testSite(), video.id, 0)).toBeNull();
    await at(60);
    expect(await heldOf(video.id)).toMatchObject({ sessionAt: 1, data: { position: 60 } });
  });

  it("waits briefly for the account, then begins with this device's position", async () => {
    const server = createFakeServer();
    const video = newVideo();
    await enter(server);
    server.answer(SYNC, () => new Promise(() => undefined));
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    const begun = beginPlay(testSite(), video.id, 0);
    await vi.waitFor(() => expect(server.to(SYNC)).toHaveLength(1));
    await vi.advanceTimersByTimeAsync(1_500);
    expect(await begun).toBeNull();
  });
});
