import { act, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { listenMessages } from "#shared/messages/listen.ts";
import { laterMessages } from "#shared/messages/videos/later.ts";
import { videoDetailsMessages } from "#shared/messages/videos/video-details.ts";
import { postedInto, sayFromFrame } from "#tests/support/fake-frames.ts";
import { createFakeServer, json } from "#tests/support/fake-server.ts";
import { testCategory } from "#tests/support/ministry-fixture.ts";
import { textOf } from "#tests/support/view-actions.ts";
import { renderView } from "#tests/support/render-view.tsx";
import { endMiniPlayer } from "#web/base/playback/mini-player.ts";
import { nowListening, stopListening } from "#web/base/audio/now-listening.ts";
import { fakeMediaElements, soundElement } from "#web/base/audio/sound-element.fixture.ts";
import { putItem } from "#web/base/sync/use-items.ts";
import { CategoryPage } from "./category-page.tsx";
import { endVideo } from "./player/open-player.ts";

const en = videoDetailsMessages.en;
const MUSIC = testCategory("music");
const WHOLE = "Sung live.\n0:00 Welcome\n5:10 Worship\n12:30 The word\nRead John 3:16.";

const handleMessage = vi.fn();

const SAID = {
  speaker: "Pastor Moyo",
  series: "Hope",
  date: "2024-05-03",
  passage: "Jn 3:16",
  links: [{ id: "clip-healed", title: "Healed", relation: "testimony" }],
};

const SOUND = { url: "/media/song.m4a", playlist: "", bytes: 3_000_000, seconds: 1_200 };

function videoOf(number: number, description = "") {
  return {
    id: `clip-song-${number}`,
    title: `Song ${number}`,
    description,
    thumbnail: "/img/clip/clip-song",
    duration: "20:00",
    viewCount: "",
    publishedAt: "2026-10-01T00:00:00Z",
  };
}

/** Opens the second of three videos; the list itself holds only the beginnings of descriptions. */
async function openModal(search = "", stored: Readonly<Record<string, string>> = {}) {
  for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value);
  const server = createFakeServer();
  server.answer("GET /functions/v1/youtube-playlist-videos", ({ search: asked }) => {
    const id = asked.get("videoId");
    const videos =
      id === null
        ? [1, 2, 3].map((number) => videoOf(number))
        : [{ ...videoOf(2, WHOLE), said: SAID, sound: SOUND }];
    const fetchedAt = new Date().toISOString();
    return json({ videos, source: "bundled", fetchedAt, stale: false });
  });
  const at = `/videos/music?v=clip-song-2${search}`;
  const view = renderView(<CategoryPage category={MUSIC} onWatching={() => handleMessage} />, {
    at,
    server,
  });
  const modal = within(await screen.findByRole("dialog"));
  // Rendered after the player.
  await modal.findByRole("region", { name: en.more("Music") });
  const frame = (): HTMLIFrameElement => modal.getByTitle<HTMLIFrameElement>(/Song/);
  return { ...view, modal, frame };
}

it("chapters of the whole description seek the player", async () => {
  const { user, modal, frame } = await openModal();
  await user.click(await modal.findByRole("button", { name: /Worship/ }));
  expect(postedInto(frame())).toContainEqual({ v: 1, c: "seek", pos: 310 });
  expect(modal.getByText("Sung live.")).toBeDefined();
});

it("goes on with the sound alone where the video was, and closes its page", async () => {
  fakeMediaElements();
  const { user, modal, frame, address } = await openModal();
  const listen = await modal.findByRole("button", { name: /^Listen: Song 2\. 3\sMB$/ });
  sayFromFrame(frame(), { v: 1, t: "state", s: "playing" });
  sayFromFrame(frame(), { v: 1, t: "time", pos: 90.4, dur: 1_200 });
  await user.click(listen);
  expect(address()).toBe("/videos/music");
  expect(document.querySelector("iframe")).toBeNull();
  expect(soundElement().currentTime).toBe(90);
  expect(nowListening()?.heard).toMatchObject({ page: "/videos/music?v=clip-song-2" });
  act(() => stopListening());
});

