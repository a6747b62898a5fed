import { array, assert, asyncProperty, boolean, constantFrom, integer, record } from "fast-check";
import { describe, expect, it, vi } from "vitest";
import type { MediaEvent } from "#ingest/media-event.ts";
import {
  AAC_MONO,
  AAC_STEREO,
  AVC_480P,
  AVC_720P,
  fakePackets,
  shifted,
} from "#ingest/testing/fake-encoder.ts";
import { filmEvents } from "#ingest/testing/film-events.ts";
import { broadcastFor, memoryInUse } from "#ingest/testing/long-broadcast.ts";
import { problemsOf, recordSegments } from "#ingest/testing/segment-recorder.ts";
import type { Notice, Segment } from "#ingest/segmenter-contract.ts";
import { monoConfig } from "./adts.ts";
import type { Sound } from "./sound-encoder.ts";
import { SILENT_CONFIG } from "./stream-config.ts";

const VIDEO: MediaEvent = { kind: "video-config", codec: "avc", description: AVC_720P };
const OTHER_VIDEO: MediaEvent = { kind: "video-config", codec: "avc", description: AVC_480P };
const AUDIO: MediaEvent = { kind: "audio-config", codec: "aac", description: AAC_MONO };
const OTHER_AUDIO: MediaEvent = { kind: "audio-config", codec: "aac", description: AAC_STEREO };

const MONO = monoConfig(48_000) ?? SILENT_CONFIG;

const HOUR_MS = 3_600_000;

const durations = (segments: readonly Segment[]) =>
  segments.map(({ durationSeconds }) => durationSeconds);
const breaks = (segments: readonly Segment[]) =>
  segments.filter(({ discontinuity }) => discontinuity).map(({ number }) => number);
const ids = (notices: readonly Notice[]) => notices.map(({ id }) => id);
const total = (segments: readonly Segment[]) =>
  segments.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0);

it("copies a film into contiguous segments of picture and sound", async () => {
  const events = await filmEvents("clip-an-appointed-time.mp4", 20);
  const recorder = recordSegments({ startedAt: 1_000 });
  await recorder.push(...events);
  await recorder.flush();
  expect(durations(recorder.segments).slice(0, 3)).toEqual([4.8, 4.8, 4.8]);
  expect(total(recorder.segments)).toBeCloseTo(20, 1);
  expect(problemsOf(recorder.segments, 1_000)).toEqual([]);
  expect(recorder.notices).toEqual([]);
  expect(recorder.segments[0]).toMatchObject({
    number: 0,
    startMs: 1_000,
    discontinuity: false,
    codecs: "avc1.4d401e,mp4a.40.2",
    audioCodec: "mp4a.40.2",
    width: 854,
    height: 480,
    frameRate: 25,
  });
});

it("cuts at the first key frame after the target, also when it comes some milliseconds early", async () => {
  const recorder = recordSegments();
  await recorder.push(VIDEO, AUDIO, ...fakePackets({ seconds: 9, keyFrameSeconds: 1.96 }));
  expect(durations(recorder.segments)).toEqual([1.96, 1.96, 1.96, 1.96]);
  const often = recordSegments();
  await often.push(VIDEO, AUDIO, ...fakePackets({ seconds: 9, keyFrameSeconds: 0.8 }));
  expect(durations(often.segments)).toEqual([2.4, 2.4, 2.4]);
  expect(problemsOf([...often.segments])).toEqual([]);
});

it("ends the segment in the making when the encoder goes, and loses nothing", async () => {
  const recorder = recordSegments();
  await recorder.push(VIDEO, AUDIO, ...fakePackets({ seconds: 5.6 }));
  await recorder.flush();
  expect(durations(recorder.segments)).toEqual([2, 2, expect.closeTo(1.61, 1)]);
  await recorder.flush();
  expect(recorder.segments).toHaveLength(3);
});

it("keeps the gap of a reconnect in the time line, by the wall clock", async () => {
  let nowMs = 50_000;
  const recorder = recordSegments({ startedAt: () => nowMs });
  await recorder.push(VIDEO, AUDIO, ...fakePackets({ seconds: 4.5 }));
  await recorder.flush();
  nowMs += 12_000;
  await recorder.push(VIDEO, AUDIO, ...fakePackets({ seconds: 4.5 }));
  await recorder.flush();
  expect(breaks(recorder.segments)).toEqual([3]);
  expect(recorder.segments[3]?.startMs).toBe(62_000);
  // The same parameters need no other init file.
  expect(new Set(recorder.segments.map(({ initId }) => initId))).toEqual(new Set([0]));
  expect(problemsOf(recorder.segments, 50_000)).toEqual([]);
});

