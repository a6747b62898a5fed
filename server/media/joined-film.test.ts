import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import * as v from "valibot";
import { librarySchema } from "./library.schema.ts";
import { mediaRoutes } from "#tests/support/media-routes.ts";
import { joinFilms, type LibraryFile } from "./joined-film.ts";
import { loadLibrary, MEDIA_DIR, type MediaLibrary } from "./library.ts";
import { createMediaFileReader } from "./media-file-reader.ts";

const ID = "clip-sermon-god-so-loved-the-world";
const SECONDS = 168;
const TIMESCALES: Readonly<Record<number, number>> = { 1: 12_800, 2: 48_000 };

let library: MediaLibrary;

beforeAll(async () => {
  library = await loadLibrary(MEDIA_DIR);
});

function clipOf(id: string) {
  const clip = library.clips.get(id);
  if (!clip) throw new Error(`The library has no ${id}`);
  return clip;
}

async function readFilm(film: LibraryFile, memoryBytes: number): Promise<Buffer> {
  const read = createMediaFileReader(MEDIA_DIR, memoryBytes);
  const body = await read(film, { first: 0, last: film.bytes - 1 });
  return Buffer.from(await new Response(body).arrayBuffer());
}

/** Returns the positions of boxes with this name. */
function boxes(file: Buffer, name: string): number[] {
  const found: number[] = [];
  for (let at = file.indexOf(name); at >= 0; at = file.indexOf(name, at + 4)) found.push(at + 4);
  return found;
}

it.each([
  ["small", 2],
  ["large", 2],
  ["tiny", 2],
  ["sound", 1],
] as const)("joins %s files to one with one timeline", async (size, trackCount) => {
  const clip = clipOf(ID);
  const film = size === "small" ? clip : clip[size];
  if (!film) throw new Error("It has no such size");
  const file = await readFilm(film, 2_000_000);
  expect(file.length).toBe(film.bytes);
  expect(clip.durationSeconds).toBe(SECONDS);
  const duration = file.readBigUInt64BE((boxes(file, "mehd")[0] ?? 0) + 4);
  expect(Number(duration)).toBe(SECONDS * 1000);
  const indexes = boxes(file, "sidx");
  expect(indexes.map((at) => file.readUInt16BE(at + 30))).toEqual(Array(trackCount).fill(35));
  for (const [index, segment] of film.segments.entries()) {
    const bytes = file.subarray(segment.offset, segment.offset + segment.length);
    expect(bytes.toString("latin1", 4, 8)).toBe("moof");
    expect(bytes.readUInt32BE((boxes(bytes, "mfhd")[0] ?? 0) + 4)).toBe(index + 1);
    const tracks = boxes(bytes, "tfhd").slice(0, trackCount);
    const times = boxes(bytes, "tfdt").slice(0, trackCount);
    for (const [nth, at] of times.entries()) {
      const timescale = TIMESCALES[bytes.readUInt32BE((tracks[nth] ?? 0) + 4)] ?? 0;
      expect(Number(bytes.readBigUInt64BE(at + 4)) / timescale).toBeCloseTo(index * 4.8, 6);
    }
  }
});

it("joins the same bytes for each request, and leaves the films that it joins as they are", async () => {
  const read = createMediaFileReader(MEDIA_DIR, 64_000_000);
  const bytesOf = async (file: LibraryFile): Promise<Buffer> => {
    const body = await read(file, { first: 0, last: file.bytes - 1 });
    return Buffer.from(await new Response(body).arrayBuffer());
  };
  const { sound, ...film } = clipOf(ID);
  const part = clipOf("clip-god-so-loved-the-world");
  for (const file of [film, sound]) {
    if (!file) throw new Error("It has no sound");
    const first = await bytesOf(file);
    expect((await bytesOf(file)).equals(first)).toBe(true);
  }
  expect((await bytesOf(part)).equals(await readFile(join(MEDIA_DIR, part.media)))).toBe(true);
});

it("joins captions, chapters and passages of the parts", () => {
  const clip = clipOf(ID);
  const captions = library.captions.get(`${ID}.en.vtt`) ?? "";
  expect(captions.match(/WEBVTT/g)).toHaveLength(1);
  expect(captions).toContain("00:00:19.500 --> ");
  const starts = [...captions.matchAll(/^(\S+) --> /gm)].map(([, start]) => start ?? "");
  expect(starts).toEqual(starts.toSorted());
  expect(clip.description).toContain("\n0:20 Unto Us a Child Is Born, Isaiah 9:6\n");
  expect(clip.reference).toMatch(/^John 3:16; Isaiah 9:6; /);
});

it("has a large rendition only if all parts have one", () => {
  expect(clipOf("clip-sermon-come-unto-me").large).toBeUndefined();
});

it("is listed instead of the parts in its own category", async () => {
  const app = await mediaRoutes(library);
  const list = await (await app.request("/media/library.json")).text();
  const { clips } = v.parse(librarySchema, JSON.parse(list));
  const ids = clips.map(({ id }) => id);
  expect(ids).toContain(ID);
  expect(ids).toContain("clip-he-is-risen");
  expect(ids).not.toContain("clip-god-so-loved-the-world");
  expect(list).not.toContain('"parts"');
  expect((await app.request("/media/clips/clip-god-so-loved-the-world.mp4")).status).toBe(200);
});

it("rejects files of another format", () => {
  const [part] = clipOf(ID).parts ?? [];
  if (!part) throw new Error("It has no parts");
  expect(() => joinFilms({ ...part, parts: [part] }, [new Uint8Array(part.bytes)])).toThrow(
    "broken box",
  );
});
