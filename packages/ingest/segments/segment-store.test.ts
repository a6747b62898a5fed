import { appendFile, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Segment } from "#ingest/segmenter-contract.ts";
import { DISK, type SegmentFiles } from "./segment-files.ts";
import type { IndexEntry } from "./segment-index.ts";
import {
  deleteSession,
  type KnownSessions,
  listSessions,
  openSegmentStore,
  RecordingEndedError,
  type SegmentStore,
  type SegmentStoreOptions,
} from "./segment-store.ts";

let channel: string;
let folder: string;
const onEnded = vi.fn<(error: RecordingEndedError) => void>();

beforeEach(async () => {
  channel = await mkdtemp(join(tmpdir(), "reign-segments-"));
  folder = join(channel, "session");
  onEnded.mockReset();
});

afterEach(() => rm(channel, { recursive: true, force: true }));

/** A disk that does not wait for its platters. */
const FAST: SegmentFiles = { ...DISK, writeDraft: (path, content) => writeFile(path, content) };

const open = (options: Partial<SegmentStoreOptions> = {}) =>
  openSegmentStore({
    folder,
    quotaBytes: 1_000_000,
    reserveBytes: 0,
    onEnded,
    files: FAST,
    ...options,
  });

/** A segment of 2 s whose bytes tell its number; every fourth has another configuration. */
function segment(number: number): Segment {
  const initId = Math.floor(number / 4);
  const isFirst = number % 4 === 0;
  return {
    number,
    startMs: number * 2_000,
    durationSeconds: 2,
    discontinuity: isFirst && number > 0,
    initId,
    ...(isFirst ? { init: Uint8Array.of(1, initId), audioInit: Uint8Array.of(2, initId) } : {}),
    video: new Uint8Array(100).fill(number),
    audio: new Uint8Array(10).fill(number),
    codecs: "avc1.4d401f,mp4a.40.2",
    audioCodec: "mp4a.40.2",
    width: 1280,
    height: 720,
    frameRate: 25,
  };
}

async function appendTo(store: SegmentStore, from: number, to: number): Promise<void> {
  for (let number = from; number < to; number++) await store.append(segment(number));
}

/** Files that the listed segments need and that cannot be read as they were written. */
async function unreadable(store: SegmentStore): Promise<string[]> {
  const names: string[] = [];
  for (const { number, initId } of store.live()) {
    const expected = new Map([
      [`${number}.m4s`, segment(number).video],
      [`${number}.audio.m4s`, segment(number).audio],
      [`init-${initId}.mp4`, Uint8Array.of(1, initId)],
      [`init-${initId}.audio.mp4`, Uint8Array.of(2, initId)],
    ]);
    for (const [name, bytes] of expected) {
      const read = await store.read(name);
      if (!read || !bytes || Buffer.compare(read, bytes) !== 0) names.push(name);
    }
  }
  return names;
}

const numbers = (store: SegmentStore) => store.live().map(({ number }) => number);
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);

it("stores segments, and continues after a restart", async () => {
  const first = await open();
  await appendTo(first, 0, 12);
  expect(first.bytes()).toBe(12 * 110);
  const store = await open();
  expect(store.recorded()).toEqual(first.recorded());
  await appendTo(store, 12, 14);
  expect(numbers(store)).toEqual(upTo(14));
  expect(store.live()[13]).toMatchObject({ discontinuities: 3, videoBytes: 100, audioBytes: 10 });
  expect(await unreadable(store)).toEqual([]);
  expect(await unreadable(await open())).toEqual([]);
});

it("rejects a segment that is not the next", async () => {
  const store = await open();
  await appendTo(store, 0, 2);
  await expect(store.append(segment(3))).rejects.toThrow(RangeError);
  await appendTo(store, 2, 3);
  expect(numbers(store)).toEqual([0, 1, 2]);
});

it("reads no file but media files", async () => {
  const store = await open();
  await appendTo(store, 0, 1);
  for (const name of ["index.jsonl", "../session/0.m4s", ".draft-0.m4s", "", "1.m4s"]) {
    expect(await store.read(name)).toBeNull();
  }
});

it("drops a torn line and the files of the segment in the making", async () => {
  await appendTo(await open(), 0, 5);
  await appendFile(join(folder, "index.jsonl"), '{"number":5,"startMs":1000');
  await writeFile(join(folder, "5.m4s"), "half");
  await writeFile(join(folder, ".draft-6.m4s"), "half");
  const store = await open();
  expect(numbers(store)).toEqual(upTo(5));
  expect(await readdir(folder)).toHaveLength(5 * 2 + 4 + 1);
  await appendTo(store, 5, 7);
  expect(await unreadable(await open())).toEqual([]);
});

it("shows a segment whose files are lost as a gap, and keeps those after it", async () => {
  await appendTo(await open(), 0, 5);
  await rm(join(folder, "2.m4s"));
  const store = await open();
  expect(numbers(store)).toEqual(upTo(5));
  expect(store.live()[2]).toMatchObject({ videoBytes: null, audioBytes: null });
});

class Killed extends Error {}

