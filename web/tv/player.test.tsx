import { screen } from "@testing-library/react";
import { ErrorTypes, Events } from "hls.js";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { BroadcastFacts } from "#shared/contracts/broadcast-facts.ts";
import { tvMessages } from "#shared/messages/devices/tv.ts";
import { createPlayer, type Player } from "./player.ts";
import type { Programme } from "./stage.ts";

const NOW_MS = Date.parse("2026-11-22T10:00:00Z");
const START_MS = NOW_MS - 3_600_000;
const FACTS: BroadcastFacts = { v: 1, startedAt: new Date(START_MS).toISOString(), chapters: [] };
const HOME = "/live/english/index.m3u8";
const PAST = "/live/english/window.m3u8";
const SEGMENT_SECONDS = 2;
const texts = tvMessages.en.player;

/** hls.js with playlists of segments of 2 s that end now. */
class FakeHls {
  static Events = Events;
  static ErrorTypes = ErrorTypes;
  static DefaultConfig = { loader: EventTarget };
  static isSupported = () => true;
  static last: FakeHls;
  config = {};
  levels = [];
  url: string | null = null;
  /** Wall clock of the picture. */
  playingMs = NOW_MS - 5_000;
  isFilm = false;
  #listeners = new Map<string, ((event: string, data: object) => void)[]>();

  constructor() {
    FakeHls.last = this;
  }
  get playingDate() {
    return new Date(this.playingMs);
  }
  get liveSyncPosition() {
    return this.latestLevelDetails.edge - 5;
  }
  get latestLevelDetails() {
    const count = this.url === PAST ? 1_800 : 6;
    const path = this.isFilm ? "/media/films" : "/live/english/1-abc";
    const fragments = Array.from({ length: count }, (_, index) => ({
      url: `${window.location.origin}${path}/${index}.m4s`,
      start: index * SEGMENT_SECONDS,
      duration: SEGMENT_SECONDS,
      programDateTime: NOW_MS - (count - index) * SEGMENT_SECONDS * 1000,
    }));
    return { fragments, edge: count * SEGMENT_SECONDS, age: 0, live: true, targetduration: 2 };
  }
  on(event: string, listener: (event: string, data: object) => void) {
    this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), listener]);
  }
  emit(event: string, data: object = {}) {
    for (const listener of this.#listeners.get(event) ?? []) listener(event, data);
  }
  loadSource(url: string) {
    this.url = url;
    this.emit(Events.MANIFEST_PARSED, { levels: [{ details: this.latestLevelDetails }] });
  }
  attachMedia() {
    return undefined;
  }
  startLoad() {
    return undefined;
  }
  destroy() {
    return undefined;
  }
}

const CHANNEL: Programme = {
  kind: "hls",
  source: HOME,
  title: "Live Stream English",
  poster: "",
  captions: "",
  sandbox: "",
  words: "",
  channel: "english",
  video: "",
  start: 0,
  language: "en",
};

const onBack = vi.fn();
let player: Player;
let isPaused = false;

beforeEach(async () => {
  vi.useFakeTimers({ now: NOW_MS });
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json(FACTS)));
  vi.stubGlobal("Hls", FakeHls);
  isPaused = false;
  vi.spyOn(HTMLMediaElement.prototype, "play").mockImplementation(() => {
    isPaused = false;
    return Promise.resolve();
  });
  vi.spyOn(HTMLMediaElement.prototype, "pause").mockImplementation(() => {
    isPaused = true;
  });
  vi.spyOn(HTMLMediaElement.prototype, "paused", "get").mockImplementation(() => isPaused);
  onBack.mockReset();
  player = createPlayer(texts, onBack, () => undefined);
  player.open(CHANNEL, []);
  await vi.advanceTimersByTimeAsync(2_000);
});
afterEach(() => {
  player.close();
  vi.useRealTimers();
  document.body.replaceChildren();
});

