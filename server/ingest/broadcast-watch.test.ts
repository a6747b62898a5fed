import { expect, it } from "vitest";
import type { Broadcast } from "./broadcast-store.ts";
import { createBroadcastWatch } from "./broadcast-watch.ts";

const RUNNING: Broadcast = {
  id: "1",
  channel: "english",
  server: "another",
  address: "http://127.0.0.1:1",
  via: "rtmp",
  startedAtMs: 0,
  isFresh: true,
  droppedAtMs: null,
  endedAtMs: null,
  isStopRequested: false,
  recordingProblem: null,
  first: { sequence: 0, discontinuity: 0 },
  onAirAtMs: 0,
  shift: null,
  chapters: [],
};

it("reads the segments that arrive together with the end of another server's broadcast, once", async () => {
  let row = RUNNING;
  let stored = 1;
  const asked: number[] = [];
  const watch = createBroadcastWatch({
    store: {
      recent: () => Promise.resolve([row]),
      segmentsFrom(_id, from) {
        asked.push(from);
        return Promise.resolve(
          Array.from({ length: stored }, (_, number) => entry(number)).slice(from),
        );
      },
      end: () => Promise.resolve(),
      prune: () => Promise.resolve(),
    },
    isReceiving: () => false,
    shiftAfter: () => ({ sequence: 0, discontinuity: 0 }),
    onRead: () => undefined,
    report: () => undefined,
    now: () => 0,
  });
  await watch.check();
  stored = 3;
  row = { ...RUNNING, endedAtMs: 6_000, shift: { sequence: 0, discontinuity: 0 } };
  await watch.check();
  await watch.check();
  expect(watch.of("english")[0]?.entries.map(({ number }) => number)).toEqual([0, 1, 2]);
  expect(asked).toEqual([0, 1]);
});

function entry(number: number): object {
  return {
    number,
    startMs: number * 2_000,
    durationSeconds: 2,
    discontinuity: false,
    discontinuities: 0,
    initId: 0,
    codecs: "avc1.64001f",
    audioCodec: null,
    width: 1_280,
    height: 720,
    frameRate: 30,
    videoBytes: 100,
    audioBytes: null,
  };
}
