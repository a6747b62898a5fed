import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { EmbedMessage } from "#shared/embed/embed-protocol.ts";
import { setMiniPlayer } from "#web/base/playback/mini-player.ts";
import { testSite } from "#tests/support/site-fixture.ts";
import { playSound, type Sound } from "./audio-player.ts";
import {
  beginListening,
  listenControls,
  nowListening,
  programmeEnded,
  setTimer,
  stopListening,
} from "./now-listening.ts";
import { fakeMediaElements, loaded, soundElement } from "./sound-element.fixture.ts";

const told: EmbedMessage[] = [];
const begin = vi.fn(async () => undefined);
const SERMON: Sound = {
  kind: "recording",
  key: "video sermon",
  title: "Hope",
  poster: "/img/clip/clip-sermon",
  url: "/media/sermon.m4a",
  bytes: 3_600_000,
  seconds: 3_600,
  follower: { begin, send: (message) => told.push(message) },
};

beforeEach(() => {
  vi.useFakeTimers();
  fakeMediaElements();
  told.length = 0;
  begin.mockClear();
});
afterEach(() => {
  stopListening();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function listen(startAt = 0) {
  playSound(testSite(), SERMON, startAt);
  const audio = soundElement();
  audio.happens("loadedmetadata", { duration: 3_600, readyState: 4, seeking: false, error: null });
  audio.happens("playing", { ended: false });
  return {
    audio,
    playTo: (seconds: number) => audio.happens("timeupdate", { currentTime: seconds }),
  };
}

function dataUsed(): number {
  const months: Record<string, number> = JSON.parse(localStorage.getItem("dataUse") ?? "{}");
  return Object.values(months)[0] ?? 0;
}

describe("a recording", () => {
  it("starts at its position and shows the time", () => {
    const { audio, playTo } = listen(600);
    expect(audio.getAttribute("src")).toBe("/media/sermon.m4a");
    expect(audio.currentTime).toBe(600);
    playTo(601.4);
    expect(nowListening()).toMatchObject({ status: "playing", position: 601, duration: 3_600 });
  });

  it("reports its position like a video, from some seconds on, and when it pauses", async () => {
    const { playTo } = listen(600);
    playTo(603);
    vi.runAllTicks();
    await Promise.resolve();
    expect(begin).not.toHaveBeenCalled();
    playTo(606);
    listenControls()?.pause();
    await Promise.resolve();
    await Promise.resolve();
    expect(begin).toHaveBeenCalledExactlyOnceWith(600);
    expect(told).toEqual([
      { v: 1, t: "time", pos: 606, dur: 3_600 },
      { v: 1, t: "state", s: "playing" },
      { v: 1, t: "time", pos: 606, dur: 3_600 },
      { v: 1, t: "state", s: "paused" },
    ]);
  });

  it("seeks within its length, and keeps its speed", () => {
    const { audio } = listen();
    const controls = listenControls();
    controls?.seek?.(9_000);
    expect(audio.currentTime).toBe(3_600);
    controls?.seek?.(-15);
    expect(audio.currentTime).toBe(0);
    controls?.setSpeed?.(1.5);
    expect(audio.playbackRate).toBe(1.5);
    expect(audio.defaultPlaybackRate).toBe(1.5);
    expect(nowListening()?.speed).toBe(1.5);
  });

  it("counts the loaded part of its size as used data", () => {
    const { audio, playTo } = listen();
    audio.happens("progress", { buffered: loaded(60) });
    playTo(5);
    expect(dataUsed()).toBe(60_000);
    audio.happens("progress", { buffered: loaded(90) });
    playTo(10);
    expect(dataUsed()).toBe(90_000);
  });

  it("stops at the visitor's data limit, and continues when asked", () => {
    localStorage.setItem("dataLimitMb", "1");
    const { audio, playTo } = listen();
    audio.happens("progress", { buffered: loaded(2_000) });
    playTo(5);
    expect(nowListening()?.status).toBe("limit");
    expect(audio.paused).toBe(true);
    listenControls()?.play();
    audio.happens("playing");
    playTo(10);
    expect(nowListening()?.status).toBe("playing");
  });

  it("loads again with growing delays where it was, and gives up after some times", () => {
    const { audio, playTo } = listen();
    playTo(40);
    audio.happens("error", { error: { code: 2 } });
    expect(nowListening()?.status).toBe("failed");
    audio.currentTime = 0;
    vi.advanceTimersByTime(500);
    expect(audio.currentTime).toBe(40);
    for (let times = 0; times < 20; times += 1) {
      audio.happens("error");
      vi.advanceTimersByTime(8_000);
    }
    expect(vi.getTimerCount()).toBe(0);
    audio.happens("playing", { error: null });
    expect(nowListening()?.status).toBe("playing");
  });

  it("pauses when the browser pauses it, and closes without a trace", () => {
    const { audio } = listen();
    audio.happens("pause", { paused: true });
    expect(nowListening()?.status).toBe("paused");
    stopListening();
    expect(nowListening()).toBeNull();
    expect(audio.hasAttribute("src")).toBe(false);
  });
});

describe("a channel", () => {
  const CHANNEL: Sound = {
    kind: "live",
    key: "channel english",
    title: "English",
    poster: null,
    url: "/live/english/audio.m3u8",
    pastUrl: "/live/english/audio-window.m3u8",
    kilobitsPerSecond: 32,
  };
  const STARTED = Date.parse("2026-11-22T09:00:00Z") / 1_000;

  /** The browser loads the playlist itself, as where there are no media sources. */
  function listenToPast(seconds: number) {
    playSound(testSite(), CHANNEL, STARTED + seconds);
    const audio = soundElement();
    const getStartDate = () => new Date(STARTED * 1_000);
    audio.happens("loadedmetadata", { readyState: 4, seeking: false, error: null, getStartDate });
    audio.happens("playing", { ended: false });
    return audio;
  }

  it("plays from a moment on, is sought, and resumes where it paused", () => {
    const audio = listenToPast(600);
    expect(audio.getAttribute("src")).toBe(CHANNEL.pastUrl);
    expect(audio.currentTime).toBe(600);
    audio.happens("timeupdate", { currentTime: 620 });
    expect(nowListening()?.position).toBe(STARTED + 620);
    listenControls()?.pause();
    audio.currentTime = 0;
    listenControls()?.play();
    audio.happens("loadedmetadata");
    expect(audio.currentTime).toBe(620);
    listenControls()?.seek?.(STARTED + 605);
    audio.happens("loadedmetadata");
    expect(audio.currentTime).toBe(605);
  });

  it.each([
    ["when asked", () => listenControls()?.goLive?.()],
    ["when the broadcast has ended", () => soundElement().happens("ended", { ended: true })],
  ])("goes on at its live edge %s", (_when, leave) => {
    const audio = listenToPast(600);
    leave();
    expect(audio.getAttribute("src")).toBe(CHANNEL.url);
    expect(nowListening()).toMatchObject({ status: "loading", position: 0 });
    expect(listenControls()?.seek).toBeUndefined();
  });

  it("stays silent after a past broadcast when the sleep timer wants its end", () => {
    const audio = listenToPast(600);
    setTimer("end");
    audio.happens("ended", { ended: true });
    expect(audio.getAttribute("src")).toBe(CHANNEL.pastUrl);
    expect(nowListening()).toMatchObject({ status: "ended", timer: null });
  });
});

describe("one thing plays at a time", () => {
  it("sound ends the video in the corner, and a video ends the sound", () => {
    const end = vi.fn(() => setMiniPlayer("video", null));
    setMiniPlayer("video", end);
    listen();
    expect(end).toHaveBeenCalledOnce();
    setMiniPlayer("video", end);
    expect(nowListening()).toBeNull();
  });

  it("a voice that reads replaces the sound", () => {
    const { audio } = listen();
    const stop = vi.fn();
    const voice = { play: vi.fn(), pause: vi.fn(), stop };
    beginListening({ key: "john", kind: "voice", title: "John 3", poster: null }, voice);
    expect(audio.paused).toBe(true);
    expect(nowListening()?.heard.title).toBe("John 3");
    listen();
    expect(stop).toHaveBeenCalledOnce();
  });
});

describe("the sleep timer", () => {
  it("pauses after its time, once", () => {
    const { audio } = listen();
    setTimer(15);
    vi.advanceTimersByTime(15 * 60_000 - 1);
    expect(audio.paused).toBe(false);
    vi.advanceTimersByTime(1);
    expect(audio.paused).toBe(true);
    expect(nowListening()).toMatchObject({ status: "paused", timer: null });
  });

  it("ends with a recording", () => {
    const { audio } = listen();
    setTimer("end");
    audio.happens("ended", { ended: true });
    expect(nowListening()).toMatchObject({ status: "ended", timer: null });
  });

  it("pauses at the end of a programme, and can be turned off", () => {
    const { audio } = listen();
    setTimer("end");
    setTimer(null);
    programmeEnded();
    expect(audio.paused).toBe(false);
    setTimer("end");
    programmeEnded();
    expect(audio.paused).toBe(true);
  });
});