const dialog = () => screen.getByRole("dialog", { name: CHANNEL.title });
const beginning = () => screen.getByRole("button", { name: texts.fromBeginning });
const goLive = () => screen.getByRole("button", { name: texts.goLive });
/** The picture is at an instant; its clock and bar follow. */
async function showAt(ms: number): Promise<void> {
  FakeHls.last.playingMs = ms;
  await vi.advanceTimersByTimeAsync(1_000);
}
const position = () => Math.round(player.status().position);

it("goes back in a broadcast by the arrows, and to its beginning and the live edge by two buttons", async () => {
  expect(screen.getByText(`9:59 AM · ${texts.live}`)).toBeDefined();
  expect(position()).toBe(3_595);
  player.handleAction("left");
  player.handleAction("rewind");
  expect(FakeHls.last.url).toBe(PAST);
  expect(position()).toBe(3_575);
  await showAt(NOW_MS - 25_000);
  expect(screen.getByText("9:59 AM · 0:25 behind live")).toBeDefined();

  player.handleAction("down");
  expect(document.activeElement).toBe(beginning());
  player.handleAction("right");
  expect(document.activeElement).toBe(goLive());
  player.handleAction("left");
  beginning().click();
  expect(document.activeElement).toBe(dialog());
  await showAt(START_MS);
  expect(position()).toBe(0);
  expect(screen.getByText("9:00 AM · 1:00:00 behind live")).toBeDefined();

  player.handleAction("down");
  player.handleAction("right");
  goLive().click();
  expect(FakeHls.last.url).toBe(HOME);
  await showAt(NOW_MS - 5_000);
  expect(screen.getByText(`9:59 AM · ${texts.live}`)).toBeDefined();
  player.handleAction("right");
  expect(FakeHls.last.url).toBe(HOME);
});

it("leaves the buttons by Up and Back before it leaves the channel, and when its help goes", async () => {
  for (const action of ["up", "back"] as const) {
    player.handleAction("down");
    expect(document.activeElement).toBe(beginning());
    player.handleAction(action);
    expect(document.activeElement).toBe(dialog());
  }
  expect(onBack).not.toHaveBeenCalled();
  player.handleAction("down");
  await vi.advanceTimersByTimeAsync(6_000);
  expect(document.activeElement).toBe(dialog());
  player.handleAction("back");
  expect(onBack).toHaveBeenCalledOnce();
});

it("goes on after a long pause where it began, and at the live edge by its button", async () => {
  const video = document.querySelector("video");
  const pause = async () => {
    player.handleAction("ok");
    video?.dispatchEvent(new Event("pause"));
    FakeHls.last.playingMs -= 60_000;
    await vi.advanceTimersByTimeAsync(1_000);
  };
  await pause();
  player.handleAction("down");
  player.handleAction("right");
  goLive().click();
  expect(FakeHls.last.url).toBe(HOME);
  video?.dispatchEvent(new Event("playing"));
  FakeHls.last.playingMs = NOW_MS - 65_000;
  await vi.advanceTimersByTimeAsync(1_000);
  await pause();
  player.handleAction("ok");
  expect(FakeHls.last.url).toBe(PAST);
});

it("offers no past of a film, and returns to the channel when a broadcast is long over", async () => {
  player.handleAction("left");
  expect(FakeHls.last.url).toBe(PAST);
  FakeHls.last.emit(Events.ERROR, {
    fatal: true,
    type: ErrorTypes.NETWORK_ERROR,
    response: { code: 404 },
  });
  expect(FakeHls.last.url).toBe(HOME);
  FakeHls.last.isFilm = true;
  await showAt(NOW_MS - 5_000);
  expect(screen.queryByRole("button", { name: texts.fromBeginning })).toBeNull();
  expect(player.status().duration).toBe(0);
  player.handleAction("down");
  player.handleAction("left");
  expect(document.activeElement).toBe(dialog());
  expect(FakeHls.last.url).toBe(HOME);
});
