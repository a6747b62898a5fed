import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  FilePathSource,
  Input,
  MP4,
  Mp4OutputFormat,
  Output,
} from "mediabunny";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { indexedFile, measureSegment } from "#ingest/files/joined-files.ts";
import { boxesIn, findBox } from "#ingest/files/mp4-boxes.ts";
import { readIndex } from "#ingest/segments/segment-index.ts";
import { AV1, HEVC } from "#ingest/testing/foreign-films.ts";
import { filmEvents } from "#ingest/testing/film-events.ts";
import {
  threeSecondEvents,
  recordingOf,
  waveFile,
  webmRecording,
} from "#ingest/testing/recordings.ts";
import { runFilmJob } from "./film-job.ts";
import { type FilmJob, type FromFilmWorker, packageFilm } from "./package-film.ts";

const FILM = join(import.meta.dirname, "../../../media/clips/clip-an-appointed-time.mp4");
const MEGABYTES = 1_000_000;
/** AudioSpecificConfig: AAC-LC, 48 kHz, mono. */
const AAC_LC_MONO = Uint8Array.of(0x11, 0x88);

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "reign-film-"));
});
afterEach(() => rm(folder, { recursive: true }));

const segmentsFolder = (): string => join(folder, "segments");

const jobOf = (path: string, limits: { maxSeconds?: number; maxBytes?: number } = {}): FilmJob => ({
  path,
  folder: segmentsFolder(),
  maxSeconds: 60,
  maxBytes: 50 * MEGABYTES,
  reserveBytes: 0,
  ...limits,
});

/** Packages a film in this thread. @returns the last message, and the seconds of all. */
async function packageFile(path: string, limits = {}) {
  const messages: FromFilmWorker[] = [];
  await runFilmJob(jobOf(path, limits), (message) => void messages.push(message));
  const seconds = messages.flatMap((message) => ("seconds" in message ? [message.seconds] : []));
  return { last: messages.at(-1), seconds };
}

async function packageBytes(bytes: Uint8Array) {
  const path = join(folder, "upload");
  await writeFile(path, bytes);
  return packageFile(path);
}

/** Data of the packets of a film's tracks. */
async function packetsOf(path: string): Promise<string[][]> {
  using input = new Input({ source: new FilePathSource(path), formats: [MP4] });
  const tracks = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()];
  return await Promise.all(
    tracks.map(async (track) => {
      const packets = track ? new EncodedPacketSink(track).packets() : [];
      const all = [];
      for await (const { data, timestamp } of packets) {
        if (timestamp >= 0) all.push(Buffer.from(data).toString("base64"));
      }
      return all;
    }),
  );
}

/** Joins the segments to a file again. */
async function joinedPath(): Promise<string> {
  const index = readIndex(await readFile(join(segmentsFolder(), "index.jsonl"), "utf8"));
  const files = await Promise.all(
    index.map(({ number }) => readFile(join(segmentsFolder(), `${number}.m4s`))),
  );
  const init = await readFile(join(segmentsFolder(), "init-0.mp4"));
  const segments = files
    .map((file) => measureSegment(file, file.length))
    .filter((one) => one !== null);
  const file = indexedFile({ init, segments });
  const chunks: Uint8Array[] = [];
  const read = async (place: number) => files[place] ?? new Uint8Array();
  for await (const chunk of file.read({ first: 0, last: file.bytes - 1 }, read)) chunks.push(chunk);
  const path = join(folder, "joined.mp4");
  await writeFile(path, Buffer.concat(chunks));
  return path;
}

type Parts = { hasPicture?: boolean; rotation?: 0 | 90 };

/** A film as an editor writes it, with its index in front. */
async function makeFilm({ hasPicture = true, rotation = 0 }: Parts = {}): Promise<Uint8Array> {
  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: "in-memory" }), target });
  const video = new EncodedVideoPacketSource("avc");
  const audio = new EncodedAudioPacketSource("aac");
  if (hasPicture) output.addVideoTrack(video, { rotation });
  output.addAudioTrack(audio);
  await output.start();
  let description: Uint8Array = new Uint8Array();
  const picture = { codec: "avc1.64001e", codedWidth: 426, codedHeight: 240 };
  const sound = { codec: "mp4a.40.2", sampleRate: 48_000, numberOfChannels: 1 };
  const events = await filmEvents("clip-an-appointed-time.mp4", 6);
  for (const event of events) {
    if (event.kind === "audio") {
      const packet = new EncodedPacket(event.data, "key", event.presentationMs / 1_000, 0.0213);
      await audio.add(packet, { decoderConfig: { ...sound, description: AAC_LC_MONO } });
    } else if (event.kind === "video-config") ({ description } = event);
    else if (event.kind === "video" && hasPicture) {
      const { data, isKeyFrame, presentationMs } = event;
      const type = isKeyFrame ? "key" : "delta";
      const packet = new EncodedPacket(data, type, presentationMs / 1_000, 0.04);
      await video.add(packet, { decoderConfig: { ...picture, description } });
    }
  }
  await output.finalize();
  return new Uint8Array(target.buffer ?? new ArrayBuffer(0));
}

it("copies each packet of a film into segments, and tells how far it is", async () => {
  const result = await packageFile(FILM);
  expect(result.last).toEqual({ kind: "done" });
  expect(result.seconds[0]).toBeCloseTo(24, 1);
  expect(result.seconds.at(-1)).toBeCloseTo(24, 1);
  const [pictures, sounds] = await packetsOf(await joinedPath());
  const [filmPictures, filmSounds = []] = await packetsOf(FILM);
  expect(pictures).toEqual(filmPictures);
  // The last frame may start after the last picture.
  expect(sounds).toEqual(filmSounds.slice(0, sounds?.length));
  expect(filmSounds.length - (sounds?.length ?? 0)).toBeLessThan(3);
});