it("a chapter selected before the player may start is its start", async () => {
  const { user, modal, frame } = await openModal("", { dataSaver: "on" });
  await user.click(await modal.findByRole("button", { name: /Worship/ }));
  await user.click(modal.getByRole("button", { name: /^Play: / }));
  expect(new URL(frame().src).searchParams.get("start")).toBe("310");
});

it("shows the ministry's details with links", async () => {
  const { modal } = await openModal();
  const facts = await modal.findByText(/Pastor Moyo/);
  expect(textOf(facts.parentElement)).toBe(
    "Pastor Moyo · Series: Hope · Message of May 3, 2024 · Jn 3:16",
  );
  const together = within(modal.getByRole("region", { name: en.belongs }));
  const healed = together.getByRole("link", { name: "Healed" });
  expect(healed.getAttribute("href")).toBe("/?v=clip-healed");
  expect(together.getByText(en.relations.testimony)).toBeDefined();
  expect(together.getByText(en.consent)).toBeDefined();
});

it("links a passage of the description to our Bible", async () => {
  const { modal } = await openModal();
  const passage = await modal.findByRole("link", { name: "John 3:16" });
  expect(passage.getAttribute("href")).toBe("/bible?book=john&chapter=3&verse=16");
});

it.each([
  ["&t=750", "750"],
  ["&t=20s", "20"],
  ["&t=1m30s", "90"],
  ["&t=1h2m3s", "3723"],
  ["&t=2h", "7200"],
  ["&t=1M", "60"],
  ["&t=s", "0"],
  ["&t=30s1m", "0"],
  ["&t=-1", "0"],
  ["&t=soon", "0"],
  ["", "0"],
])("a URL with %j starts at %s, and closing removes both", async (search, start) => {
  const { user, modal, frame, address } = await openModal(search);
  expect(new URL(frame().src).searchParams.get("start")).toBe(start);
  await user.click(modal.getByRole("button", { name: "Close video" }));
  expect(address()).toBe("/videos/music");
});

it("shares by a copied link when the device has no sheet, from the current second if wanted; the choice is there from the beginning, and after the end there is no such second", async () => {
  const { user, modal, frame } = await openModal();
  const writeText = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  await user.click(modal.getByRole("button", { name: en.share }));
  expect(writeText.mock.lastCall?.[0]).toMatch(/\/videos\/music\?v=clip-song-2$/);
  await user.click(modal.getByRole("checkbox", { name: en.from("0:00") }));
  sayFromFrame(frame(), { v: 1, t: "time", pos: 750.4, dur: 1_200 });
  expect(modal.getByRole("checkbox", { name: en.from("12:30") })).toHaveProperty("checked", true);
  await user.click(modal.getByRole("button", { name: en.share }));
  expect(writeText.mock.lastCall?.[0]).toMatch(/\/videos\/music\?v=clip-song-2&t=750$/);
  expect((await screen.findAllByText(en.copied)).length).toBeGreaterThan(0);
  sayFromFrame(frame(), { v: 1, t: "state", s: "ended" });
  expect(modal.getByRole("checkbox", { name: en.from("0:00") })).toBeDefined();
});

it("its end offers the next, which replaces this visit or is cancelled", async () => {
  const { user, modal, frame, address } = await openModal();
  sayFromFrame(frame(), { v: 1, t: "state", s: "ended" });
  expect(modal.getByText(en.nextIn(8))).toBeDefined();
  await user.click(modal.getByRole("button", { name: en.cancel }));
  expect(modal.queryByRole("region", { name: en.upNext })).toBeNull();
  sayFromFrame(frame(), { v: 1, t: "state", s: "ended" });
  await user.click(modal.getByRole("button", { name: en.playNext }));
  expect(address()).toBe("/videos/music?v=clip-song-3");
});