/** Disk of a process that dies at a step, half way through it where that is possible. */
function diskUntil(step: number): { files: SegmentFiles; isAlive: () => boolean } {
  let left = step;
  const isLast = () => {
    if (left < 0) throw new Killed();
    return left-- === 0;
  };
  const files: SegmentFiles = {
    async writeDraft(path, content) {
      const isDying = isLast();
      await FAST.writeDraft(path, isDying ? content.slice(0, content.length / 2) : content);
      if (isDying) throw new Killed();
    },
    async append(path, text) {
      const isDying = isLast();
      await FAST.append(path, isDying ? text.slice(0, text.length / 2) : text);
      if (isDying) throw new Killed();
    },
    async publish(draft, path) {
      if (isLast()) throw new Killed();
      await FAST.publish(draft, path);
    },
    async remove(path) {
      if (isLast()) throw new Killed();
      await FAST.remove(path);
    },
  };
  return { files, isAlive: () => left >= 0 };
}

it("loses at most the segment in the making when killed between any two steps", async () => {
  for (let step = 0; ; step++) {
    await rm(folder, { recursive: true, force: true });
    const { files, isAlive } = diskUntil(step);
    const killed = await open({ files });
    let stored = 0;
    while (stored < 7) {
      await killed.append(segment(stored));
      if (!isAlive()) break;
      stored++;
    }
    const store = await open();
    expect(numbers(store)).toEqual(upTo(stored));
    expect(await unreadable(store)).toEqual([]);
    await store.append(segment(stored));
    if (stored === 7) return;
  }
});

describe("a disk that fails", () => {
  function failing(from: number, code: string): SegmentFiles {
    let count = 0;
    return {
      ...FAST,
      writeDraft(path, content) {
        if (count++ < from) return FAST.writeDraft(path, content);
        return Promise.reject(Object.assign(new Error(`${code}: write`), { code }));
      },
    };
  }

  it("ends the recording, and the broadcast goes on from memory", async () => {
    const store = await open({ files: failing(4 + 2 * 5, "ENOSPC") });
    await appendTo(store, 0, 8);
    expect(onEnded).toHaveBeenCalledOnce();
    expect(store.ended()).toMatchObject({
      reason: "disk-full",
      message: "Recording ended: disk-full",
    });
    expect(store.recorded()).toHaveLength(5);
    expect(numbers(store)).toEqual(upTo(8));
    expect(await unreadable(store)).toEqual([]);
    // Segments that left the memory are not listed, nor are those before them.
    await appendTo(store, 8, 60);
    expect(numbers(store)).toEqual(upTo(60).slice(30));
    expect(await unreadable(store)).toEqual([]);
    expect((await open()).recorded()).toHaveLength(5);
  });

  it("names other errors of the disk", async () => {
    const store = await open({ files: failing(0, "EIO") });
    await appendTo(store, 0, 2);
    expect(store.ended()).toMatchObject({
      reason: "write-failed",
      message: "Recording ended: EIO: write",
    });
    expect(numbers(store)).toEqual([0, 1]);
  });

  it("is not filled: a reserve is left to others", async () => {
    let free = 2_000;
    const store = await open({ reserveBytes: 1_500, freeBytes: async () => (free -= 110) });
    await appendTo(store, 0, 6);
    expect(store.recorded()).toHaveLength(3);
    expect(store.ended()?.reason).toBe("disk-full");
    expect(numbers(store)).toEqual(upTo(6));
  });
});

describe("a quota", () => {
  it("ends a recording", async () => {
    const store = await open({ quotaBytes: 350 });
    await appendTo(store, 0, 5);
    expect(store.ended()?.reason).toBe("quota");
    expect(store.recorded()).toHaveLength(3);
  });

  it("gives no number again after a restart, and records on once there is space", async () => {
    const store = await open({ quotaBytes: 350 });
    const listed: IndexEntry[] = [];
    for (const number of upTo(6)) listed.push(await store.append(segment(number)));
    const full = await open({ quotaBytes: 350, listed });
    expect(full.nextNumber()).toBe(6);
    await expect(full.append(segment(3))).rejects.toThrow(RangeError);
    await full.append({ ...segment(6), discontinuity: true });
    expect(full.live().at(-1)).toMatchObject({ number: 6, discontinuities: 2 });
    const later = await open({ listed });
    await later.append({ ...segment(6), discontinuity: true });
    expect(numbers(later)).toEqual(upTo(7));
    expect(later.recorded().map(({ videoBytes }) => videoBytes)).toEqual([
      ...Array(3).fill(100),
      ...Array(3).fill(null),
      100,
    ]);
    expect((await open()).recorded()).toHaveLength(7);
  });
});

it("lists the sessions of a channel, and deletes one", async () => {
  await appendTo(await open(), 0, 3);
  await appendTo(await open({ folder: join(channel, "later") }), 0, 1);
  const later = { id: "later", bytes: 110, startMs: 0, seconds: 2 };
  const known: KnownSessions = new Map();
  for (const count of [3, 4]) {
    if (count > 3) await appendTo(await open(), 3, 4);
    expect(await listSessions(channel, known)).toEqual([
      later,
      { id: "session", bytes: count * 110, startMs: 0, seconds: count * 2 },
    ]);
  }
  const { files } = diskUntil(1);
  await expect(deleteSession(folder, files)).rejects.toThrow(Killed);
  expect(await listSessions(channel)).toEqual([later]);
  await deleteSession(folder);
  expect(await readdir(channel)).toEqual(["later"]);
  expect(await listSessions(join(channel, "none"))).toEqual([]);
});
