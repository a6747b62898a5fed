import { parseJson } from "@reign-tv/kit/parse-json.ts";
import type { Segment } from "#ingest/segmenter-contract.ts";

/** A stored segment: one line of a session's index. */
export type IndexEntry = Omit<Segment, "init" | "audioInit" | "video" | "audio"> & {
  /** Discontinuities of the session up to this segment, its own included. */
  readonly discontinuities: number;
  /** Sizes of its files; null where it has none. */
  readonly videoBytes: number | null;
  readonly audioBytes: number | null;
  /** The recording had ended: its files are in memory for a while. */
  readonly isPassing?: boolean | undefined;
};

/** Describes a segment that follows another one; null for the first. */
export function entryOf(segment: Segment, previous: IndexEntry | null): IndexEntry {
  const { init: _init, audioInit: _audioInit, video, audio, ...fields } = segment;
  const discontinuities = (previous?.discontinuities ?? 0) + Number(segment.discontinuity);
  return {
    ...fields,
    discontinuities,
    videoBytes: video?.length ?? null,
    audioBytes: audio?.length ?? null,
  };
}

/** Writes an entry as a line of an index. */
export function lineOf(entry: IndexEntry): string {
  return `${JSON.stringify(entry)}\n`;
}

/** Reads an index up to its first damaged line: a killed process leaves a torn one at the end. */
export function readIndex(text: string): IndexEntry[] {
  const entries: IndexEntry[] = [];
  // What follows the last line break was not written to its end.
  for (const line of text.split("\n").slice(0, -1)) {
    const entry = parseJson(line);
    const last = entries.at(-1);
    if (!isEntry(entry) || (last && entry.number !== last.number + 1)) break;
    entries.push(entry);
  }
  return entries;
}

const NUMBERS = ["number", "startMs", "durationSeconds", "initId", "discontinuities"] as const;

function isEntry(value: unknown): value is IndexEntry {
  if (typeof value !== "object" || value === null) return false;
  const entry: Partial<Record<keyof IndexEntry, unknown>> = value;
  return (
    NUMBERS.every((name) => typeof entry[name] === "number") &&
    typeof entry.discontinuity === "boolean" &&
    typeof entry.codecs === "string"
  );
}

/** End of a segment by the wall clock; milliseconds since the epoch. */
export function endMsOf({ startMs, durationSeconds }: IndexEntry): number {
  return startMs + durationSeconds * 1000;
}

/** Bytes of the media files of some segments, without their init files. */
export function sizeOf(entries: readonly IndexEntry[]): number {
  return entries.reduce(
    (sum, { videoBytes, audioBytes }) => sum + (videoBytes ?? 0) + (audioBytes ?? 0),
    0,
  );
}

/** Bounds of what is also kept in memory: the newest segments, for players at the edge and for a full disk. */
const RING_SEGMENTS = 30;
const RING_BYTES = 32 * 1024 * 1024;

/** Number of a session's newest segments that are also in memory. */
export function countInMemory(entries: readonly IndexEntry[]): number {
  let count = 0;
  let bytes = 0;
  for (const entry of entries.slice(-RING_SEGMENTS).toReversed()) {
    bytes += sizeOf([entry]);
    if (count > 0 && bytes > RING_BYTES) break;
    count++;
  }
  return count;
}

/** Segments that can be loaded, without a gap in their numbers: after a full disk in the end only those in memory. */
export function loadable(entries: readonly IndexEntry[]): readonly IndexEntry[] {
  const inMemory = entries.slice(-countInMemory(entries));
  const isGone = entries.slice(0, -inMemory.length).some(({ isPassing }) => isPassing === true);
  return isGone ? inMemory : entries;
}

/** Names of a session's files. */
export const fileNames = {
  video: (number: number): string => `${number}.m4s`,
  audio: (number: number): string => `${number}.audio.m4s`,
  init: (initId: number): string => `init-${initId}.mp4`,
  audioInit: (initId: number): string => `init-${initId}.audio.mp4`,
};

const FILE_NAME = /^(?:\d{1,9}(?:\.audio)?\.m4s|init-\d{1,9}(?:\.audio)?\.mp4)$/;

/** Whether a name can be that of a media file: nothing else of a session is served. */
export function isMediaFile(name: string): boolean {
  return FILE_NAME.test(name);
}

/** Files that an entry needs, its init files first. */
export function filesOf({ number, initId, videoBytes, audioBytes }: IndexEntry): string[] {
  return [
    ...(videoBytes === null ? [] : [fileNames.init(initId), fileNames.video(number)]),
    ...(audioBytes === null ? [] : [fileNames.audioInit(initId), fileNames.audio(number)]),
  ];
}
