import { mkdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { readDiskSpace } from "@reign-tv/kit/files/disk-space.ts";
import { errorCode, messageOf } from "@reign-tv/kit/start-error.ts";
import type { Segment } from "#ingest/segmenter-contract.ts";
import { openFormats } from "./known-formats.ts";
import {
  DISK,
  INDEX,
  namesIn,
  readOptional,
  readSessionIndex,
  type SegmentFiles,
  writeFile,
} from "./segment-files.ts";
import {
  countInMemory,
  entryOf,
  fileNames,
  filesOf,
  type IndexEntry,
  isMediaFile,
  lineOf,
  readIndex,
  sizeOf,
} from "./segment-index.ts";

type EndReason = "disk-full" | "quota" | "write-failed";

/** The recording has ended before the broadcast: what is stored stays, and the broadcast goes on from memory. */
export class RecordingEndedError extends Error {
  readonly reason: EndReason;

  constructor(reason: EndReason, options: { cause?: unknown } = {}) {
    super(
      reason === "write-failed"
        ? `Recording ended: ${messageOf(options.cause)}`
        : `Recording ended: ${reason}`,
      { cause: options.cause },
    );
    this.name = "RecordingEndedError";
    this.reason = reason;
  }
}

/** The segments of one session of a channel. */
export type SegmentStore = {
  /**
   * Stores the next segment. A disk that fails ends the recording and not the broadcast. Of init files whose bytes are
   * there already, the entry gets their number: an encoder that returns with the same parameters adds none.
   *
   * @throws RangeError when its number is not the next.
   */
  append(segment: Segment): Promise<IndexEntry>;
  /** Number of the next segment. */
  nextNumber(): number;
  /** Segments that can be loaded, oldest first, without a gap in their numbers. */
  live(): readonly IndexEntry[];
  /** Segments on disk. */
  recorded(): readonly IndexEntry[];
  /** Reads a media file by its name; null when there is none. */
  read(name: string): Promise<Uint8Array | null>;
  /** Reason why nothing is stored any more; null while recording. */
  ended(): RecordingEndedError | null;
  /** Bytes of the media files on disk. */
  bytes(): number;
};

export type SegmentStoreOptions = {
  /** Folder of the session; created when missing. */
  folder: string;
  /** Segments that playlists have listed. Those that are not on disk are gaps, so that their numbers are not given again. */
  listed?: readonly IndexEntry[];
  /** Most that the session may take on disk; the recording ends there. */
  quotaBytes: number;
  /** The recording ends before the disk has less left: others need it. */
  reserveBytes: number;
  /** Called once, when the recording ends early. */
  onEnded: (error: RecordingEndedError) => void;
  files?: SegmentFiles;
  /** Free bytes on the disk of the folder. */
  freeBytes?: () => Promise<number>;
};

type Recent = { readonly entry: IndexEntry; readonly files: ReadonlyMap<string, Uint8Array> };

/**
 * Opens a session's folder and continues its index. Files that the index does not name belong to a segment that was in
 * the making when the process died: they are deleted, as is a torn last line.
 *
 * @throws the error of the file system when the folder cannot be read or repaired.
 */
export async function openSegmentStore(options: SegmentStoreOptions): Promise<SegmentStore> {
  const { folder, files = DISK, quotaBytes, reserveBytes } = options;
  const freeBytes = options.freeBytes ?? (async () => (await readDiskSpace(folder)).freeBytes);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const recorded = await repair(folder, files);
  let bytes = sizeOf(recorded);
  let recent: Recent[] = [];
  let inits = new Map<string, Uint8Array>();
  const formats = await openFormats(folder, recorded);
  let last = recorded.at(-1) ?? null;
  let ended: RecordingEndedError | null = null;
  let tail: Promise<unknown> = Promise.resolve();

  function end(reason: EndReason, cause?: unknown): void {
    ended = new RecordingEndedError(reason, { cause });
    options.onEnded(ended);
  }

  async function store({ entry, files: contents }: Recent): Promise<void> {
    try {
      await checkSpace(sizeOf([entry]));
      if (ended) return;
      for (const [name, content] of contents) await writeFile(files, folder, name, content);
      await files.append(join(folder, INDEX), lineOf(entry));
      recorded.push(entry);
      bytes += sizeOf([entry]);
    } catch (error) {
      const isFull = ["ENOSPC", "EDQUOT"].includes(errorCode(error) ?? "");
      end(isFull ? "disk-full" : "write-failed", error);
    }
  }

  async function checkSpace(needed: number): Promise<void> {
    if (bytes + needed > quotaBytes) end("quota");
    else if ((await freeBytes()) < reserveBytes + needed) end("disk-full");
  }

  function remember(recentSegment: Recent): void {
    recent.push(recentSegment);
    recent = recent.slice(-countInMemory(recent.map(({ entry }) => entry)));
    const used = new Set(recent.flatMap(({ entry }) => filesOf(entry)));
    inits = new Map([...inits].filter(([name]) => used.has(name)));
    if (ended) formats.keep([...recorded, ...recent.map((each) => each.entry)]);
  }

  async function append(taken: Segment): Promise<IndexEntry> {
    if (last && taken.number !== last.number + 1) {
      throw new RangeError(`Segment ${taken.number} does not follow ${last.number}`);
    }
    const segment = formats.known(taken);
    const entry = entryOf(segment, last);
    last = entry;
    const contents = contentsOf(segment);
    for (const [name, content] of contents) if (name.startsWith("init-")) inits.set(name, content);
    if (!ended) await store({ entry, files: contents });
    remember({ entry, files: contents });
    return ended ? { ...entry, isPassing: true } : entry;
  }

  const stored = last?.number ?? -1;
  for (const entry of (options.listed ?? []).filter(({ number }) => number > stored)) {
    last = { ...entry, videoBytes: null, audioBytes: null, isPassing: undefined };
    if (!ended) await store({ entry: last, files: new Map() });
  }

  return {
    append(segment) {
      const result = tail.then(() => append(segment));
      tail = result.catch(() => undefined);
      return result;
    },
    nextNumber: () => (last === null ? 0 : last.number + 1),
    live() {
      if (!ended) return recorded;
      const inMemory = recent.map(({ entry }) => entry);
      const lastOnDisk = recorded.at(-1)?.number ?? -1;
      const isJoined = (inMemory[0]?.number ?? 0) <= lastOnDisk + 1;
      const later = inMemory.filter(({ number }) => number > lastOnDisk);
      return isJoined ? [...recorded, ...later] : inMemory;
    },
    recorded: () => recorded,
    async read(name) {
      if (!isMediaFile(name)) return null;
      const inMemory =
        inits.get(name) ?? recent.find((each) => each.files.has(name))?.files.get(name);
      return inMemory ?? readOptional(join(folder, name));
    },
    ended: () => ended,
    bytes: () => bytes,
  };
}

/** Files of a segment in the order of writing. */
function contentsOf(segment: Segment): ReadonlyMap<string, Uint8Array> {
  const { number, initId } = segment;
  const contents: [string, Uint8Array | null | undefined][] = [
    [fileNames.init(initId), segment.init],
    [fileNames.audioInit(initId), segment.audioInit],
    [fileNames.video(number), segment.video],
    [fileNames.audio(number), segment.audio],
  ];
  return new Map(contents.flatMap(([name, content]) => (content ? [[name, content]] : [])));
}

/** Makes index and files of a folder agree. */
async function repair(folder: string, files: SegmentFiles): Promise<IndexEntry[]> {
  const bytes = await readOptional(join(folder, INDEX));
  const text = bytes ? Buffer.from(bytes).toString("utf8") : "";
  const names = new Set(await namesIn(folder));
  const isComplete = (entry: IndexEntry) => filesOf(entry).every((name) => names.has(name));
  const read = readIndex(text);
  // A recording starts with a complete segment; later ones without files are shown as gaps.
  const first = read.findIndex(isComplete);
  const entries = (first < 0 ? [] : read.slice(first)).map((entry) =>
    isComplete(entry) ? entry : { ...entry, videoBytes: null, audioBytes: null },
  );
  const known = new Set([INDEX, ...entries.flatMap(filesOf)]);
  for (const name of names) if (!known.has(name)) await files.remove(join(folder, name));
  const repaired = entries.map(lineOf).join("");
  if (repaired !== text) await writeFile(files, folder, INDEX, repaired);
  return entries;
}

/** A session on disk. */
export type StoredSession = {
  readonly id: string;
  readonly bytes: number;
  /** Wall clock of its first segment, milliseconds since the epoch; null without one. */
  readonly startMs: number | null;
  readonly seconds: number;
};

/** Sessions by their folder, with the size of the index that they were read from. */
export type KnownSessions = Map<
  string,
  { readonly indexBytes: number; readonly session: StoredSession }
>;

/**
 * Sessions of a channel's folder.
 *
 * @param known from earlier calls: an index, which only grows, is read again when it has grown.
 */
export async function listSessions(
  channelFolder: string,
  known: KnownSessions = new Map(),
): Promise<StoredSession[]> {
  const names = await namesIn(channelFolder);
  const sessions = await Promise.all(
    names.toSorted().map((id) => readSession(join(channelFolder, id), id, known)),
  );
  return sessions.filter((session) => session !== null);
}

async function readSession(
  folder: string,
  id: string,
  known: KnownSessions,
): Promise<StoredSession | null> {
  const indexBytes = (await stat(join(folder, INDEX)).catch(() => null))?.size ?? 0;
  const before = known.get(folder);
  if (before?.indexBytes === indexBytes) return before.session;
  const entries = await readSessionIndex(folder);
  if (entries === null) return null;
  const seconds = entries.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0);
  const startMs = entries[0]?.startMs ?? null;
  const session = { id, bytes: sizeOf(entries), startMs, seconds };
  known.set(folder, { indexBytes, session });
  return session;
}

/** Deletes a session that is not open, its index first: a deletion that is cut short leaves no session behind. */
export async function deleteSession(folder: string, files: SegmentFiles = DISK): Promise<void> {
  await files.remove(join(folder, INDEX));
  await files.remove(folder);
}
