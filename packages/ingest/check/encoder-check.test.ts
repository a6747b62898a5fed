import { expect, it } from "vitest";
import { BoundedWindow } from "./bounded-window.ts";
import { createEncoderChecker } from "./encoder-check.ts";
import type { MediaEvent } from "#ingest/media-event.ts";
import { AAC_STEREO, AVC_720P, fakePackets } from "#ingest/testing/fake-encoder.ts";

const VIDEO: MediaEvent = { kind: "video-config", codec: "avc", description: AVC_720P };
const AUDIO: MediaEvent = { kind: "audio-config", codec: "aac", description: AAC_STEREO };

/** Passes events to a checker as they would arrive, by the clock of their times. */
function watch(limitKilobits = 4_000) {
  let nowMs = 0;
  const checker = createEncoderChecker({ now: () => nowMs, limitKilobits });
  return {
    checker,
    wait: (ms: number) => (nowMs += ms),
    send: (...events: readonly MediaEvent[]) => {
      for (const event of events) {
        if (event.kind === "video") nowMs = Math.max(nowMs, event.decodeMs);
        if (event.kind === "audio") nowMs = Math.max(nowMs, event.presentationMs);
        checker.add(event);
      }
      return checker.read();
    },
  };
}

it("finds nothing wrong with a good encoder, and says what it sends", () => {
  const { send } = watch();
  send({ kind: "encoder", name: "OBS" }, VIDEO, AUDIO);
  const check = send(...fakePackets({ seconds: 30, sampleRate: 44_100, pictureBytes: 12_000 }));
  expect(check.checkResults).toEqual([]);
  expect(check.facts).toEqual({
    encoder: "OBS",
    videoCodec: "avc",
    width: 1280,
    height: 720,
    frameRate: 25,
    keyFrameSeconds: 2,
    kilobitsPerSecond: expect.closeTo(2_420, -2),
    audioCodec: "aac",
    sampleRate: 44_100,
    channels: 2,
    drops: 0,
    timeJumps: 0,
    silentSeconds: expect.closeTo(0, 1),
  });
});

it.each([
  [{ keyFrameSeconds: 8.32 }, [{ id: "key-frame-interval", seconds: 8.32 }]],
  [{ keyFrameSeconds: 60 }, [{ id: "no-key-frame", seconds: expect.closeTo(30, 0) }]],
  [{ hasAudio: false }, [{ id: "no-audio" }]],
  [{ hasVideo: false }, [{ id: "no-video" }]],
  [{ distanceMs: () => 10 }, [{ id: "frame-rate", framesPerSecond: 100 }]],
  [
    { pictureBytes: 30_000 },
    [{ id: "bit-rate", kilobitsPerSecond: expect.closeTo(6_020, -2), limit: 4_000 }],
  ],
  [
    { distanceMs: (index: number) => (index % 50 === 49 ? 240 : 40) },
    [{ id: "drops", perMinute: expect.closeTo(65, -1) }],
  ],
])("finds the problem of %j", (options, checkResults) => {
  const { send } = watch();
  send(VIDEO, AUDIO);
  expect(send(...fakePackets({ seconds: 30, ...options })).checkResults).toEqual(checkResults);
});

it("names codecs that are not passed on, and does not miss their packets", () => {
  const { send, wait } = watch();
  send({ kind: "unsupported", track: "video", codec: "hevc" });
  send({ kind: "unsupported", track: "audio", codec: "opus" });
  wait(20_000);
  expect(send().checkResults).toEqual([
    { id: "unsupported-video", codec: "hevc" },
    { id: "unsupported-audio", codec: "opus" },
  ]);
});

it("says how long nothing has arrived, also from the start", () => {
  const { send, wait } = watch();
  wait(4_000);
  expect(send().checkResults).toEqual([{ id: "no-data", seconds: 4 }]);
  send(VIDEO, AUDIO, ...fakePackets({ seconds: 5, fromMs: 4_000 }));
  wait(7_000);
  const { facts, checkResults } = send();
  expect(facts.silentSeconds).toBeCloseTo(7, 1);
  expect(checkResults).toEqual([{ id: "no-data", seconds: facts.silentSeconds }]);
});

it("counts time jumps, which break no key-frame distance", () => {
  const { send, checker } = watch();
  send(VIDEO, AUDIO, ...fakePackets({ seconds: 5, fromMs: 3_600_000 }));
  for (let jump = 0; jump < 3; jump++) checker.notice({ id: "time-jump", seconds: 3_600 });
  const { facts, checkResults } = send(...fakePackets({ seconds: 5, fromMs: 9_600_000 }));
  expect(facts.keyFrameSeconds).toBe(2);
  expect(checkResults).toEqual([{ id: "time-jumps", count: 3 }]);
});

it("keeps as many values as it needs, the newest", () => {
  const window = new BoundedWindow(3);
  for (let value = 0; value < 100; value++) window.add(value, value * 1_000);
  expect(window.values()).toEqual([97, 98, 99]);
  expect(window.sumSince(97_000)).toBe(98 + 99);
});
