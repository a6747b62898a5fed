import { mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { entryOf, fileNames, type IndexEntry } from "@reign-tv/ingest/segments/segment-index.ts";
import { filmEvents } from "@reign-tv/ingest/testing/film-events.ts";
import { recordSegments } from "@reign-tv/ingest/testing/segment-recorder.ts";
import { createSoundFiles } from "./sound-file.ts";

let folder = "";
const entries: IndexEntry[] = [];
const files = new Map<string, Uint8Array>();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "reign-sound-"));
  const recorder = recordSegments({ startedAt: () => 0 });
  await recorder.push(...(await filmEvents("clip-an-appointed-time.mp4", 9.6)));
  await recorder.flush();
  let previous: IndexEntry | null = null;
  for (const segment of recorder.segments) {
    previous = entryOf(segment, previous);
    entries.push(previous);
    if (segment.audioInit) files.set(fileNames.audioInit(segment.initId), segment.audioInit);
    if (segment.audio) files.set(fileNames.audio(segment.number), segment.audio);
  }
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const read = (name: string) => Promise.resolve(files.get(name) ?? null);

it("writes a recording's sound once, for all who ask", async () => {
  const soundFile = createSoundFiles();
  const path = join(folder, "sound.m4a");
  let count = 0;
  const recording = () => {
    count += 1;
    return Promise.resolve({ entries, read });
  };
  const [one, other] = await Promise.all([soundFile(path, recording), soundFile(path, recording)]);
  expect(other).toEqual(one);
  expect(await soundFile(path, recording)).toEqual(one);
  expect(count).toBe(1);
  const bytes = await readFile(path);
  expect(one).toEqual({ path, bytes: bytes.length });
  expect(bytes.includes("sidx")).toBe(true);
});

it("writes the sound of a recording whose picture alone changed: it has other init files of the same bytes", async () => {
  const path = join(folder, "changed.m4a");
  const changed = entries.map((one, index) => ({ ...one, initId: Math.min(index, 1) }));
  const isSame = (name: string) => name === fileNames.audioInit(1);
  const found = await createSoundFiles()(path, () =>
    Promise.resolve({
      entries: changed,
      read: (name) => read(isSame(name) ? fileNames.audioInit(0) : name),
    }),
  );
  expect(await readFile(path)).toEqual(await readFile(join(folder, "sound.m4a")));
  expect(found?.path).toBe(path);
  await rm(path);
});

it.each<[string, () => { entries: readonly IndexEntry[]; read: typeof read }]>([
  [
    "without sound",
    () => ({ entries: entries.map((one) => ({ ...one, audioBytes: null })), read }),
  ],
  [
    "without a segment",
    () => ({ entries: [...entries, ...entries.map((one) => ({ ...one, number: 99 }))], read }),
  ],
  [
    "whose sound changed its format",
    () => ({
      entries: entries.map((one, index) => ({ ...one, initId: Math.min(index, 1) })),
      read: async (name) => (name === fileNames.audioInit(1) ? new Uint8Array(9) : read(name)),
    }),
  ],
])("has no file of a recording %s, reads it once, and leaves none behind", async (_, recording) => {
  const path = join(folder, "other.m4a");
  const soundFile = createSoundFiles();
  let count = 0;
  const counted = async () => {
    count += 1;
    return recording();
  };
  for (let request = 0; request < 2; request += 1) {
    expect(await soundFile(path, counted)).toBeNull();
  }
  expect(count).toBe(1);
  expect(await readdir(folder)).toEqual(["sound.m4a"]);
  await writeFile(path, "whole");
  expect(await createSoundFiles()(path, async () => recording())).toEqual({ path, bytes: 5 });
  await rm(path);
});
