import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { BroadcastFacts } from "#shared/contracts/broadcast-facts.ts";
import type { PlayerConfig } from "#shared/embed/embed-config.ts";
import type { EmbedMessage } from "#shared/embed/embed-protocol.ts";
import { EMBED_TEXTS } from "#shared/messages/embed.ts";
import { createCaptions } from "#web/embed/player/controls/captions.ts";
import { videoTimeline } from "#web/embed/player/controls/seek-bar.ts";
import { createPlayerView } from "#web/embed/player/player-view.ts";
import { addBroadcastControls } from "./broadcast-controls.ts";

const NOW_MS = Date.parse("2026-11-22T10:00:00Z");
const MINUTE_MS = 60_000;
const FACTS: BroadcastFacts = {
  v: 1,
  startedAt: "2026-11-22T09:00:00Z",
  chapters: [
    { at: "2026-11-22T09:10:00Z", title: "Worship" },
    { at: "2026-11-22T09:30:00Z", title: "Sermon" },
  ],
};
const texts = EMBED_TEXTS.en;
const CONFIG: PlayerConfig = {
  language: "en",
  texts,
  parentOrigins: [],
  title: "Live Stream English",
  artist: "",
  source: { kind: "hls", playlist: "/live/english/index.m3u8", broadcasts: "/live/english" },
  poster: null,
  isMuted: true,
  shouldAutoplay: true,
  isAskedFor: true,
  savesData: false,
  follow: null,
  isInCard: false,
  isNamed: false,
  startSeconds: 0,
  fallbackUrl: null,
  failedChannel: null,
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date", "setInterval", "performance"], now: NOW_MS });
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json(FACTS)));
  vi.spyOn(HTMLMediaElement.prototype, "play").mockResolvedValue();
});
afterEach(() => {
  vi.useRealTimers();
  document.body.replaceChildren();
});

/** A player whose picture is of a broadcast, four seconds behind the clock and at the live edge. */
async function broadcast() {
  const calls: (number | "live")[] = [];
  const said: EmbedMessage[] = [];
  const picture = { isBroadcast: true, atMs: NOW_MS - 4_000 };
  const playback = {
    isBroadcast: () => picture.isBroadcast,
    playingAtMs: () => picture.atMs,
    liveEdgeSeconds: () => 0,
    isRewound: () => picture.atMs < NOW_MS - MINUTE_MS,
    goLive: () => void calls.push("live"),
    rewind: (atMs: number) => void calls.push(atMs),
  };
  const view = createPlayerView(CONFIG);
  document.body.append(view.root);
  // jsdom has no tracks.
  Object.defineProperty(view.video, "textTracks", { value: [] });
  Object.defineProperty(view.video, "paused", { value: false });
  const none = { button: null, toggle: () => Promise.resolve(false) };
  const controls = {
    captions: createCaptions(view.video, texts, "en", () => undefined),
    quality: { element: view.tools, use: () => undefined },
    fullscreen: none,
    pip: none,
    timeline: videoTimeline(view.video),
  };
  const parent = { send: (message: EmbedMessage) => void said.push(message) };
  addBroadcastControls({ view, config: CONFIG, playback, parent }, controls, "/live/english");
  const tick = async () => {
    await vi.advanceTimersByTimeAsync(1_000);
  };
  await tick();
  await tick();
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
  return { user, calls, said, picture, tick, controls, view };
}

const bar = () => screen.getByRole("slider", { name: texts.seek });
const at = (time: string) => Date.parse(`2026-11-22T${time}Z`);

it("shows the time of the picture, its chapter and how far it is behind", async () => {
  const { said, picture, tick, view } = await broadcast();
  expect(view.detail.textContent).toBe("Sermon");
  expect(said).toContainEqual({ v: 1, t: "broadcast", on: true });
  picture.atMs = at("09:20:00");
  await tick();
  expect(bar().getAttribute("aria-valuetext")).toMatch(
    /^\d+:20 [AP]M · Worship, 39:5\d behind live$/,
  );
  expect(view.detail.textContent).toBe("Worship");
  expect(said.at(-1)).toEqual({ v: 1, t: "moment", ms: at("09:20:00") });
});

it("seeks by keys, and by the player's own", async () => {
  const { user, calls, picture, tick, controls } = await broadcast();
  picture.atMs = at("09:20:00");
  await tick();
  bar().focus();
  await user.keyboard("{ArrowLeft}");
  // A second press counts from where the first one led.
  await user.keyboard("{ArrowLeft}");
  await user.keyboard("{Home}");
  await user.keyboard("{End}");
  expect(calls).toEqual([at("09:19:50"), at("09:19:40"), at("09:00:00"), "live"]);
  controls.timeline.seekToShare(0);
  expect(calls.at(-1)).toBe(at("09:00:00"));
  controls.timeline.seekToMoment?.(at("09:15:00"));
  expect(calls.at(-1)).toBe(at("09:15:00"));
});

it("plays from the beginning and from each chapter", async () => {
  const { user, calls } = await broadcast();
  await user.click(screen.getByRole("button", { name: texts.fromBeginning }));
  await user.click(screen.getByRole("button", { name: texts.chapters }));
  const items = within(screen.getByRole("menu", { name: texts.chapters }));
  expect(items.getAllByRole("menuitemradio").map(({ textContent }) => textContent)).toEqual([
    texts.fromBeginning,
    expect.stringMatching(/ · Worship$/),
    expect.stringMatching(/ · Sermon$/),
  ]);
  await user.click(items.getByRole("menuitemradio", { name: /Sermon/ }));
  expect(calls).toEqual([at("09:00:00"), at("09:30:00")]);
});

it("gives way to the programme, and keeps what it knows while the server is away", async () => {
  const { said, picture, tick, view, controls } = await broadcast();
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("away")));
  await vi.advanceTimersByTimeAsync(30_000);
  expect(screen.getByRole("button", { name: texts.chapters })).toBeDefined();
  picture.isBroadcast = false;
  await tick();
  expect(said.at(-1)).toEqual({ v: 1, t: "broadcast", on: false });
  expect(screen.queryByRole("slider", { name: texts.seek })).toBeNull();
  expect(view.root.classList.contains("is-broadcast")).toBe(false);
  controls.timeline.seekBy(10);
});
