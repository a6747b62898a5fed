import { rm, stat } from "node:fs/promises";
import { DAY_MS, isWithin } from "@reign-tv/kit/durations.ts";
import type { Logger } from "@reign-tv/kit/log.ts";
import type { OwnVideoFiles } from "./own-video-files.ts";
import type { OwnVideo, OwnVideoColumns, OwnVideoStore } from "./own-video-store.ts";
import type { StoredCopies } from "./stored-copies.ts";
import { uploadPath } from "./upload-file.ts";

/** Life of an upload that does not end, and of the file of a film that cannot be packaged. */
const UPLOAD_LIFE_MS = DAY_MS;
/** Detail of a video that is published again with its files. */
const WAS_PUBLISHED = "published";

type ReconcilerDeps = {
  store: Pick<OwnVideoStore, "update" | "forget">;
  files: OwnVideoFiles;
  /** Null: no S3 store is configured. */
  copies: Pick<StoredCopies, "remove"> | null;
  /** Ends the job of a video, if it runs. */
  endJob: (id: string) => Promise<void>;
  log: Pick<Logger, "warn">;
  /** Clock; milliseconds since the epoch. */
  now: () => number;
};

/** Makes the rows of this server and its files agree. */
type Reconciler = {
  /** Deletes what is over, and notes files that are missing or back. @returns whether the video stays. */
  reconcile: (video: OwnVideo) => Promise<boolean>;
  /** Whether a small rendition has arrived whole. */
  hasLow: (video: OwnVideo) => Promise<boolean>;
};

/** Call it before each search for work. */
export function createReconciler(deps: ReconcilerDeps): Reconciler {
  const { store, files, copies, log } = deps;

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
    await deps.endJob(id);
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

  async function reconcile(video: OwnVideo): Promise<boolean> {
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

  return { reconcile, hasLow };
}