it("continues a broadcast whose segments exist already", async () => {
  const recorder = recordSegments({ firstNumber: 40, firstInitId: 3 });
  await recorder.push(VIDEO, AUDIO, ...fakePackets({ seconds: 3 }));
  expect(recorder.segments[0]).toMatchObject({ number: 40, initId: 3, discontinuity: true });
  expect(recorder.segments[0]?.init).toBeDefined();
});

describe("times", () => {
  it.each([
    ["an hour forward", HOUR_MS],
    ["an hour back", -HOUR_MS],
    ["two seconds back", -2_000],
  ])("starts after a discontinuity when they jump %s", async (_, byMs) => {
    const recorder = recordSegments();
    await recorder.push(VIDEO, AUDIO, ...fakePackets({ seconds: 5, fromMs: HOUR_MS * 2 }));
    const later = fakePackets({ seconds: 7, fromMs: HOUR_MS * 2 + 5_000 });
    await recorder.push(...shifted(later, byMs));
    await recorder.flush();
    expect(breaks(recorder.segments)).toEqual([3]);
    expect(ids(recorder.notices)).toEqual(["time-jump"]);
    expect(problemsOf(recorder.segments)).toEqual([]);
    expect(total(recorder.segments)).toBeCloseTo(12, 1);
  });

  it("of one track from before a jump are dropped, and make no second jump", async () => {
    const recorder = recordSegments();
    await recorder.push(VIDEO, AUDIO, ...fakePackets({ seconds: 4.2, fromMs: 60_000 }));
    const late: MediaEvent[] = [64_210, 64_231].map((presentationMs) => ({
      kind: "audio",
      data: Uint8Array.of(1),
      presentationMs,
    }));
    const [first, ...others] = fakePackets({ seconds: 4.2 });
    if (first) await recorder.push(first, ...late, ...others);
    await recorder.flush();
    expect(ids(recorder.notices)).toEqual(["time-jump"]);
    expect(breaks(recorder.segments)).toEqual([3]);
  });

  it("may have a variable distance and B-frames", async () => {
    const recorder = recordSegments();
    const distanceMs = (index: number) => [33, 34, 33, 50, 17, 66][index % 6] ?? 33;
    await recorder.push(
      VIDEO,
      AUDIO,
      ...fakePackets({ seconds: 20, distanceMs, hasBFrames: true }),
    );
    await recorder.flush();
    expect(problemsOf(recorder.segments)).toEqual([]);
    expect(total(recorder.segments)).toBeCloseTo(20, 1);
  });

  it("of an open group of pictures leave no hole and no overlap", async () => {
    const recorder = recordSegments();
    // Of each group, the picture after the key frame is shown before it.
    const events = fakePackets({ seconds: 9 }).map((event): MediaEvent => {
      if (event.kind !== "video" || event.decodeMs === 0) return event;
      const place = event.decodeMs % 2_000;
      if (place === 0) return { ...event, presentationMs: event.decodeMs + 40 };
      return place === 40 ? { ...event, presentationMs: event.decodeMs - 40 } : event;
    });
    await recorder.push(VIDEO, AUDIO, ...events);
    expect(durations(recorder.segments)).toEqual([2, 2, 2, 2]);
    expect(problemsOf(recorder.segments)).toEqual([]);
  });
});

