import { rm } from "node:fs/promises";
import { join } from "node:path";
import type {
  FromRecording,
  OwnVideoChapter,
  OwnVideoSegments,
} from "#shared/contracts/own-videos.ts";
import type { Recordings } from "#server/ingest/recordings.ts";
import type { ThisServer } from "#server/ingest/this-server.ts";
import type { Rendition } from "@reign-tv/ingest/playlists/session-playlists.domain.ts";
import { diskReader } from "./media-reader.ts";
import { OwnVideoError } from "./own-video-error.ts";
import type { OwnVideoFiles } from "./own-video-files.ts";
import {
  isOneFormat,
  joinSegments,
  keepSegments,
  linkSegments,
  longestPart,
  type OwnSegment,
  readSegments,
  secondsOf,
  type SegmentRange,
  segmentsIn,
} from "./own-segments.ts";
import type { Mark, OwnVideo, OwnVideoColumns, OwnVideoStore } from "./own-video-store.ts";

type OwnVideoActionsDeps = {
  store: OwnVideoStore;
  files: OwnVideoFiles;
  recordings: Pick<Recordings, "list" | "folderOf">;
  server: ThisServer;
};

/** What the server does with the files and rows of own videos. */
export type OwnVideoActions = {
  /**
   * Gives a video that was just added the segments of a recording.
   *
   * @param recording as `findRecording` returned it.
   * @throws OwnVideoError format-changed, invalid, unreadable; the video is deleted then.
   */
  takeRecording(id: string, recording: FoundRecording, request: FromRecording): Promise<void>;
  /** @throws OwnVideoError not-found, quota, disk. */
  findRecording(request: Pick<FromRecording, "channel" | "recording">): Promise<FoundRecording>;
  /** Gives a video segments that were packaged in a folder, and makes it ready. */
  takePackaged(id: string, folder: string): Promise<void>;
  segmentsOf(video: OwnVideo): Promise<OwnVideoSegments>;
  /**
   * Publishes another part, and deletes the files that were made of the former one.
   *
   * @throws OwnVideoError state, invalid, format-changed.
   */
  trim(video: OwnVideo, range: SegmentRange): Promise<void>;
  /** Deletes what is not published of the segments. */
  dropRest(video: OwnVideo): Promise<void>;
  /** Writes the size of all files after a change of some, with other columns. */
  writeFacts(id: string, columns: OwnVideoColumns): Promise<void>;
};

type FoundRecording = { folder: string; broadcast: string };