it("keeps a picture that is turned", async () => {
  const { last } = await packageBytes(await makeFilm({ rotation: 90 }));
  expect(last).toEqual({ kind: "done" });
  const path = await joinedPath();
  expect((await packetsOf(path))[0]).toEqual((await packetsOf(join(folder, "upload")))[0]);
  using input = new Input({ source: new FilePathSource(path), formats: [MP4] });
  const track = await input.getPrimaryVideoTrack();
  expect(await track?.getRotation()).toBe(90);
  expect(await track?.computeDuration()).toBeCloseTo(6, 1);
});

it("keeps pictures that are shown in another order than they are decoded", async () => {
  const { last } = await packageBytes(await recordingOf("mp4", threeSecondEvents()));
  expect(last).toEqual({ kind: "done" });
  const [joined, film] = [await joinedPath(), join(folder, "upload")];
  expect((await packetsOf(joined))[0]).toEqual((await packetsOf(film))[0]);
});

it("packages sound alone", async () => {
  const { last } = await packageBytes(await makeFilm({ hasPicture: false }));
  expect(last).toEqual({ kind: "done" });
  const index = readIndex(await readFile(join(segmentsFolder(), "index.jsonl"), "utf8"));
  expect(index.every(({ videoBytes, audioBytes }) => videoBytes === null && audioBytes)).toBe(true);
});

/** Writes a number into a box of each track's sample table. */
async function withCount(type: string, offset: number, value: number): Promise<Uint8Array> {
  const bytes = await makeFilm();
  const movie = findBox(bytes, ["moov"]);
  for (const track of movie ? boxesIn(bytes, movie.content, movie.end) : []) {
    const box = findBox(bytes.subarray(track.content, track.end), ["mdia", "minf", "stbl", type]);
    if (!box) continue;
    new DataView(bytes.buffer).setUint32(track.content + box.content + offset, value);
  }
  return bytes;
}

it.each<[string, () => Uint8Array | Promise<Uint8Array>, string, string | null]>([
  ["nothing", () => new Uint8Array(), "damaged", null],
  ["a text", () => new TextEncoder().encode("hello".repeat(100)), "not-media", null],
  [
    "a playlist of other files",
    () => new TextEncoder().encode("#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n"),
    "not-media",
    null,
  ],
  ["codecs that are not copied", webmRecording, "video-codec", "vp8"],
  ["AV1", () => readFile(AV1), "video-codec", "av1"],
  ["a head without an end", async () => (await readFile(FILM)).subarray(0, 900), "no-tracks", null],
  [
    "a film that is cut off",
    async () => (await makeFilm()).subarray(0, 20_000),
    "damaged",
    "cut off",
  ],
  ["two thousand million samples", () => withCount("stsz", 8, 0x7f_ff_ff_ff), "damaged", null],
  ["samples of a gigabyte", () => withCount("stsz", 4, 0x3f_ff_ff_ff), "damaged", "too short"],
  ["a sample that lasts for years", () => withCount("stts", 12, 0x7f_ff_ff_ff), "too-long", null],
])("rejects %s", async (_name, bytes, problem, detail) => {
  const { last } = await packageBytes(await bytes());
  expect(last).toMatchObject({ kind: "failed", problem, detail });
});

it("tells how a film is converted whose codecs it does not copy", async () => {
  expect((await packageBytes(waveFile(2))).last).toMatchObject({
    problem: "audio-codec",
    detail: "pcm-s16",
    conversion: { format: "wav", picture: "none", sound: "encode", channels: 1, seconds: 2 },
  });
  expect((await packageFile(HEVC)).last).toMatchObject({
    problem: "video-codec",
    detail: "hevc",
    conversion: { format: "mov", picture: "encode", sound: "copy", channels: 1 },
  });
  const path = join(folder, "upload");
  expect((await packageFile(path, { maxSeconds: 0.5 })).last).toMatchObject({
    problem: "too-long",
  });
});

it("ends within its limits of length and space", async () => {
  const problemOf = async (path: string, limits = {}) => (await packageFile(path, limits)).last;
  expect(await problemOf(FILM, { maxSeconds: 5 })).toMatchObject({ problem: "too-long" });
  expect(await problemOf(FILM, { maxBytes: 100_000 })).toMatchObject({ problem: "damaged" });
  expect(await problemOf(join(folder, "none"))).toMatchObject({ problem: "missing" });
});

it("runs in a thread that ends when a step takes too long or it is stopped", async () => {
  const options = { onChecked: vi.fn(), onProgress: vi.fn() };
  const { signal } = new AbortController();
  const [done, late, stopped] = await Promise.all([
    packageFilm(jobOf(FILM), { ...options, signal }),
    packageFilm(jobOf(FILM), { ...options, signal, stepMs: 1 }),
    packageFilm(jobOf(FILM), { ...options, signal: AbortSignal.abort() }),
  ]);
  expect(done).toEqual({ kind: "done" });
  expect(options.onChecked).toHaveBeenCalledWith(expect.objectContaining({ hasPicture: true }));
  expect(late).toMatchObject({ kind: "failed", problem: "timeout" });
  expect(stopped).toEqual({ kind: "stopped" });
});