describe("sound", () => {
  it("that never comes is silence after 3 s", async () => {
    const recorder = recordSegments();
    await recorder.push(VIDEO, ...fakePackets({ seconds: 2.9, hasAudio: false }));
    expect(recorder.segments).toHaveLength(0);
    const rest = fakePackets({ seconds: 8, hasAudio: false });
    await recorder.push(...rest.slice(Math.ceil(2_900 / 40)));
    expect(durations(recorder.segments)).toEqual([2, 2, 2]);
    expect(recorder.notices).toEqual([{ id: "no-audio" }]);
    expect(recorder.segments[0]?.codecs).toBe("avc1.4d401f,mp4a.40.2");
    expect(problemsOf(recorder.segments)).toEqual([]);
  });

  it("that comes late has its own init file after a discontinuity", async () => {
    const recorder = recordSegments();
    await recorder.push(VIDEO, ...fakePackets({ seconds: 8, hasAudio: false }), AUDIO);
    await recorder.push(...fakePackets({ seconds: 8, fromMs: 8_000 }));
    await recorder.flush();
    expect(recorder.notices).toEqual([{ id: "no-audio" }, { id: "audio-returned" }]);
    expect(breaks(recorder.segments)).toEqual([4]);
    expect(recorder.segments[4]).toMatchObject({ startMs: 8_000, initId: 1 });
    expect(problemsOf(recorder.segments)).toEqual([]);
    expect(total(recorder.segments)).toBeCloseTo(16, 1);
  });

  it("that comes late goes on where silence ended when its parameters came early", async () => {
    const recorder = recordSegments();
    await recorder.push(VIDEO, AUDIO, ...fakePackets({ seconds: 8, hasAudio: false }));
    await recorder.push(...fakePackets({ seconds: 8, fromMs: 8_000 }));
    await recorder.flush();
    expect(ids(recorder.notices)).toEqual(["no-audio", "audio-returned"]);
    expect(breaks(recorder.segments)).toEqual([]);
    expect(problemsOf(recorder.segments)).toEqual([]);
  });

  it("that stops is silence after 3 s, and returns", async () => {
    const recorder = recordSegments();
    const without = fakePackets({ seconds: 9, fromMs: 4_000, hasAudio: false });
    await recorder.push(VIDEO, AUDIO, ...fakePackets({ seconds: 4 }), ...without);
    await recorder.push(...fakePackets({ seconds: 5, fromMs: 13_000 }));
    await recorder.flush();
    expect(ids(recorder.notices)).toEqual(["audio-stopped", "audio-returned"]);
    expect(breaks(recorder.segments)).toEqual([]);
    expect(problemsOf(recorder.segments)).toEqual([]);
    expect(total(recorder.segments)).toBeCloseTo(18, 0);
  });

  it("of other parameters starts at the next key frame", async () => {
    const recorder = recordSegments();
    await recorder.push(VIDEO, AUDIO, ...fakePackets({ seconds: 5 }), OTHER_AUDIO);
    await recorder.push(...fakePackets({ seconds: 5, fromMs: 5_000, sampleRate: 44_100 }));
    await recorder.flush();
    expect(recorder.notices).toEqual([{ id: "audio-changed", sampleRate: 44_100, channels: 2 }]);
    expect(breaks(recorder.segments)).toEqual([3]);
    expect(problemsOf(recorder.segments)).toEqual([]);
  });

  it("is broadcast alone when no picture comes, and the picture joins later", async () => {
    const recorder = recordSegments();
    await recorder.push(AUDIO, ...fakePackets({ seconds: 9, hasVideo: false }));
    expect(recorder.notices).toEqual([{ id: "no-video" }]);
    expect(recorder.segments).toHaveLength(4);
    expect(recorder.segments[0]).toMatchObject({ video: null, width: null, codecs: "mp4a.40.2" });
    await recorder.push(VIDEO, ...fakePackets({ seconds: 5, fromMs: 9_000 }));
    await recorder.flush();
    expect(problemsOf(recorder.segments)).toEqual([]);
    expect(total(recorder.segments)).toBeCloseTo(14, 1);
  });

  it("goes on alone when the picture stops", async () => {
    const recorder = recordSegments();
    await recorder.push(VIDEO, AUDIO, ...fakePackets({ seconds: 4.5 }));
    await recorder.push(...fakePackets({ seconds: 8, fromMs: 4_500, hasVideo: false }));
    await recorder.flush();
    expect(recorder.notices).toEqual([{ id: "no-video" }]);
    expect(recorder.segments.at(-1)?.video).toBeNull();
    expect(problemsOf(recorder.segments)).toEqual([]);
    expect(total(recorder.segments)).toBeCloseTo(12.5, 1);
  });
});

