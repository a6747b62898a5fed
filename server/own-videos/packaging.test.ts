import {
  copyFile,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  utimes,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { createFilmEncoder } from "@reign-tv/ingest/ffmpeg/film-encoder.ts";
import { boxesIn } from "@reign-tv/ingest/files/mp4-boxes.ts";
import { waveFile } from "@reign-tv/ingest/testing/recordings.ts";
import { HOUR_MS } from "@reign-tv/kit/durations.ts";
import { createLogger } from "@reign-tv/kit/log.ts";
import { ownVideo } from "#tests/support/own-video-fixture.ts";
import { createOwnVideoActions } from "./own-video-actions.ts";
import { openOwnVideoFiles } from "./own-video-files.ts";
import type { OwnVideo, OwnVideoColumns } from "./own-video-store.ts";
import { startPackaging } from "./packaging.ts";

const FILM = join(import.meta.dirname, "../../media/clips/clip-an-appointed-time.mp4");
/** Ten seconds longer. */
const OTHER_FILM = join(import.meta.dirname, "../../media/clips/clip-in-the-beginning.240p.mp4");
const PROGRAM = new URL(import.meta.resolve("@reign-tv/ingest/testing/fake-film-program.ts"))
  .pathname;

/** What columns make of a row. */
function changed(row: OwnVideo, columns: OwnVideoColumns): OwnVideo {
  const { state, problem, problem_detail, seconds, has_picture, bytes } = columns;
  const { video_bytes, sound_bytes, low_bytes, episode_bytes, low_upload_bytes } = columns;
  const { first_segment: first, last_segment: last } = columns;
  const { files } = row;
  return {
    ...row,
    ...(state !== undefined && { state }),
    ...(problem !== undefined && { problem }),
    ...(problem_detail !== undefined && { problemDetail: problem_detail }),
    ...(seconds !== undefined && { seconds }),
    ...(has_picture !== undefined && { hasPicture: has_picture }),
    ...(bytes !== undefined && { bytes }),
    ...(low_upload_bytes !== undefined && { lowUploadBytes: low_upload_bytes }),
    ...(first !== undefined && last !== undefined && { range: { first, last } }),
    files: {
      video: video_bytes === undefined ? files.video : video_bytes,
      sound: sound_bytes === undefined ? files.sound : sound_bytes,
      low: low_bytes === undefined ? files.low : low_bytes,
      episode: episode_bytes === undefined ? files.episode : episode_bytes,
    },
  };
}

/** A queue with rows in memory, and an encoder that does something with a file. */
async function openQueue(encoderDoes: string | null, file = FILM) {
  const folder = await mkdtemp(join(tmpdir(), "reign-packaging-"));
  const rows = new Map<string, OwnVideo>();
  let isLive = false;
  let starts = 0;
  const all = () => [...rows.values()];
  const store = {
    all: async () => all(),
    async update(id: string, columns: OwnVideoColumns) {
      const row = rows.get(id);
      if (row) rows.set(id, changed(row, columns));
    },
    claim: async () => [],
    forget: async (id: string) => void rows.delete(id),
    marksOf: async () => [],
  };
  const files = await openOwnVideoFiles({
    folder,
    maxGigabytes: 1,
    serverId: "one",
    all,
    freeBytes: async () => 50e9,
  });
  const encoder = createFilmEncoder({
    program: encoderDoes === null ? null : "ffmpeg",
    commandOf: () => {
      starts++;
      return [process.execPath, PROGRAM, encoderDoes ?? "", file];
    },
  });
  const recordings = { list: async () => [], folderOf: async () => null };
  const server = { id: "one", address: "http://127.0.0.1:1" };
  const actions = createOwnVideoActions({ store, files, recordings, server });
  const queue = startPackaging({
    store,
    files,
    actions,
    encoder,
    copies: null,
    ownRows: all,
    refresh: async () => undefined,
    isLive: () => isLive,
    report: () => undefined,
    log: createLogger("silent"),
    now: Date.now,
  });
  onTestFinished(async () => {
    await queue.close();
    await rm(folder, { recursive: true });
  });

  /** Adds an upload that has arrived. */
  async function upload(content: string | Uint8Array, place = 0): Promise<string> {
    const id = `clip-own-00000000000${place}`;
    const path = join(await files.create(id), "upload.part");
    await (typeof content === "string" ? copyFile(content, path) : writeFile(path, content));
    const { size } = await stat(path);
    const row: OwnVideo = {
      ...ownVideo({ id, state: "checking", source: "upload", range: null, show: "sermons" }),
      files: { video: null, sound: null, low: null, episode: null },
      bytes: 0,
      createdAt: new Date().toISOString(),
      broadcast: null,
      uploadBytes: size,
      lowUploadBytes: null,
      server: "one",
      address: null,
      storedRevision: null,
      storedBytes: null,
      isDeleted: false,
    };
    rows.set(id, row);
    queue.check();
    return id;
  }
  const row = (id: string): OwnVideo => {
    const found = rows.get(id);
    if (found === undefined) throw new Error(`There is no ${id}`);
    return found;
  };
  return {
    upload,
    row,
    actions,
    becomes: (id: string, facts: Partial<OwnVideo>) =>
      expect.poll(() => row(id), { timeout: 20_000 }).toMatchObject(facts),
    namesOf: (id: string) => readdir(files.folderOf(id)),
    /** Leaves an upload of a small rendition that began and does not end. */
    async leaveLow(id: string, beganAt: Date) {
      const path = join(files.folderOf(id), "low.part");
      await writeFile(path, "begun");
      await utimes(path, beganAt, beganAt);
      rows.set(id, { ...row(id), lowUploadBytes: 9_000 });
      queue.check();
    },
    fileOf: (id: string, name: string) => readFile(join(files.folderOf(id), name)),
    change(id: string, facts: Partial<OwnVideo>) {
      rows.set(id, { ...row(id), ...facts });
      queue.check();
    },
    setLive(live: boolean) {
      isLive = live;
      queue.check();
    },
    progressOf: (id: string) => queue.progressOf(id),
    /** Starts of the program after it was asked what it can do. */
    starts: () => starts,
  };
}

it("converts an upload that cannot be copied, and packages what comes out", async () => {
  const queue = await openQueue("copies");
  const id = await queue.upload(waveFile(24));
  await queue.becomes(id, { state: "ready", problem: null });
  expect(queue.row(id).seconds).toBeCloseTo(24, 0);
  const leftOf = (names: string[]) =>
    names.filter((name) => name.endsWith(".part") || name === "packaging");
  await expect.poll(async () => leftOf(await queue.namesOf(id))).toEqual([]);
});

it.each([[null], ["fails"]])("names the codec where ffmpeg %s", async (encoderDoes) => {
  const queue = await openQueue(encoderDoes);
  const id = await queue.upload(waveFile(2));
  await queue.becomes(id, { state: "failed", problem: "audio-codec", problemDetail: "pcm-s16" });
  expect(await queue.namesOf(id)).toEqual(["upload.part"]);
});

it("makes an episode and a small rendition of what is published, never while a channel is live", async () => {
  const queue = await openQueue("copies");
  const id = await queue.upload(FILM);
  await queue.becomes(id, { state: "ready" });
  await expect.poll(() => queue.progressOf(id), { timeout: 20_000 }).toBeNull();
  queue.setLive(true);
  queue.change(id, { isPublished: true });
  expect(queue.starts()).toBe(0);
  queue.setLive(false);
  await expect.poll(() => queue.row(id).files.low, { timeout: 20_000 }).not.toBeNull();
  const { low, episode } = queue.row(id).files;
  expect((await queue.fileOf(id, "low.mp4")).length).toBe(low);
  const file = await queue.fileOf(id, "episode.m4a");
  expect(file.length).toBe(episode);
  expect([...boxesIn(file)].map(({ type }) => type)).toEqual(["ftyp", "moov", "mdat"]);
  const names = await queue.namesOf(id);
  expect(names.filter((name) => /made|source|packaging/.test(name))).toEqual([]);

  // Another part has other files: both are made once more when it is published.
  queue.change(id, { isPublished: false });
  await queue.actions.trim(queue.row(id), { first: 0, last: 2 });
  expect(queue.row(id).files).toMatchObject({ low: null, episode: null });
  expect(await queue.namesOf(id)).not.toContain("low.mp4");
  queue.change(id, { isPublished: true });
  await expect.poll(() => queue.row(id).files.episode, { timeout: 20_000 }).not.toBeNull();
  expect(queue.row(id).files.episode).toBeLessThan(episode ?? 0);
});

it("waits a day for the rest of a small rendition, and makes it then", async () => {
  const queue = await openQueue("copies");
  const id = await queue.upload(FILM);
  await queue.becomes(id, { state: "ready" });
  await queue.leaveLow(id, new Date());
  queue.change(id, { isPublished: true });
  await expect.poll(() => queue.row(id).files.episode, { timeout: 20_000 }).not.toBeNull();
  await expect.poll(() => queue.progressOf(id), { timeout: 20_000 }).toBeNull();
  expect(queue.row(id)).toMatchObject({ lowUploadBytes: 9_000, files: { low: null } });
  await queue.leaveLow(id, new Date(Date.now() - 25 * HOUR_MS));
  await expect.poll(() => queue.row(id).files.low, { timeout: 20_000 }).not.toBeNull();
  expect(await queue.namesOf(id)).not.toContain("low.part");
});

it("takes no rendition of another length, and tries it once", async () => {
  const queue = await openQueue("copies", OTHER_FILM);
  const id = await queue.upload(FILM);
  await queue.becomes(id, { state: "ready" });
  queue.change(id, { isPublished: true, show: null });
  await expect.poll(() => queue.starts(), { timeout: 20_000 }).toBe(2);
  await expect.poll(() => queue.progressOf(id), { timeout: 20_000 }).toBeNull();
  const other = await queue.upload(FILM, 1);
  await queue.becomes(other, { state: "ready" });
  expect(queue.row(id).files.low).toBeNull();
  expect(queue.starts()).toBe(2);
});

it("lets an upload pass before a rendition, which is made afterwards", async () => {
  const queue = await openQueue("ever");
  const id = await queue.upload(FILM);
  await queue.becomes(id, { state: "ready" });
  queue.change(id, { isPublished: true, show: null });
  await expect.poll(() => queue.progressOf(id) ?? 0, { timeout: 20_000 }).toBeGreaterThan(0);
  const other = await queue.upload(FILM, 1);
  await queue.becomes(other, { state: "ready" });
  await expect.poll(() => queue.progressOf(id) ?? 0, { timeout: 20_000 }).toBeGreaterThan(0);
});
