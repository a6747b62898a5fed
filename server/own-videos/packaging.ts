import { rm, stat } from "node:fs/promises";
import { DAY_MS, isWithin, SECOND_MS } from "@reign-tv/kit/durations.ts";
import type { ReportFault } from "@reign-tv/kit/fault-registry.ts";
import type { FilmEncoder } from "@reign-tv/ingest/ffmpeg/film-encoder.ts";
import type { Logger } from "@reign-tv/kit/log.ts";
import { runWhileAsked } from "@reign-tv/kit/run-while-asked.ts";
import { createDerivedFiles } from "./derived-files.ts";
import { createFilmWork, type VideoWork } from "./film-work.ts";
import type { OwnVideoActions } from "./own-video-actions.ts";
import type { OwnVideoFiles } from "./own-video-files.ts";
import type { StoredCopies } from "./stored-copies.ts";
import type { OwnVideo, OwnVideoColumns, OwnVideoStore } from "./own-video-store.ts";
import { uploadPath } from "./upload-file.ts";

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
  /** Reads the rows again. */
  refresh: () => Promise<void>;
  /** A channel is live here: what packages would take from it. */
  isLive: () => boolean;
  encoder: FilmEncoder;
  /** Null: no S3 store is configured. */
  copies: StoredCopies | null;
  report: ReportFault;
  log: Pick<Logger, "info" | "warn">;
  /** Clock; milliseconds since the epoch. */
  now: () => number;
};

/** Packages uploads one at a time, never while a channel is live, and deletes what is over. */
export type Packaging = {
  /** Checks for work: after each change of rows, and now and then by itself. */
  check: () => void;
  /** Done of the running job, from 0 to 1; null: it is not running. */
  progressOf(id: string): number | null;
  /** Ends the running job, which begins again at the next start. */
  close: () => Promise<void>;
};

/** Work, and whether staff wait for it; other work makes way. */
type NextWork = { video: OwnVideo; run: VideoWork; isUrgent: boolean };

type Job = {
  id: string;
  isUrgent: boolean;
  stop: AbortController;
  progress: number;
  ended: Promise<void>;
};

export function startPackaging(deps: PackagingDeps): Packaging {
  const { store, files, copies, log } = deps;
  const films = createFilmWork(deps);
  const derived = createDerivedFiles({
    store,
    files,
    encoder: deps.encoder,
    checkLow: films.checkLow,
    current: (id) => deps.ownRows().find((video) => video.id === id),
    log,
  });
  let job: Job | null = null;
  let isClosed = false;
  let checking = Promise.resolve();

  function start({ video, run, isUrgent }: NextWork): void {
    const stop = new AbortController();
    const { id } = video;
    const started: Job = { id, isUrgent, stop, progress: 0, ended: Promise.resolve() };
    job = started;
    const onProgress = (share: number): void => void (started.progress = share);
    started.ended = run(video, { signal: stop.signal, onProgress })
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
      // Rows of before would start the work once more.
      .then(() => deps.refresh())
      .finally(() => {
        job = null;
        check();
      });
  }

  async function hasLow({ id, lowUploadBytes }: OwnVideo): Promise<boolean> {
    if (lowUploadBytes === null) return false;
    const found = await stat(uploadPath(files.folderOf(id), "low")).catch(() => null);
    return found?.size === lowUploadBytes;
  }

  /** Otherwise a volunteer who closed the page would keep the server from making the small rendition. */
  async function dropLeftLow(video: OwnVideo): Promise<void> {
    const { id, lowUploadBytes } = video;
    if (lowUploadBytes === null || (await hasLow(video))) return;
    const path = uploadPath(files.folderOf(id), "low");
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: 0 }));
    if (isWithin(UPLOAD_LIFE_MS, mtimeMs, deps.now())) return;
    await rm(path, { force: true });
    await store.update(id, { low_upload_bytes: null });
  }

  async function removeVideo({ id, storedRevision }: OwnVideo): Promise<void> {
    if (job?.id === id) {
      job.stop.abort();
      await job.ended;
    }
    await files.remove(id);
    // The row stays until its objects are deleted, also while no store is configured.
    const isGone = copies === null ? storedRevision === null : await copies.remove(id);
    if (isGone) await store.forget(id);
  }

  /** A video whose files are gone, also from the store, is in no list. When they are back, it is as before. */
  async function checkFiles(video: OwnVideo): Promise<void> {
    const { id, state, title, isPublished, problemDetail } = video;
    const hasCopy = copies !== null && video.storedRevision !== null;
    const hasFiles = hasCopy || (await files.hasSegments(id));
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
      await removeVideo(video);
      return false;
    }
    if (state === "ready") await dropLeftLow(video);
    if (state === "ready" || problem === "files-missing") await checkFiles(video);
    else if (state === "failed" && isOld) {
      await rm(uploadPath(files.folderOf(id), "media"), { force: true });
    } else if (state === "packaging" && source === "recording" && isOld) {
      // The server ended while it made it; staff make it again.
      await store.update(id, { state: "failed", problem: "internal" });
    }
    return true;
  }

  async function urgentWorkOf(video: OwnVideo): Promise<VideoWork | null> {
    const { state, source } = video;
    if (state === "ready") return (await hasLow(video)) ? films.takeLow : null;
    return source === "upload" && (state === "checking" || state === "packaging")
      ? films.packageMedia
      : null;
  }

  /** Finished videos whose files are not on the disk. */
  async function lostOf(videos: readonly OwnVideo[]): Promise<readonly OwnVideo[]> {
    const lost = [];
    for (const video of videos) {
      if (video.state === "ready" && !(await files.hasSegments(video.id))) lost.push(video);
    }
    return lost;
  }

  async function nextWork(videos: readonly OwnVideo[]): Promise<NextWork | null> {
    for (const video of videos) {
      const run = await urgentWorkOf(video);
      if (run !== null) return { video, run, isUrgent: true };
    }
    if (job !== null) return null;
    const lost = copies === null ? [] : await lostOf(videos);
    const here = videos.filter((video) => !lost.includes(video));
    const copyOf = (video: OwnVideo): VideoWork | null => copies?.workOf(video) ?? null;
    // Other work needs the files that a lost disk had.
    for (const { candidates, workOf } of [
      { candidates: lost, workOf: copyOf },
      { candidates: here, workOf: async (video: OwnVideo) => derived.workOf(video) },
      { candidates: here, workOf: copyOf },
    ]) {
      for (const video of candidates) {
        const run = await workOf(video);
        if (run !== null) return { video, run, isUrgent: false };
      }
    }
    return null;
  }

  async function checkOnce(): Promise<void> {
    if (job !== null && deps.isLive()) job.stop.abort();
    const staying = [];
    for (const video of deps.ownRows()) {
      if (await tidy(video)) staying.push(video);
    }
    if (isClosed || deps.isLive() || job?.isUrgent === true) return;
    const next = await nextWork(staying);
    if (next === null) return;
    // The job that ends checks again.
    if (job === null) start(next);
    else if (next.isUrgent) job.stop.abort();
  }

  const checkWhileAsked = runWhileAsked(async () => {
    try {
      await checkOnce();
      deps.report("own video files", null);
    } catch (error) {
      deps.report("own video files", String(error));
    }
  });

  function check(): void {
    if (!isClosed) checking = checkWhileAsked();
  }

  const timer = setInterval(check, TICK_MS);
  timer.unref();
  return {
    check,
    progressOf: (id) => (job?.id === id ? job.progress : null),
    async close() {
      isClosed = true;
      clearInterval(timer);
      job?.stop.abort();
      await job?.ended;
      await checking;
    },
  };
}
