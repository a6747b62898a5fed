import { coalesceCalls } from "@reign-tv/kit/coalesce-calls.ts";
import { SECOND_MS } from "@reign-tv/kit/durations.ts";
import type { ReportFault } from "@reign-tv/kit/fault-registry.ts";
import type { FilmEncoder } from "@reign-tv/ingest/ffmpeg/film-encoder.ts";
import type { Logger } from "@reign-tv/kit/log.ts";
import { reportOutcome } from "@reign-tv/kit/report-outcome.ts";
import { createDerivedFiles } from "./derived-files.ts";
import { createFilmWork, type VideoWork } from "./film-work.ts";
import type { OwnVideoActions } from "./own-video-actions.ts";
import type { OwnVideoFiles } from "./own-video-files.ts";
import { createReconciler } from "./reconcile-videos.ts";
import type { StoredCopies } from "./stored-copies.ts";
import type { OwnVideo, OwnVideoStore } from "./own-video-store.ts";

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

/** Work that staff wait for comes before files that the server makes by itself, and ends these. */
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
  const { hasLow, reconcile } = createReconciler({ ...deps, endJob });
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

  /** Ends the job of a video, if it runs. */
  async function endJob(id: string): Promise<void> {
    if (job?.id !== id) return;
    job.stop.abort();
    await job.ended;
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
      if (await reconcile(video)) staying.push(video);
    }
    if (isClosed || deps.isLive() || job?.isUrgent === true) return;
    const next = await nextWork(staying);
    if (next === null) return;
    // The job that ends checks again.
    if (job === null) start(next);
    else if (next.isUrgent) job.stop.abort();
  }

  const checkOneAtATime = coalesceCalls(() =>
    reportOutcome(deps.report, "own video files", checkOnce()),
  );

  function check(): void {
    if (!isClosed) checking = checkOneAtATime();
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
