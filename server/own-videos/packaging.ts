import { rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { DAY_MS, isWithin, SECOND_MS } from "@reign-tv/kit/durations.ts";
import type { ReportFault } from "@reign-tv/kit/fault-registry.ts";
import type { Logger } from "@reign-tv/kit/log.ts";
import { type FilmResult, packageFilm } from "@reign-tv/ingest/films/package-film.ts";
import { OWN_VIDEO_MAX_SECONDS } from "#shared/contracts/own-videos.ts";
import { type OwnVideoActions, uploadPath } from "./own-video-actions.ts";
import type { OwnVideoFiles } from "./own-video-files.ts";
import type { OwnVideo, OwnVideoColumns, OwnVideoStore } from "./own-video-store.ts";

/** Folder of the segments of a film that is being packaged. */
const WORK_FOLDER = "packaging";
/** Picture with sound, sound alone once more, and the boxes around both. */
const BYTES_PER_BYTE = 2.2;
const MORE_BYTES = 50_000_000;
/** What packaging leaves free on the disk. */
const RESERVED_BYTES = 500_000_000;
/** A small rendition may be longer or shorter than its video by so much. */
const LOW_TOLERANCE_SECONDS = 5;
/** Life of an upload that does not end, and of the file of a film that cannot be packaged. */
const UPLOAD_LIFE_MS = DAY_MS;
/** Detail of a video that is published again with its files. */
const WAS_PUBLISHED = "published";
const TICK_MS = 5 * SECOND_MS;

type PackagingDeps = {
  store: Pick<OwnVideoStore, "update" | "forget">;
  files: OwnVideoFiles;
  actions: Pick<OwnVideoActions, "takePackaged" | "writeFacts">;
  /** Rows of this server. */
  ownRows: () => readonly OwnVideo[];
  /** A channel is live here: what packages would take from it. */
  isLive: () => boolean;
  report: ReportFault;
  log: Pick<Logger, "info" | "warn">;
  /** Clock; milliseconds since the epoch. */
  now: () => number;
};

/** Packages uploads one at a time, never while a channel is live, and deletes what is over. */
export type Packaging = {
  /** Looks for work: after each change of rows, and now and then by itself. */
  look: () => void;
  /** Done of the running job, from 0 to 1; null: it is not running. */
  progressOf(id: string): number | null;
  /** Ends the running job, which begins again at the next start. */
  close: () => Promise<void>;
};

type Job = { id: string; stop: AbortController; progress: number; ended: Promise<void> };

export function startPackaging(deps: PackagingDeps): Packaging {
  const { store, files, actions, log } = deps;
  let job: Job | null = null;
  let isClosed = false;
  let looking: Promise<void> | null = null;
  let isStale = false;

  async function finish(video: OwnVideo, result: FilmResult, work: string): Promise<void> {
    const { id } = video;
    const folder = files.folderOf(id);
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
  async function packagePart(
    { id }: OwnVideo,
    part: "media" | "low",
    options: { bytes: number; signal: AbortSignal } & Pick<
      Parameters<typeof packageFilm>[1],
      "onChecked" | "onProgress"
    >,
  ): Promise<FilmResult> {
    const folder = files.folderOf(id);
    const work = join(folder, WORK_FOLDER);
    // What an interrupted job left is made again: an hour of film takes some seconds.
    await rm(work, { recursive: true, force: true });
    return packageFilm(
      {
        path: uploadPath(folder, part),
        folder: work,
        maxSeconds: OWN_VIDEO_MAX_SECONDS,
        maxBytes: options.bytes * BYTES_PER_BYTE + MORE_BYTES,
        reserveBytes: RESERVED_BYTES,
      },
      options,
    );
  }

  async function packageMedia(video: OwnVideo, current: Job): Promise<void> {
    const { id, uploadBytes } = video;
    let seconds = 0;
    let isMarked: Promise<void> = Promise.resolve();
    const result = await packagePart(video, "media", {
      bytes: uploadBytes ?? 0,
      signal: current.stop.signal,
      onChecked(film) {
        ({ seconds } = film);
        isMarked = store.update(id, { state: "packaging" }).catch(() => undefined);
      },
      onProgress: (done) => (current.progress = seconds === 0 ? 0 : Math.min(1, done / seconds)),
    });
    // Otherwise a slow connection could write this state after the last one.
    await isMarked;
    await finish(video, result, join(files.folderOf(id), WORK_FOLDER));
  }

  /** A small rendition that can be read and is as long as its video gets its name; another is deleted. */
  async function takeLow(video: OwnVideo, current: Job): Promise<void> {
    const { id, lowUploadBytes, seconds } = video;
    const folder = files.folderOf(id);
    let length = 0;
    const result = await packagePart(video, "low", {
      bytes: lowUploadBytes ?? 0,
      signal: current.stop.signal,
      onChecked: (film) => (length = film.hasPicture ? film.seconds : 0),
      onProgress: (done) => (current.progress = Math.min(1, done / seconds)),
    });
    if (result.kind === "stopped") return;
    await rm(join(folder, WORK_FOLDER), { recursive: true, force: true });
    const isUsable = result.kind === "done" && Math.abs(length - seconds) <= LOW_TOLERANCE_SECONDS;
    const path = uploadPath(folder, "low");
    if (isUsable) await rename(path, join(folder, "low.mp4"));
    else await rm(path, { force: true });
    log.info({ event: isUsable ? "low_taken" : "low_rejected", video: id, ...result });
    await actions.writeFacts(id, {
      low_upload_bytes: null,
      ...(isUsable && { has_low: true, low_bytes: lowUploadBytes }),
    });
  }

  function start(video: OwnVideo, work: (video: OwnVideo, job: Job) => Promise<void>): void {
    const stop = new AbortController();
    const started: Job = { id: video.id, stop, progress: 0, ended: Promise.resolve() };
    job = started;
    started.ended = work(video, started)
      .then(
        () => deps.report("packaging", null),
        async (error: unknown) => {
          deps.report("packaging", String(error));
          if (video.state !== "ready") {
            await store.update(video.id, { state: "failed", problem: "internal" });
          }
        },
      )
      .catch((error: unknown) => deps.report("packaging", String(error)))
      .finally(() => {
        job = null;
        look();
      });
  }

  async function hasLow({ id, lowUploadBytes }: OwnVideo): Promise<boolean> {
    if (lowUploadBytes === null) return false;
    const found = await stat(uploadPath(files.folderOf(id), "low")).catch(() => null);
    return found?.size === lowUploadBytes;
  }

  async function removeVideo(id: string): Promise<void> {
    if (job?.id === id) job.stop.abort();
    await job?.ended;
    await files.remove(id);
    await store.forget(id);
  }

  /** Nobody finds a video whose files are gone. When they are back, it is as before. */
  async function checkFiles(video: OwnVideo): Promise<void> {
    const { id, state, title, isPublished, problemDetail } = video;
    const hasFiles = await files.hasSegments(id);
    if (hasFiles === (state === "ready")) return;
    log.warn({ event: hasFiles ? "own_video_back" : "own_video_files_missing", video: id });
    const columns: OwnVideoColumns = hasFiles
      ? {
          state: "ready",
          problem: null,
          problem_detail: null,
          is_published: problemDetail === WAS_PUBLISHED && title !== "",
        }
      : {
          state: "failed",
          problem: "files-missing",
          problem_detail: isPublished ? WAS_PUBLISHED : null,
          is_published: false,
        };
    await store.update(id, columns);
  }

  /** Deletes what is over. @returns whether the video stays. */
  async function tidy(video: OwnVideo): Promise<boolean> {
    const { id, state, problem, isDeleted, createdAt, source } = video;
    const isOld = !isWithin(UPLOAD_LIFE_MS, Date.parse(createdAt), deps.now());
    const isLeft = state === "uploading" && isOld;
    if (isLeft && !isDeleted) await store.update(id, { deleted_at: new Date(deps.now()) });
    if (isDeleted || isLeft) {
      await removeVideo(id);
      return false;
    }
    if (state === "ready" || problem === "files-missing") await checkFiles(video);
    else if (state === "failed" && isOld) {
      await rm(uploadPath(files.folderOf(id), "media"), { force: true });
    } else if (state === "packaging" && source === "recording" && isOld) {
      // The server ended while it made it; staff make it again.
      await store.update(id, { state: "failed", problem: "internal" });
    }
    return true;
  }

  async function workOf(video: OwnVideo): Promise<typeof packageMedia | null> {
    const { state, source } = video;
    if (state === "ready") return (await hasLow(video)) ? takeLow : null;
    return source === "upload" && (state === "checking" || state === "packaging")
      ? packageMedia
      : null;
  }

  async function lookOnce(): Promise<void> {
    if (job !== null && deps.isLive()) job.stop.abort();
    for (const video of deps.ownRows()) {
      const stays = await tidy(video);
      if (!stays || job !== null || isClosed || deps.isLive()) continue;
      const work = await workOf(video);
      if (work !== null) start(video, work);
    }
  }

  async function lookWhileStale(): Promise<void> {
    while (isStale) {
      isStale = false;
      try {
        await lookOnce();
        deps.report("own video files", null);
      } catch (error) {
        deps.report("own video files", String(error));
      }
    }
  }

  function look(): void {
    if (isClosed) return;
    isStale = true;
    looking ??= lookWhileStale().finally(() => (looking = null));
  }

  const timer = setInterval(look, TICK_MS);
  timer.unref();
  return {
    look,
    progressOf: (id) => (job?.id === id ? job.progress : null),
    async close() {
      isClosed = true;
      clearInterval(timer);
      job?.stop.abort();
      await job?.ended;
      await looking;
    },
  };
}
