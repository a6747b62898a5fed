import { copyFile, link, mkdir, open, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import * as v from "valibot";
import { replaceFile } from "@reign-tv/kit/files/atomic-file.ts";
import { errorCode } from "@reign-tv/kit/start-error.ts";
import {
  type IndexedFile,
  indexedFile,
  measureSegment,
  type SegmentMeasure,
} from "@reign-tv/ingest/files/joined-files.ts";
import type { Rendition } from "@reign-tv/ingest/playlists/session-playlists.domain.ts";
import { readOptional, readSessionIndex } from "@reign-tv/ingest/segments/segment-files.ts";
import { fileNames, filesOf, type IndexEntry } from "@reign-tv/ingest/segments/segment-index.ts";
import { entrySchema } from "#server/ingest/segment-entry.ts";
import { diskReader, type MediaReader } from "./media-reader.ts";

/** A segment of an own video: its entry, and what joined files must know of it. */
export type OwnSegment = {
  readonly entry: IndexEntry;
  /** Null without a picture, or without sound. */
  readonly picture: SegmentMeasure | null;
  readonly sound: SegmentMeasure | null;
};

/** First and last segment. */
export type SegmentRange = { readonly first: number; readonly last: number };

/** File with the list of a video's segments, which are whole once it exists. */
export const SEGMENTS = "segments.json";

const measureSchema: v.GenericSchema<unknown, SegmentMeasure> = v.object({
  bytes: v.number(),
  spans: v.array(v.object({ trackId: v.number(), decodeTime: v.number(), duration: v.number() })),
});
const segmentsSchema: v.GenericSchema<unknown, OwnSegment[]> = v.array(
  v.object({
    entry: entrySchema,
    picture: v.nullable(measureSchema),
    sound: v.nullable(measureSchema),
  }),
);

/** Reads the segments of an own video; null before they are whole. */
export async function readSegments(
  media: Pick<MediaReader, "readAll">,
): Promise<readonly OwnSegment[] | null> {
  const text = await media.readAll(SEGMENTS);
  return text && v.parse(segmentsSchema, JSON.parse(Buffer.from(text).toString("utf8")));
}

/**
 * Makes the segments of a recording those of an own video: by hard links, which take no space, or as copies on another
 * disk. Segments without a picture are left out where others have one. They are numbered from 0.
 *
 * @returns none when the recording has no media.
 * @throws the error of the disk.
 */
export async function linkSegments(from: string, to: string): Promise<readonly OwnSegment[]> {
  const recorded = (await readSessionIndex(from)) ?? [];
  const hasPicture = recorded.some(({ videoBytes }) => videoBytes !== null);
  const kept = recorded.filter(
    ({ isPassing, videoBytes, audioBytes }) =>
      isPassing !== true && (hasPicture ? videoBytes : audioBytes) !== null,
  );
  await mkdir(to, { recursive: true, mode: 0o700 });
  const formats = createFormats(from, to);
  const segments: OwnSegment[] = [];
  for (const entry of kept) {
    const number = segments.length;
    const initId = await formats.numberOf(entry);
    const previous = segments.at(-1)?.entry;
    const isBreak =
      previous === undefined ||
      entry.discontinuity ||
      kept[number - 1]?.number !== entry.number - 1;
    const picture = entry.videoBytes === null ? null : fileNames.video(entry.number);
    const sound = entry.audioBytes === null ? null : fileNames.audio(entry.number);
    const linked: OwnSegment = {
      entry: {
        ...entry,
        number,
        initId,
        discontinuity: isBreak,
        discontinuities: (previous?.discontinuities ?? 0) + Number(isBreak),
      },
      picture:
        picture === null
          ? null
          : await take(join(from, picture), join(to, fileNames.video(number))),
      sound:
        sound === null ? null : await take(join(from, sound), join(to, fileNames.audio(number))),
    };
    // The recording ends where a file is missing.
    if ((hasPicture ? linked.picture : linked.sound) === null) break;
    segments.push(linked);
  }
  if (segments.length > 0) await replaceFile(join(to, SEGMENTS), JSON.stringify(segments));
  return segments;
}

/** Links the init files of a recording; files of the same bytes get one number. */
function createFormats(from: string, to: string) {
  const numbers = new Map<string, number>();
  const known = new Map<number, number>();
  const contentOf = async (name: string): Promise<string> =>
    Buffer.from((await readOptional(join(from, name))) ?? []).toString("base64");
  return {
    async numberOf({ initId }: IndexEntry): Promise<number> {
      const before = known.get(initId);
      if (before !== undefined) return before;
      const names = [fileNames.init, fileNames.audioInit];
      const contents = await Promise.all(names.map((nameOf) => contentOf(nameOf(initId))));
      const key = contents.join(" ");
      const number = numbers.get(key) ?? numbers.size;
      if (!numbers.has(key)) {
        for (const [index, nameOf] of names.entries()) {
          if (contents[index] === "") continue;
          await linkOrCopy(join(from, nameOf(initId)), join(to, nameOf(number)));
        }
      }
      numbers.set(key, number);
      known.set(initId, number);
      return number;
    },
  };
}

/** More than the boxes before the media of any segment that our segmenter makes. */
const BEGINNING_BYTES = 65_536;

/** Links a segment; null when it is missing or damaged. */
async function take(from: string, to: string): Promise<SegmentMeasure | null> {
  const measure = await measureFile(from);
  if (measure !== null) await linkOrCopy(from, to);
  return measure;
}

async function measureFile(path: string): Promise<SegmentMeasure | null> {
  try {
    const file = await open(path);
    try {
      const { size } = await file.stat();
      const beginning = new Uint8Array(Math.min(size, BEGINNING_BYTES));
      await file.read(beginning, 0, beginning.length, 0);
      return measureSegment(beginning, size) ?? measureSegment(await readFile(path), size);
    } finally {
      await file.close();
    }
  } catch (error) {
    if (errorCode(error) === "ENOENT" || error instanceof RangeError) return null;
    throw error;
  }
}

async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    const code = errorCode(error);
    if (code === "EEXIST") return;
    if (code === "ENOENT" || code === "ENOSPC") throw error;
    // Another disk, or a file system without links.
    await copyFile(from, to);
  }
}