/** Callers check permissions, and read the rows again after a change. */
export function createOwnVideoActions(deps: OwnVideoActionsDeps): OwnVideoActions {
  const { store, files, recordings, server } = deps;

  async function writeFacts(id: string, columns: OwnVideoColumns): Promise<void> {
    await store.update(id, { ...columns, bytes: await files.bytesOf(id) }, true);
  }

  /** Columns that follow from the published segments. */
  async function columnsOf(
    id: string,
    segments: readonly OwnSegment[],
    range: SegmentRange,
  ): Promise<OwnVideoColumns> {
    const used = segmentsIn(segments, range);
    const media = diskReader(files.folderOf(id));
    const bytesOf = async (rendition: Rendition): Promise<number | null> =>
      (await joinSegments(media, used, rendition))?.file.bytes ?? null;
    const [video, sound] = await Promise.all([bytesOf("picture"), bytesOf("sound")]);
    return {
      seconds: secondsOf(used),
      has_picture: video !== null,
      video_bytes: video,
      sound_bytes: sound,
      first_segment: range.first,
      last_segment: range.last,
    };
  }

  /** @throws OwnVideoError invalid, format-changed. */
  function checkedRange(segments: readonly OwnSegment[], range: SegmentRange): SegmentRange {
    const used = segmentsIn(segments, range);
    if (range.last < range.first || used.length !== range.last - range.first + 1) {
      throw new OwnVideoError("invalid", "There are no such segments");
    }
    if (!isOneFormat(used)) throw new OwnVideoError("format-changed");
    return range;
  }

  async function makeReady(id: string, segments: readonly OwnSegment[], range: SegmentRange) {
    await writeFacts(id, {
      ...(await columnsOf(id, segments, range)),
      state: "ready",
      problem: null,
      problem_detail: null,
    });
  }

  return {
    writeFacts,
    async findRecording({ channel, recording }) {
      const folder = await recordings.folderOf(channel, recording);
      if (folder === null) throw new OwnVideoError("not-found", "There is no such recording");
      const session = (await recordings.list(channel)).find(({ id }) => id === recording);
      await files.requireSpace({ counted: session?.bytes ?? 0, onDisk: 0 });
      return { folder, broadcast: recording.split("-")[0] ?? "" };
    },
    async takeRecording(id, { folder, broadcast }, { range, facts }) {
      try {
        await store.update(id, { server: server.id, address: server.address });
        const segments = await linkSegments(folder, await files.create(id));
        const longest = longestPart(segments);
        if (longest === null) throw new OwnVideoError("unreadable", "The recording is empty");
        const used = range === undefined ? longest : checkedRange(segments, range);
        const chapters = chaptersOf(await store.marksOf(broadcast), segmentsIn(segments, used));
        const isTitled = facts.chapters === undefined && chapters.length > 0;
        if (isTitled) await store.update(id, { chapters });
        await makeReady(id, segments, used);
      } catch (error) {
        await store.update(id, { deleted_at: new Date() });
        throw error;
      }
    },
    async takePackaged(id, folder) {
      const segments = await linkSegments(folder, files.folderOf(id));
      const range = longestPart(segments);
      if (range === null) throw new Error("The packaged film has no segments");
      await makeReady(id, segments, range);
    },
    async segmentsOf({ id, broadcast }) {
      const segments = (await readSegments(diskReader(files.folderOf(id)))) ?? [];
      const marks = broadcast === null ? [] : await store.marksOf(broadcast);
      let at = 0;
      return {
        segments: segments.map(({ entry, picture }) => {
          const start = at;
          at += entry.durationSeconds;
          const { number, durationSeconds: seconds, initId: format } = entry;
          return { number, at: start, seconds, hasPicture: picture !== null, format };
        }),
        marks: marks.flatMap(({ atMs, title }) => {
          const place = placeOf(segments, atMs);
          return place === null ? [] : [{ at: place, title }];
        }),
      };
    },
    async trim(video, range) {
      // Captions have the times of the former cut; the files that are made of it can be made again.
      const isFixed = video.isPublished || video.captions.length > 0;
      if (video.state !== "ready" || isFixed || video.range === null) {
        throw new OwnVideoError("state");
      }
      const segments = (await readSegments(diskReader(files.folderOf(video.id)))) ?? [];
      const used = checkedRange(segments, range);
      const startOf = (number: number): number =>
        secondsOf(segments.filter(({ entry }) => entry.number < number));
      const shift = startOf(video.range.first) - startOf(used.first);
      const columns = await columnsOf(video.id, segments, used);
      const chapters = video.chapters
        .map(({ at, title }) => ({ at: at + shift, title }))
        .filter(({ at }) => at >= 0 && at < (columns.seconds ?? 0));
      const dropped = { has_low: false, low_bytes: null, episode_bytes: null };
      await store.update(video.id, { ...columns, ...dropped, chapters }, true);
      for (const name of ["low.mp4", "episode.m4a"]) {
        await rm(join(files.folderOf(video.id), name), { force: true });
      }
    },
    async dropRest({ id, range }) {
      if (range === null) return;
      await keepSegments(files.folderOf(id), range);
      await store.update(id, { bytes: await files.bytesOf(id) });
    },
  };
}

/** A broadcast can be marked before its first picture has arrived. */
const EARLY_MARK_MS = 10_000;

/** Seconds of an instant of the broadcast, from the first segment; null long before it and after the last. */
function placeOf(segments: readonly OwnSegment[], atMs: number): number | null {
  const [first] = segments;
  const earlyMs = first === undefined ? 0 : first.entry.startMs - atMs;
  if (earlyMs > 0 && earlyMs <= EARLY_MARK_MS) return 0;
  let seconds = 0;
  for (const { entry } of segments) {
    const into = (atMs - entry.startMs) / 1_000;
    if (into >= 0 && into < entry.durationSeconds) return seconds + into;
    seconds += entry.durationSeconds;
  }
  return null;
}

/** Marks with a title, as chapters. */
function chaptersOf(marks: readonly Mark[], segments: readonly OwnSegment[]) {
  const chapters: OwnVideoChapter[] = [];
  for (const { atMs, title } of marks) {
    const at = placeOf(segments, atMs);
    const isLater = at !== null && at > (chapters.at(-1)?.at ?? -1);
    if (isLater && title !== "") chapters.push({ at: Math.round(at * 1_000) / 1_000, title });
  }
  return chapters;
}
