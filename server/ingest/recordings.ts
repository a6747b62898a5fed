import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { type IndexEntry, isMediaFile } from "@reign-tv/ingest/segments/segment-index.ts";
import {
  namesIn,
  readOptional,
  readSessionIndex,
} from "@reign-tv/ingest/segments/segment-files.ts";
import {
  deleteSession,
  type KnownSessions,
  listSessions,
  openSegmentStore,
  type SegmentStore,
  type StoredSession,
} from "@reign-tv/ingest/segments/segment-store.ts";
import { readDiskSpace } from "@reign-tv/kit/files/disk-space.ts";
import type { ChannelId } from "#shared/live/channels.ts";
import type { Broadcast, RecordingProblem } from "./broadcast-store.ts";
import { broadcastFolder } from "./broadcast-urls.ts";
import type { Watched } from "./broadcast-watch.ts";
import { createSoundFiles, type SoundFile } from "./sound-file.ts";

/** Space that recordings leave to the database and everything else on the disk. */
const RESERVED_BYTES = 1_000_000_000;
const GIGABYTE = 1_000_000_000;

const SOUND_FILE = "sound.m4a";

type RecordingsDeps = {
  /** Folder of all recordings. */
  folder: string;
  /** Most gigabytes of recordings. */
  maxGigabytes: number;
  /** Free bytes of the disk; tests give their own. */
  freeBytes?: () => Promise<number>;
};

type Named = Pick<Broadcast, "id" | "channel" | "startedAtMs">;

/** Recordings of the broadcasts that this server receives, one folder for each. */
export type Recordings = {
  /**
   * Opens the recording of a broadcast and continues it; one that is open already goes on as it is. Its newest segments
   * stay readable when it ends early.
   *
   * @param broadcast with its segments in playlists.
   * @param channels whose recordings count.
   */
  open(
    broadcast: Named & Pick<Watched, "entries">,
    channels: readonly ChannelId[],
    onEnded: (problem: RecordingProblem) => void,
  ): Promise<SegmentStore>;
  /** Forgets what is in memory of a broadcast that has ended. */
  close(broadcast: string): void;
  /** A media file by its name; null when this server does not have it. */
  read(broadcast: Named, name: string): Promise<Uint8Array | null>;
  /** Recordings of a channel on this server, the newest first; those of running broadcasts excepted. */
  list(channel: ChannelId): Promise<readonly StoredSession[]>;
  /** Folder of a recording that is listed; null when it is not. */
  folderOf(channel: ChannelId, id: string): Promise<string | null>;
  /** Deletes a recording, also what a deletion that was cut short has left; false when there is none. */
  remove(channel: ChannelId, id: string): Promise<boolean>;
  /** Segments of a recording on this server's disk, in order; none when it has no such recording. */
  recorded(broadcast: Named): Promise<readonly IndexEntry[]>;
  /**
   * Sound alone of a finished recording as one file beside the segments. Null when this server does not have the
   * recording, its sound changed its format, or the disk is full.
   */
  soundFile(broadcast: Named): Promise<SoundFile | null>;
  space(
    channels: readonly ChannelId[],
  ): Promise<{ freeBytes: number; recordedBytes: number; maxBytes: number }>;
};

/** @throws Error when the folder cannot be created. */
export async function openRecordings(deps: RecordingsDeps): Promise<Recordings> {
  const { folder } = deps;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const maxBytes = deps.maxGigabytes * GIGABYTE;
  const freeBytes = deps.freeBytes ?? (async () => (await readDiskSpace(folder)).freeBytes);
  const open = new Map<string, SegmentStore>();
  const openFolders = new Map<string, string>();
  const known: KnownSessions = new Map();
  const soundFileAt = createSoundFiles();
  const folderOfBroadcast = (broadcast: Named): string =>
    join(folder, broadcast.channel, broadcastFolder(broadcast));

  async function list(channel: ChannelId): Promise<readonly StoredSession[]> {
    const running = new Set(openFolders.values());
    const sessions = await listSessions(join(folder, channel), known);
    return sessions
      .filter(({ id }) => !running.has(join(folder, channel, id)))
      .toSorted((a, b) => (b.startMs ?? 0) - (a.startMs ?? 0));
  }

  async function folderOf(channel: ChannelId, id: string): Promise<string | null> {
    const isListed = (await list(channel)).some((session) => session.id === id);
    return isListed ? join(folder, channel, id) : null;
  }

  async function read(broadcast: Named, name: string): Promise<Uint8Array | null> {
    const store = open.get(broadcast.id);
    if (store !== undefined) return store.read(name);
    return isMediaFile(name) ? readOptional(join(folderOfBroadcast(broadcast), name)) : null;
  }

  async function recorded(broadcast: Named): Promise<readonly IndexEntry[]> {
    const store = open.get(broadcast.id);
    if (store !== undefined) return store.recorded();
    return (await readSessionIndex(folderOfBroadcast(broadcast))) ?? [];
  }

  async function soundFile(broadcast: Named): Promise<SoundFile | null> {
    if (open.has(broadcast.id)) return null;
    return soundFileAt(join(folderOfBroadcast(broadcast), SOUND_FILE), async () => {
      if ((await freeBytes()) < RESERVED_BYTES) throw new Error("The disk is full");
      return { entries: await recorded(broadcast), read: (name) => read(broadcast, name) };
    });
  }

  async function recordedBytes(channels: readonly ChannelId[]): Promise<number> {
    const sessions = await Promise.all(channels.map((id) => listSessions(join(folder, id), known)));
    return sessions.flat().reduce((sum, { bytes }) => sum + bytes, 0);
  }

  return {
    async open(broadcast, channels, onEnded) {
      const known = open.get(broadcast.id);
      if (known !== undefined) return known;
      const others = await recordedBytes(channels);
      const store = await openSegmentStore({
        folder: folderOfBroadcast(broadcast),
        listed: broadcast.entries,
        quotaBytes: Math.max(0, maxBytes - others),
        reserveBytes: RESERVED_BYTES,
        onEnded: ({ reason }) => onEnded(reason === "quota" ? "quota" : "disk"),
        freeBytes,
      });
      open.set(broadcast.id, store);
      openFolders.set(broadcast.id, folderOfBroadcast(broadcast));
      return store;
    },
    close(broadcast) {
      open.delete(broadcast);
      openFolders.delete(broadcast);
    },
    list,
    folderOf,
    async remove(channel, id) {
      const found = join(folder, channel, id);
      const isOpen = [...openFolders.values()].includes(found);
      if (isOpen || !(await namesIn(join(folder, channel))).includes(id)) return false;
      await deleteSession(found);
      known.delete(found);
      return true;
    },
    read,
    recorded,
    soundFile,
    space: async (channels) => ({
      freeBytes: await freeBytes(),
      recordedBytes: await recordedBytes(channels),
      maxBytes,
    }),
  };
}