it("the next video starts after the countdown unless it is cancelled", async () => {
  const { frame, address } = await openModal();
  vi.useFakeTimers();
  sayFromFrame(frame(), { v: 1, t: "state", s: "ended" });
  for (let second = 0; second < 8; second += 1) {
    await act(() => vi.advanceTimersByTimeAsync(1_000));
  }
  vi.useRealTimers();
  expect(address()).toBe("/videos/music?v=clip-song-3");
});

it("with reduced motion there is no countdown to the next", async () => {
  const matchMedia = window.matchMedia.bind(window);
  vi.spyOn(window, "matchMedia").mockImplementation((query) =>
    Object.defineProperty(matchMedia(query), "matches", { value: query.includes("-motion") }),
  );
  const { modal, frame } = await openModal();
  sayFromFrame(frame(), { v: 1, t: "state", s: "ended" });
  expect(modal.getByRole("button", { name: en.playNext })).toBeDefined();
  expect(modal.queryByText(en.nextIn(8))).toBeNull();
});

it("the current chapter is marked", async () => {
  const { modal, frame } = await openModal();
  const worship = await modal.findByRole("button", { name: /Worship/ });
  expect(worship.getAttribute("aria-current")).toBeNull();
  sayFromFrame(frame(), { v: 1, t: "time", pos: 320, dur: 1_200 });
  expect(worship.getAttribute("aria-current")).toBe("true");
  sayFromFrame(frame(), { v: 1, t: "time", pos: 800, dur: 1_200 });
  expect(worship.getAttribute("aria-current")).toBeNull();
});

it("with the data saver there is no countdown to the next", async () => {
  const { user, modal, frame } = await openModal("", { dataSaver: "on" });
  await user.click(modal.getByRole("button", { name: /^Play: / }));
  sayFromFrame(frame(), { v: 1, t: "state", s: "ended" });
  expect(modal.getByRole("button", { name: en.playNext })).toBeDefined();
  expect(modal.queryByText(en.nextIn(8))).toBeNull();
});

it("the others of its category follow it, from the beginning when the list ends", async () => {
  const { modal } = await openModal();
  const more = within(modal.getByRole("region", { name: en.more("Music") }));
  const names = more.getAllByRole("link").map((link) => link.getAttribute("href"));
  expect(names).toEqual(["/videos/music?v=clip-song-3", "/videos/music?v=clip-song-1"]);
});

