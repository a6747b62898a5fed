import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { BufferSource, EncodedPacketSink, Input, MP4 } from "mediabunny";
import { assert, asyncProperty, integer } from "fast-check";
import { afterEach, beforeEach, expect, it } from "vitest";
import { filmEvents } from "#ingest/testing/film-events.ts";
import { recordSegments } from "#ingest/testing/segment-recorder.ts";
import { type IndexedFile, indexedFile, measureSegment } from "./joined-files.ts";
import { writeM4a } from "./m4a-file.ts";
import { boxesIn, trackSpans } from "./mp4-boxes.ts";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "reign-files-"));
});

afterEach(() => rm(folder, { recursive: true }));

type Run = { init: Uint8Array; files: Uint8Array[] };

/** A broadcast of a film of 19.2 s, with a gap of a minute after 9.6 s. */
async function recording(): Promise<{ picture: Run; sound: Run; frames: number }> {
  let nowMs = 0;
  const recorder = recordSegments({ startedAt: () => nowMs });
  const events = await filmEvents("clip-an-appointed-time.mp4", 9.6);
  await recorder.push(...events);
  await recorder.flush();
  nowMs = 70_000;
  await recorder.push(...events);
  await recorder.flush();
  const { segments } = recorder;
  const run = (init: Uint8Array | undefined, files: (Uint8Array | null)[]): Run => ({
    init: init ?? new Uint8Array(),
    files: files.filter((file) => file !== null),
  });
  return {
    picture: run(
      segments[0]?.init,
      segments.map(({ video }) => video),
    ),
    sound: run(
      segments[0]?.audioInit,
      segments.map(({ audio }) => audio),
    ),
    frames: events.filter(({ kind }) => kind === "audio").length * 2,
  };
}

/** Joins segments, which are measured by their beginnings. */
function joinRun({ init, files }: Run): IndexedFile {
  const measures = files.map((file) => measureSegment(file.subarray(0, 20_000), file.length));
  return indexedFile({ init, segments: measures.filter((measure) => measure !== null) });
}

async function partOf(run: Run, first: number, last: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  const read = async (place: number) => run.files[place] ?? new Uint8Array();
  for await (const chunk of joinRun(run).read({ first, last }, read)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const bytesOf = async (run: Run): Promise<Uint8Array> => partOf(run, 0, joinRun(run).bytes - 1);

/** Times and bytes of the frames in a file. */
async function soundOf(bytes: Uint8Array): Promise<{ time: number; data: string }[]> {
  using input = new Input({ source: new BufferSource(bytes), formats: [MP4] });
  const track = await input.getPrimaryAudioTrack();
  const frames: { time: number; data: string }[] = [];
  if (!track) return frames;
  for await (const { timestamp, data } of new EncodedPacketSink(track).packets()) {
    frames.push({ time: timestamp, data: Buffer.from(data).toString("base64") });
  }
  return frames;
}

it("joins pictures with their sound to one file, in which both keep their distance", async () => {
  const { picture } = await recording();
  const bytes = await bytesOf(picture);
  using input = new Input({ source: new BufferSource(bytes), formats: [MP4] });
  const track = await input.getPrimaryVideoTrack();
  expect(await track?.computePacketStats()).toMatchObject({ packetCount: 480 });
  expect(await track?.computeDuration()).toBeCloseTo(19.2, 2);
  expect([...boxesIn(bytes)].map(({ type }) => type)).toEqual([
    "ftyp",
    "moov",
    "sidx",
    ...Array.from({ length: 4 }, () => ["moof", "mdat"]).flat(),
  ]);
  const fragments = [...boxesIn(bytes)].filter(({ type }) => type === "moof");
  const distances = fragments.map(({ start, end }) => {
    const [pictures, sounds] = trackSpans(bytes.subarray(start, end));
    return (sounds?.decodeTime ?? 0) / 48_000 - (pictures?.decodeTime ?? 0) / 90_000;
  });
  for (const distance of distances) expect(Math.abs(distance)).toBeLessThan(0.03);
});

it("reads any part of a joined file as it is in the whole", async () => {
  const { picture } = await recording();
  const whole = await bytesOf(picture);
  const place = integer({ min: 0, max: whole.length - 1 });
  await assert(
    asyncProperty(place, place, async (one, other) => {
      const [first, last] = [Math.min(one, other), Math.max(one, other)];
      const part = await partOf(picture, first, last);
      expect(Buffer.compare(part, whole.subarray(first, last + 1))).toBe(0);
    }),
    { numRuns: 30 },
  );
});

it("makes a sound file with an index in front that describes all of it, without the gap", async () => {
  const { sound, frames } = await recording();
  const bytes = await bytesOf(sound);
  const boxes = [...boxesIn(bytes)];
  expect(boxes.slice(0, 4).map(({ type }) => type)).toEqual(["ftyp", "moov", "sidx", "moof"]);
  const index = boxes[2];
  if (!index) throw new Error("no index");
  const view = new DataView(bytes.buffer, bytes.byteOffset + index.content);
  const [, , timescale, earliest, offset, count, size, duration] = Array.from(
    { length: 8 },
    (_, word) => view.getUint32(word * 4),
  );
  expect({ timescale, earliest, offset, count }).toEqual({
    timescale: 48_000,
    earliest: 0,
    offset: 0,
    count: 1,
  });
  expect(size).toBe(bytes.length - index.end);
  const times = (await soundOf(bytes)).map(({ time }) => time);
  expect(duration).toBe(times.length * 1024);
  expect(times.length - frames).toBeLessThan(4);
  for (const [number, time] of times.entries())
    expect(time).toBeCloseTo((number * 1024) / 48_000, 5);
});

it("rejects damaged segments and init files", async () => {
  const { sound } = await recording();
  const [file = new Uint8Array()] = sound.files;
  expect(measureSegment(Uint8Array.of(0, 0, 0, 8, 1, 2, 3, 4), 8)).toBeNull();
  expect(measureSegment(file.subarray(0, 60), file.length)).toBeNull();
  const measure = measureSegment(file, file.length);
  if (measure === null) throw new Error("no measure");
  const headless = { init: new Uint8Array(20), segments: [measure] };
  expect(() => indexedFile(headless)).toThrow(RangeError);
  const joined = indexedFile({ init: sound.init, segments: [measure] });
  const other = joined.read({ first: 0, last: joined.bytes }, async () => file.subarray(0, 200));
  await other.next();
  await expect(other.next()).rejects.toThrow(RangeError);
});

it("makes an m4a of a sound file, with its index in front", async () => {
  const { sound } = await recording();
  const source = join(folder, "sound.mp4");
  const target = join(folder, "sound.m4a");
  const bytes = await bytesOf(sound);
  await writeFile(source, bytes);
  await writeM4a(source, target);
  const m4a = await readFile(target);
  const types = [...boxesIn(m4a)].map(({ type }) => type);
  expect(types).toEqual(["ftyp", "moov", "mdat"]);
  expect(m4a.length).toBeLessThan(bytes.length * 1.05);
  expect(await soundOf(m4a)).toEqual(await soundOf(bytes));
  expect(await readdir(folder)).toEqual(["sound.m4a", "sound.mp4"]);
  await writeFile(source, bytes.subarray(0, 100));
  await expect(writeM4a(source, target)).rejects.toThrow(Error);
});