describe("pictures", () => {
  it("of another size have their own init file, in the middle of a segment too", async () => {
    const recorder = recordSegments();
    await recorder.push(VIDEO, AUDIO, ...fakePackets({ seconds: 5 }), OTHER_VIDEO);
    await recorder.push(...fakePackets({ seconds: 5, fromMs: 5_000 }));
    await recorder.flush();
    expect(breaks(recorder.segments)).toEqual([3]);
    expect(recorder.segments[3]).toMatchObject({ width: 854, height: 480, initId: 1 });
    expect(durations(recorder.segments).slice(0, 3)).toEqual([2, 2, 1]);
    expect(problemsOf(recorder.segments)).toEqual([]);
  });

  it("with key frames every 8.3 s make segments of 8.3 s", async () => {
    const recorder = recordSegments();
    await recorder.push(VIDEO, AUDIO, ...fakePackets({ seconds: 30, keyFrameSeconds: 8.32 }));
    expect(durations(recorder.segments)).toEqual([8.32, 8.32, 8.32]);
    expect(recorder.notices).toEqual([]);
  });

  it("without a key frame for 10 s are dropped until the next", async () => {
    const recorder = recordSegments();
    await recorder.push(VIDEO, AUDIO, ...fakePackets({ seconds: 27, keyFrameSeconds: 20 }));
    await recorder.flush();
    expect(ids(recorder.notices)).toEqual(["no-key-frame"]);
    expect(durations(recorder.segments)).toEqual([expect.closeTo(10, 0), expect.closeTo(7, 0)]);
    expect(recorder.segments[1]?.startMs).toBe(20_000);
    expect(problemsOf(recorder.segments)).toEqual([]);
  });

  it("before the first key frame are dropped", async () => {
    const recorder = recordSegments();
    await recorder.push(VIDEO, AUDIO, ...fakePackets({ seconds: 9 }).slice(30));
    expect(recorder.segments).toHaveLength(3);
    expect(problemsOf(recorder.segments)).toEqual([]);
  });
});

it("uses no more memory for a broadcast that goes on", async () => {
  const memory: number[] = [];
  let count = 0;
  await broadcastFor({
    minutes: 3,
    onSegment: () => void count++,
    onMinute: () => void memory.push(memoryInUse()),
  });
  expect(count).toBe(90);
  expect((memory[2] ?? 0) - (memory[0] ?? 0)).toBeLessThan(1_000_000);
});

describe("hostile input", () => {
  it("reports damaged parameters, drops what follows them, and goes on after the next", async () => {
    const recorder = recordSegments();
    await recorder.push(VIDEO, AUDIO, ...fakePackets({ seconds: 3 }));
    await recorder.push(
      { kind: "video-config", codec: "avc", description: AVC_720P.subarray(0, 12) },
      { kind: "audio-config", codec: "aac", description: new Uint8Array() },
      ...fakePackets({ seconds: 1, fromMs: 3_000 }),
    );
    await recorder.push(VIDEO, AUDIO, ...fakePackets({ seconds: 4, fromMs: 4_000 }));
    await recorder.flush();
    expect(recorder.notices).toEqual([
      { id: "invalid-config", track: "video" },
      { id: "invalid-config", track: "audio" },
    ]);
    expect(problemsOf(recorder.segments)).toEqual([]);
    expect(total(recorder.segments)).toBeCloseTo(8, 1);
  });

  it("broadcasts silence for sound that no player has", async () => {
    const recorder = recordSegments();
    const scalable: MediaEvent = { ...AUDIO, description: Uint8Array.of(0x19, 0x88) };
    await recorder.push(VIDEO, AUDIO, ...fakePackets({ seconds: 4.5 }), scalable);
    await recorder.push(...fakePackets({ seconds: 5, fromMs: 4_500 }), AUDIO);
    await recorder.push(...fakePackets({ seconds: 5, fromMs: 9_500 }));
    await recorder.flush();
    expect(ids(recorder.notices)).toEqual(["invalid-config", "audio-stopped", "audio-returned"]);
    expect(problemsOf(recorder.segments)).toEqual([]);
    expect(total(recorder.segments)).toBeCloseTo(14.5, 1);
  });

  it("bounds what waits when times stand still", async () => {
    const recorder = recordSegments();
    const data = new Uint8Array(1024 * 1024);
    await recorder.push(VIDEO, AUDIO);
    for (let index = 0; index < 60; index++) {
      await recorder.push({
        kind: "video",
        data,
        decodeMs: 0,
        presentationMs: 0,
        isKeyFrame: index === 0 || index === 30,
      });
    }
    expect(ids(recorder.notices)).toEqual(["overflow", "overflow"]);
    await recorder.push(...fakePackets({ seconds: 5 }));
    expect(recorder.segments.length).toBeGreaterThan(0);
  });

  it("makes contiguous segments of any order of interruptions", async () => {
    const fault = record({
      kind: constantFrom(
        "none",
        "jump",
        "flush",
        "other video",
        "other audio",
        "no audio",
        "no video",
        "lost",
        "not a number",
      ),
      seconds: integer({ min: 1, max: 9 }),
      byMs: integer({ min: -20_000, max: 20_000 }),
      hasBFrames: boolean(),
      keyFrameSeconds: constantFrom(0.5, 2, 3.3, 12),
    });
    await assert(
      asyncProperty(array(fault, { minLength: 1, maxLength: 6 }), async (faults) => {
        let nowMs = 0;
        const recorder = recordSegments({ startedAt: () => nowMs });
        await recorder.push(VIDEO, AUDIO);
        let fromMs = 100_000;
        for (const { kind, seconds, byMs, hasBFrames, keyFrameSeconds } of faults) {
          if (kind === "jump") fromMs += byMs;
          if (kind === "flush") await recorder.flush();
          if (kind === "other video") await recorder.push(byMs > 0 ? VIDEO : OTHER_VIDEO);
          if (kind === "other audio") await recorder.push(byMs > 0 ? AUDIO : OTHER_AUDIO);
          if (kind === "not a number") {
            await recorder.push(...shifted(fakePackets({ seconds: 0.1 }), NaN));
          }
          const events = fakePackets({
            seconds,
            fromMs,
            hasBFrames,
            keyFrameSeconds,
            hasAudio: kind !== "no audio",
            hasVideo: kind !== "no video",
          });
          await recorder.push(...(kind === "lost" ? events.slice(40) : events));
          fromMs += seconds * 1000;
          nowMs += seconds * 1000;
        }
        await recorder.flush();
        expect(problemsOf(recorder.segments)).toEqual([]);
        expect(ids(recorder.notices)).not.toContain("segment-failed");
      }),
      { numRuns: 30 },
    );
  });
});