describe("a later position of another device", () => {
  const later = laterMessages.en;
  const elsewhere = { position: 720, duration: 1_200, state: "watching" as const, device: "phone" };
  const goOn = () => screen.findByRole("button", { name: /^Continue at 12:00 \(phone, / });

  beforeEach(() => putItem("watch-mark", "clip-song-2", elsewhere));

  it("is offered, and a player without a position yet begins there", async () => {
    const { user, frame } = await openModal();
    expect(new URL(frame().src).searchParams.get("start")).toBe("0");
    await user.click(await goOn());
    expect(new URL(frame().src).searchParams.get("start")).toBe("720");
    expect(screen.queryByRole("region", { name: later.elsewhere })).toBeNull();
  });

  it("seeks a player that plays", async () => {
    const { user, frame } = await openModal();
    const button = await goOn();
    sayFromFrame(frame(), { v: 1, t: "time", pos: 5.2, dur: 1_200 });
    await user.click(button);
    expect(postedInto(frame())).toContainEqual({ v: 1, c: "seek", pos: 720 });
  });

  it("is not offered again to a viewer who stays or has come as far", async () => {
    const { user, frame } = await openModal();
    await goOn();
    await user.click(screen.getByRole("button", { name: later.stayHere }));
    expect(screen.queryByRole("region", { name: later.elsewhere })).toBeNull();
    sayFromFrame(frame(), { v: 1, t: "time", pos: 5.2, dur: 1_200 });
    expect(screen.queryByRole("region", { name: later.elsewhere })).toBeNull();
  });

  it("is not offered when the URL names a second", async () => {
    const { modal } = await openModal("&t=715");
    await modal.findByText("Sung live.");
    expect(screen.queryByRole("region", { name: later.elsewhere })).toBeNull();
  });
});

it("one button saves a video for later or removes it, and says which", async () => {
  const { user, modal } = await openModal();
  const button = modal.getByRole("button", { name: laterMessages.en.keepOf("Song 2") });
  expect(button.getAttribute("aria-pressed")).toBe("false");
  await user.click(button);
  await waitFor(() => expect(button.getAttribute("aria-pressed")).toBe("true"));
  await user.click(button);
  await waitFor(() => expect(button.getAttribute("aria-pressed")).toBe("false"));
});

describe("in the corner of other pages", () => {
  afterEach(() => act(endVideo));

  const corner = () => screen.queryByRole("region", { name: en.miniPlayerOf("Song 2") });

  /** Plays the video and leaves its page. */
  async function leavePlaying() {
    const opened = await openModal();
    const frame = opened.frame();
    sayFromFrame(frame, { v: 1, t: "state", s: "playing" });
    await opened.visit("/bible");
    return { ...opened, frame };
  }

  it("a playing video continues in the same frame, and is recorded", async () => {
    const { frame } = await leavePlaying();
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(corner()?.contains(frame)).toBe(true);
    expect(frame.isConnected).toBe(true);
    handleMessage.mockClear();
    const time = { v: 1, t: "time", pos: 42, dur: 1_200 } as const;
    sayFromFrame(frame, time);
    expect(handleMessage.mock.calls).toEqual([[time]]);
  });

  it("any other ends with its page", async () => {
    const { visit, frame } = await openModal();
    sayFromFrame(frame(), { v: 1, t: "state", s: "playing" });
    sayFromFrame(frame(), { v: 1, t: "state", s: "paused" });
    await visit("/bible");
    expect(corner()).toBeNull();
    expect(document.querySelector("iframe")).toBeNull();
  });

  it("pauses, plays and closes by one press each", async () => {
    const { user, frame } = await leavePlaying();
    await user.click(screen.getByRole("button", { name: listenMessages.en.pause }));
    expect(postedInto(frame)).toContainEqual({ v: 1, c: "pause" });
    sayFromFrame(frame, { v: 1, t: "state", s: "paused" });
    await user.click(screen.getByRole("button", { name: listenMessages.en.play }));
    expect(postedInto(frame)).toContainEqual({ v: 1, c: "play" });
    await user.click(screen.getByRole("button", { name: en.closeVideo }));
    expect(corner()).toBeNull();
    expect(frame.isConnected).toBe(false);
  });

  it("closes by Escape", async () => {
    const { user } = await leavePlaying();
    screen.getByRole("button", { name: listenMessages.en.pause }).focus();
    await user.keyboard("{Escape}");
    expect(corner()).toBeNull();
  });

  it("its picture leads back to its page in the same frame, which closes to the page before", async () => {
    const { user, frame, address } = await leavePlaying();
    await user.click(screen.getByRole("link", { name: en.backTo("Song 2") }));
    expect(address()).toBe("/videos/music?v=clip-song-2");
    expect(screen.getByRole("dialog").contains(frame)).toBe(true);
    expect(corner()).toBeNull();
    await user.click(screen.getByRole("button", { name: en.closeVideo }));
    expect(address()).toBe("/bible");
    expect(frame.isConnected).toBe(false);
  });

  it("a button of the open video moves it there, paused or not", async () => {
    const { user, modal, frame, address } = await openModal();
    const before = frame();
    await user.click(modal.getByRole("button", { name: en.miniPlayer }));
    expect(address()).toBe("/videos/music");
    expect(corner()?.contains(before)).toBe(true);
  });

  it("another player that starts ends it", async () => {
    const { frame } = await leavePlaying();
    act(endMiniPlayer);
    expect(corner()).toBeNull();
    expect(frame.isConnected).toBe(false);
  });

  it("another video takes its place", async () => {
    const { visit, frame } = await leavePlaying();
    await visit("/videos/music?v=clip-song-3");
    expect(corner()).toBeNull();
    expect(frame.isConnected).toBe(false);
    expect(screen.getByRole("dialog", { name: en.videoPlayer("Song 3") })).toBeDefined();
  });
});
