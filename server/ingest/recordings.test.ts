import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Segment } from "@reign-tv/ingest/segmenter-contract.ts";
import type { RecordingProblem } from "./broadcast-store.ts";
import { openRecordings } from "./recordings.ts";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "reign-recordings-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function segment(number: number): Segment {
  const init = new Uint8Array([1]);
  return {
    number,
    startMs: number * 2_000,
    durationSeconds: 2,
    discontinuity: false,
    initId: 0,
    ...(number === 0 && { init, audioInit: init }),
    video: new Uint8Array(60_000).fill(number),
    audio: new Uint8Array(8_000).fill(number),
    codecs: "avc1.4d401e,mp4a.40.2",
    audioCodec: "mp4a.40.2",
    width: 426,
    height: 240,
    frameRate: 25,
  };
}

const GIGABYTES = 1_000_000_000;

it.each<[RecordingProblem, number, number]>([
  ["quota", 0.0001, 5 * GIGABYTES],
  ["disk", 1, 0.5 * GIGABYTES],
])(
  "ends a recording for %s, and viewers still get the newest segments",
  async (problem, maxGigabytes, free) => {
    const freeBytes = () => Promise.resolve(free);
    const recordings = await openRecordings({ folder, maxGigabytes, freeBytes });
    const broadcast = { id: problem, channel: "english", startedAtMs: 0, entries: [] };
    const problems: RecordingProblem[] = [];
    const store = await recordings.open(broadcast, ["english"], (found) => problems.push(found));
    const entries = [];
    for (let number = 0; number < 4; number++) entries.push(await store.append(segment(number)));
    expect(problems).toEqual([problem]);
    expect((await recordings.read(broadcast, "3.m4s"))?.[0]).toBe(3);
    expect(await recordings.read(broadcast, "init-0.mp4")).not.toBeNull();
    expect(await recordings.read(broadcast, "../../secrets")).toBeNull();
    // An encoder that returns numbers on, whatever is not recorded.
    expect(await recordings.open(broadcast, ["english"], () => undefined)).toBe(store);
    expect(store.live().at(-1)?.number).toBe(3);
    const recorded = await recordings.recorded(broadcast);
    recordings.close(broadcast.id);
    expect(await recordings.recorded(broadcast)).toEqual(recorded);
    expect(recorded.map(({ audioBytes }) => audioBytes)).toEqual(recorded.map(() => 8_000));
    expect(await recordings.recorded({ ...broadcast, id: "none" })).toEqual([]);
    expect(await recordings.read(broadcast, "3.m4s")).toBeNull();
    expect(await recordings.space(["english"])).toMatchObject({ freeBytes: free });
    // As does a server that has started again: it knows the numbers from the database.
    const again = await recordings.open({ ...broadcast, entries }, ["english"], () => undefined);
    expect(again.nextNumber()).toBe(4);
    recordings.close(broadcast.id);
  },
);

it("lists recordings that have ended, the newest first, and deletes one to make space", async () => {
  const recordings = await openRecordings({ folder, maxGigabytes: 1 });
  const named = [1, 2, 3].map((id) => ({
    id: String(id),
    channel: "french",
    startedAtMs: id,
    entries: [],
  }));
  for (const [index, broadcast] of named.entries()) {
    const store = await recordings.open(broadcast, ["french"], () => undefined);
    await store.append({ ...segment(0), startMs: index * 60_000 });
    if (index < 2) recordings.close(broadcast.id);
  }
  const listed = await recordings.list("french");
  expect(listed).toEqual([
    { id: "2-2", bytes: 68_000, startMs: 60_000, seconds: 2 },
    { id: "1-1", bytes: 68_000, startMs: 0, seconds: 2 },
  ]);
  expect(await recordings.remove("french", "3-3")).toBe(false);
  expect(await recordings.remove("french", "..")).toBe(false);
  expect(await recordings.remove("french", "1-1")).toBe(true);
  expect((await recordings.list("french")).map(({ id }) => id)).toEqual(["2-2"]);
  // A deletion that was cut short has removed the index alone.
  await mkdir(join(folder, "french", "0-0"));
  expect(await recordings.remove("french", "0-0")).toBe(true);
  expect(await readdir(join(folder, "french"))).not.toContain("0-0");
  expect(await recordings.space(["french"])).toMatchObject({ recordedBytes: 136_000 });
});