describe("with sound that is encoded again", () => {
  const encoded = (sound: Sound): Sound => ({
    config: MONO,
    samples: sound.samples.map(({ presentation }) => ({
      data: Uint8Array.of(1, 2),
      presentation,
    })),
  });
  const STEREO_48: MediaEvent = {
    kind: "audio-config",
    codec: "aac",
    description: SILENT_CONFIG.description,
  };

  it("writes the same init file whenever it is made", async () => {
    const made = async (at: number) => {
      vi.setSystemTime(at);
      const recorder = recordSegments();
      await recorder.push(VIDEO, STEREO_48, ...fakePackets({ seconds: 5 }));
      return recorder.segments[0]?.init;
    };
    vi.useFakeTimers({ toFake: ["Date"] });
    expect(await made(Date.UTC(2026, 0, 1))).toEqual(await made(Date.UTC(2026, 5, 1)));
    vi.useRealTimers();
  });

  it("gives the sound alone the numbers, times and cuts of the picture, which keeps its own", async () => {
    const recorder = recordSegments({
      encodeSound: async (sound) => Promise.resolve(encoded(sound)),
    });
    await recorder.push(VIDEO, STEREO_48, ...fakePackets({ seconds: 20, keyFrameSeconds: 1.96 }));
    const plain = recordSegments();
    await plain.push(VIDEO, STEREO_48, ...fakePackets({ seconds: 20, keyFrameSeconds: 1.96 }));
    expect(problemsOf(recorder.segments)).toEqual([]);
    expect(breaks(recorder.segments)).toEqual([]);
    const [first, second] = recorder.segments;
    expect(first?.video).toEqual(plain.segments[0]?.video);
    expect(first?.init).toEqual(plain.segments[0]?.init);
    expect(first?.audioInit).not.toEqual(plain.segments[0]?.audioInit);
    expect(second?.audio?.length).toBeLessThan(plain.segments[1]?.audio?.length ?? 0);
    expect(first?.audioCodec).toBe("mp4a.40.2");
  });

  it("goes on with the sound as it is after a discontinuity when the program is given up", async () => {
    let count = 0;
    const recorder = recordSegments({
      encodeSound: async (sound) => Promise.resolve(count++ < 3 ? encoded(sound) : null),
    });
    await recorder.push(VIDEO, STEREO_48, ...fakePackets({ seconds: 13 }));
    expect(problemsOf(recorder.segments)).toEqual([]);
    expect(breaks(recorder.segments)).toEqual([3]);
    expect(recorder.segments.map(({ initId }) => initId)).toEqual([0, 0, 0, 1, 1, 1]);
  });

  it("keeps the sound of a broadcast without a picture, which is all that is recorded", async () => {
    const encodeSound = vi.fn();
    const recorder = recordSegments({ encodeSound });
    await recorder.push(STEREO_48, ...fakePackets({ seconds: 9, hasVideo: false }));
    expect(recorder.segments.length).toBeGreaterThan(2);
    expect(encodeSound).not.toHaveBeenCalled();
  });
});
