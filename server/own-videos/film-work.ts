import { rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { FilmEncoder } from "@reign-tv/ingest/ffmpeg/film-encoder.ts";
import { type FilmResult, packageFilm } from "@reign-tv/ingest/films/package-film.ts";
import type { Logger } from "@reign-tv/kit/log.ts";
import { messageOf } from "@reign-tv/kit/start-error.ts";
import { OWN_VIDEO_MAX_SECONDS } from "#shared/contracts/own-videos.ts";
import type { OwnVideoActions } from "./own-video-actions.ts";
import type { OwnVideoFiles } from "./own-video-files.ts";
import type { OwnVideo, OwnVideoStore } from "./own-video-store.ts";
import { uploadPath } from "./upload-file.ts";

/** Folder of the segments of a film that is being packaged. */
const WORK_FOLDER = "packaging";
/** An upload that an encoder has converted. */
const CONVERTED = "converted.part";
/** Picture with sound, sound alone once more, and the boxes around both. */
const BYTES_PER_BYTE = 2.2;
const MORE_BYTES = 50_000_000;
/** What packaging leaves free on the disk. */
const RESERVED_BYTES = 500_000_000;
/** A small rendition may be longer or shorter than its video by so much. */
const LOW_TOLERANCE_SECONDS = 5;
/** Share of the time that converting takes, before packaging. */
const CONVERTING = 0.95;

/** How work on a video goes on. */
export type WorkStep = {
  /** Ends the work, which begins again later. */
  readonly signal: AbortSignal;
  /** Done, from 0 to 1. */
  onProgress: (share: number) => void;
};

/** Work on a video. */
export type VideoWork = (video: OwnVideo, step: WorkStep) => Promise<void>;

type FilmWorkDeps = {
  store: Pick<OwnVideoStore, "update">;
  files: OwnVideoFiles;
  actions: Pick<OwnVideoActions, "takePackaged" | "writeFacts">;
  encoder: FilmEncoder;
  log: Pick<Logger, "info">;
};

/** A small rendition that was checked, and its size; null: it cannot be used, and is deleted. */
type CheckedLow = { bytes: number } | null | "stopped";

/** What is done with uploaded files. */
export type FilmWork = {
  /** Makes segments of an upload, which is converted before where that is needed and possible. */
  packageMedia: VideoWork;
  /** Takes a small rendition that was uploaded. */
  takeLow: VideoWork;
  /** Checks that a file can be read and is as long as its video. */
  checkLow: (
    video: Pick<OwnVideo, "id" | "seconds">,
    path: string,
    step: WorkStep,
  ) => Promise<CheckedLow>;
};

/** Progress of work that converts first counts both steps. */
export function createFilmWork({ store, files, actions, encoder, log }: FilmWorkDeps): FilmWork {
  async function finish(id: string, result: FilmResult): Promise<void> {
    const folder = files.folderOf(id);
    const work = join(folder, WORK_FOLDER);
    if (result.kind === "stopped") return;
    if (result.kind === "failed") {
      const { problem, detail: problem_detail, message } = result;
      log.info({ event: "film_failed", video: id, problem, message });
      await rm(work, { recursive: true, force: true });
      await store.update(id, { state: "failed", problem, problem_detail });
      return;
    }
    await actions.takePackaged(id, work);
    await rm(work, { recursive: true, force: true });
    await rm(uploadPath(folder, "media"), { force: true });
    await actions.writeFacts(id, {});
    log.info({ event: "film_packaged", video: id });
  }

  /** Packages a file of a video into a folder, which is empty before. */
  async function packageFile(
    id: string,
    path: string,
    options: Parameters<typeof packageFilm>[1],
  ): Promise<FilmResult> {
    const folder = join(files.folderOf(id), WORK_FOLDER);
    const bytes = (await stat(path).catch(() => null))?.size ?? 0;
    // What an interrupted job left is made again: an hour of film takes some seconds.
    await rm(folder, { recursive: true, force: true });
    return packageFilm(
      {
        path,
        folder,
        maxSeconds: OWN_VIDEO_MAX_SECONDS,
        maxBytes: bytes * BYTES_PER_BYTE + MORE_BYTES,
        reserveBytes: RESERVED_BYTES,
      },
      options,
    );
  }

  async function packageFrom(
    id: string,
    path: string,
    { signal, onProgress }: WorkStep,
  ): Promise<FilmResult> {
    let seconds = 0;
    let isMarked: Promise<void> = Promise.resolve();
    const result = await packageFile(id, path, {
      signal,
      onChecked(film) {
        ({ seconds } = film);
        isMarked = store.update(id, { state: "packaging" }).catch(() => undefined);
      },
      onProgress: (done) => onProgress(seconds === 0 ? 0 : Math.min(1, done / seconds)),
    });
    // Otherwise a slow connection could write this state after the last one.
    await isMarked;
    return result;
  }

  /** Converts a file that cannot be packaged, and packages what comes out; the same failure where that fails. */
  async function convert(
    id: string,
    failure: FilmResult,
    { signal, onProgress }: WorkStep,
  ): Promise<FilmResult> {
    const conversion = failure.kind === "failed" ? failure.conversion : null;
    if (!conversion || !(await encoder.isAvailable())) return failure;
    const onDisk = encoder.convertedBytes(conversion) * (1 + BYTES_PER_BYTE);
    const noSpace = await files.requireSpace({ counted: 0, onDisk }).then(() => null, messageOf);
    if (noSpace !== null) {
      return { kind: "failed", problem: "disk", detail: null, message: noSpace };
    }
    await store.update(id, { state: "packaging" });
    const folder = files.folderOf(id);
    const target = join(folder, CONVERTED);
    try {
      const converted = await encoder.convert(
        { source: uploadPath(folder, "media"), conversion, target },
        { signal, onProgress: (share) => onProgress(share * CONVERTING) },
      );
      log.info({ event: "film_converted", video: id, ...conversion, result: converted });
      if (converted.kind === "stopped") return converted;
      if (converted.kind === "failed") return failure;
      return await packageFrom(id, target, {
        signal,
        onProgress: (share) => onProgress(CONVERTING + share * (1 - CONVERTING)),
      });
    } finally {
      await rm(target, { force: true });
    }
  }

  async function checkLow(
    { id, seconds }: Pick<OwnVideo, "id" | "seconds">,
    path: string,
    { signal, onProgress }: WorkStep,
  ): Promise<CheckedLow> {
    let length = 0;
    const result = await packageFile(id, path, {
      signal,
      onChecked: (film) => (length = film.hasPicture ? film.seconds : 0),
      onProgress: (done) => onProgress(Math.min(1, done / seconds)),
    });
    await rm(join(files.folderOf(id), WORK_FOLDER), { recursive: true, force: true });
    if (result.kind === "stopped") return "stopped";
    const isUsable = result.kind === "done" && Math.abs(length - seconds) <= LOW_TOLERANCE_SECONDS;
    log.info({ event: isUsable ? "low_taken" : "low_rejected", video: id, length, ...result });
    if (isUsable) return { bytes: (await stat(path)).size };
    await rm(path, { force: true });
    return null;
  }

  return {
    checkLow,
    async packageMedia({ id }, step) {
      const path = uploadPath(files.folderOf(id), "media");
      const copied = await packageFrom(id, path, step);
      await finish(id, copied.kind === "failed" ? await convert(id, copied, step) : copied);
    },
    async takeLow(video, step) {
      const { id } = video;
      const path = uploadPath(files.folderOf(id), "low");
      const low = await checkLow(video, path, step);
      if (low === "stopped") return;
      if (low !== null) await rename(path, join(files.folderOf(id), "low.mp4"));
      await actions.writeFacts(id, {
        low_upload_bytes: null,
        ...(low && { has_low: true, low_bytes: low.bytes }),
      });
    },
  };
}
