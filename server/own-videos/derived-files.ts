import { createWriteStream } from "node:fs";
import { readFile, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { FilmEncoder } from "@reign-tv/ingest/ffmpeg/film-encoder.ts";
import { makeM4a } from "@reign-tv/ingest/files/make-m4a.ts";
import type { Rendition } from "@reign-tv/ingest/playlists/session-playlists.domain.ts";
import type { Logger } from "@reign-tv/kit/log.ts";
import type { FilmWork, VideoWork, WorkStep } from "./film-work.ts";
import { diskReader } from "./media-reader.ts";
import { OwnVideoError } from "./own-video-error.ts";
import type { OwnVideoFiles } from "./own-video-files.ts";
import { joinSegments, readSegments, segmentsIn } from "./own-segments.ts";
import type { OwnVideo, OwnVideoColumns, OwnVideoStore } from "./own-video-store.ts";

/** Share of the time that encoding takes, before what comes out is checked. */
const ENCODING = 0.95;
/** The boxes of an .m4a beside its sound, which is as large as in segments. */
const MORE_BYTES = 5_000_000;

type DerivedFilesDeps = {
  store: Pick<OwnVideoStore, "update">;
  files: OwnVideoFiles;
  encoder: FilmEncoder;
  checkLow: FilmWork["checkLow"];
  /** The row as it is now; undefined once it is gone. */
  current: (id: string) => OwnVideo | undefined;
  log: Pick<Logger, "info" | "warn">;
};

/** Files that this server makes of published segments. Until then staff may trim them. */
export type DerivedFiles = {
  /** Work that a published video needs and the disk has space for; null: none. */
  workOf(video: OwnVideo): Promise<VideoWork | null>;
};

/** What fails is tried again after the next start of the server: by then it may have another ffmpeg. */
export function createDerivedFiles(deps: DerivedFilesDeps): DerivedFiles {
  const { store, files, encoder, log } = deps;
  const failed = new Set<string>();

  /** Renames a finished file and writes its columns, unless the video has other segments by now. */
  async function take(
    video: OwnVideo,
    names: { from: string; to: string },
    columns: OwnVideoColumns,
  ): Promise<void> {
    const folder = files.folderOf(video.id);
    const now = deps.current(video.id);
    const isSame =
      now?.isPublished === true &&
      !now.isDeleted &&
      now.range?.first === video.range?.first &&
      now.range?.last === video.range?.last;
    if (!isSame) return;
    await rename(join(folder, names.from), join(folder, names.to));
    // No address of the video changes: the file is a new one.
    await store.update(video.id, { ...columns, bytes: await files.bytesOf(video.id) });
    log.info({ event: "file_made", video: video.id, file: names.to });
  }

  /** @throws Error when segments are missing. */
  async function joined({ id, range }: OwnVideo, rendition: Rendition) {
    const folder = files.folderOf(id);
    const media = diskReader(folder);
    const segments = range && segmentsIn((await readSegments(media)) ?? [], range);
    const found = segments && (await joinSegments(media, segments, rendition));
    if (found === null) throw new Error("The published segments are missing");
    const { file, names } = found;
    return file.read({ first: 0, last: file.bytes - 1 }, async (place) =>
      readFile(join(folder, names[place] ?? "")),
    );
  }

  async function makeLow(video: OwnVideo, { signal, onProgress }: WorkStep): Promise<void> {
    const { seconds } = video;
    const from = "low.made";
    const target = join(files.folderOf(video.id), from);
    try {
      const made = await encoder.makeSmall(
        { source: await joined(video, "picture"), seconds, target },
        { signal, onProgress: (share) => onProgress(share * ENCODING) },
      );
      if (made.kind === "stopped") return;
      if (made.kind === "failed") throw new Error(made.message);
      const low = await deps.checkLow(video, target, {
        signal,
        onProgress: (share) => onProgress(ENCODING + share * (1 - ENCODING)),
      });
      if (low === "stopped") return;
      if (low === null) throw new Error("The small rendition is not as long as its video");
      await take(video, { from, to: "low.mp4" }, { has_low: true, low_bytes: low.bytes });
    } finally {
      await rm(target, { force: true });
    }
  }

  async function makeEpisode(video: OwnVideo, { signal }: WorkStep): Promise<void> {
    const folder = files.folderOf(video.id);
    const from = "episode.made";
    const source = join(folder, "episode.source");
    const target = join(folder, from);
    try {
      await pipeline(
        Readable.from(await joined(video, "sound")),
        createWriteStream(source, { mode: 0o600 }),
        { signal },
      );
      await makeM4a({ source, target }, signal);
      const { size } = await stat(target);
      await rm(source, { force: true });
      await take(video, { from, to: "episode.m4a" }, { episode_bytes: size });
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      await rm(source, { force: true });
      await rm(target, { force: true });
    }
  }

  async function hasSpace(bytes: number): Promise<boolean> {
    try {
      await files.requireSpace({ counted: bytes, onDisk: bytes * 3 });
      return true;
    } catch (error) {
      if (error instanceof OwnVideoError) return false;
      throw error;
    }
  }

  /** The work, which is given up for now where it fails. */
  function once(kind: string, work: VideoWork): VideoWork {
    return async (video, step) => {
      try {
        await work(video, step);
      } catch (error) {
        failed.add(`${kind} ${video.id}`);
        log.warn({ event: "file_not_made", video: video.id, kind, error: String(error) });
      }
    };
  }

  return {
    async workOf(video) {
      const { id, isPublished, isDeleted, show, seconds, hasPicture, lowUploadBytes } = video;
      if (!isPublished || isDeleted) return null;
      const { sound, low, episode } = video.files;
      const isWanted = (kind: string): boolean => !failed.has(`${kind} ${id}`);
      const needsEpisode = show !== null && sound !== null && (episode ?? null) === null;
      if (needsEpisode && isWanted("episode") && (await hasSpace((sound ?? 0) + MORE_BYTES))) {
        return once("episode", makeEpisode);
      }
      const needsLow = hasPicture && low === null && lowUploadBytes === null && isWanted("low");
      if (!needsLow || !(await encoder.isAvailable())) return null;
      return (await hasSpace(encoder.smallBytes(seconds))) ? once("low", makeLow) : null;
    },
  };
}