/** Deletes segments outside of a range. */
export async function keepSegments(folder: string, range: SegmentRange): Promise<void> {
  const segments = (await readSegments(diskReader(folder))) ?? [];
  const kept = segmentsIn(segments, range);
  if (kept.length === segments.length) return;
  await replaceFile(join(folder, SEGMENTS), JSON.stringify(kept));
  const used = new Set(kept.flatMap(({ entry }) => filesOf(entry)));
  const unused = segments.flatMap(({ entry }) => filesOf(entry)).filter((name) => !used.has(name));
  for (const name of unused) await rm(join(folder, name), { force: true });
}

/** The longest part of one format, by seconds; null without segments. */
export function longestPart(segments: readonly OwnSegment[]): SegmentRange | null {
  type Part = SegmentRange & { readonly seconds: number; readonly initId: number };
  const parts: Part[] = [];
  for (const { entry } of segments) {
    const { number, initId, durationSeconds } = entry;
    const last = parts.at(-1);
    if (last?.initId === initId) {
      parts[parts.length - 1] = {
        ...last,
        last: number,
        seconds: last.seconds + durationSeconds,
      };
    } else parts.push({ first: number, last: number, seconds: durationSeconds, initId });
  }
  const [longest] = parts.toSorted((one, other) => other.seconds - one.seconds);
  return longest === undefined ? null : { first: longest.first, last: longest.last };
}

/** Segments of a range, by their numbers. */
export function segmentsIn(
  segments: readonly OwnSegment[],
  { first, last }: SegmentRange,
): readonly OwnSegment[] {
  return segments.filter(({ entry: { number } }) => number >= first && number <= last);
}

/** Length in seconds. */
export function secondsOf(segments: readonly OwnSegment[]): number {
  return segments.reduce((sum, { entry }) => sum + entry.durationSeconds, 0);
}

/** Whether segments can be joined to one file. */
export function isOneFormat(segments: readonly OwnSegment[]): boolean {
  const [first] = segments;
  return first !== undefined && segments.every(({ entry }) => entry.initId === first.entry.initId);
}

/** A joined file of segments, with the names of its parts. */
export type JoinedFile = { readonly file: IndexedFile; readonly names: readonly string[] };

/**
 * Plans the file of picture and sound, or of sound alone, of segments of one format.
 *
 * @returns null when they have none.
 */
export async function joinSegments(
  media: Pick<MediaReader, "readAll">,
  segments: readonly OwnSegment[],
  rendition: Rendition,
): Promise<JoinedFile | null> {
  const isPicture = rendition === "picture";
  const used = segments.filter((segment) => segment[rendition] !== null);
  const [first] = used;
  if (first === undefined) return null;
  const { initId } = first.entry;
  const initName = isPicture ? fileNames.init(initId) : fileNames.audioInit(initId);
  const init = await media.readAll(initName);
  if (init === null) throw new Error(`${initName} is missing`);
  const measures = used.map((segment) => segment[rendition]).filter((one) => one !== null);
  return {
    file: indexedFile({ init, segments: measures }),
    names: used.map(({ entry: { number } }) =>
      isPicture ? fileNames.video(number) : fileNames.audio(number),
    ),
  };
}
