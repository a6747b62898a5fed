import { mkdir, readdir, rename, utimes } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { filesOf, isMediaFile } from "@reign-tv/ingest/segments/segment-index.ts";
import { DAY_MS, MINUTE_MS, SECOND_MS } from "@reign-tv/kit/durations.ts";
import type { ReportFault } from "@reign-tv/kit/fault-registry.ts";
import { writeHashed } from "@reign-tv/kit/files/hashed-file.ts";
import type { Logger } from "@reign-tv/kit/log.ts";
import { openS3Client, type S3Client, type S3Settings } from "@reign-tv/kit/s3/s3-client.ts";
import { messageOf } from "@reign-tv/kit/start-error.ts";
import { putFile } from "@reign-tv/operations/backup/destinations/s3-destination.ts";
import type { VideoWork, WorkStep } from "./film-work.ts";
import { diskReader, type MediaReader, type MediaStat } from "./media-reader.ts";
import { OwnVideoError } from "./own-video-error.ts";
import type { OwnVideoFiles } from "./own-video-files.ts";
import { finishedFiles } from "./own-video-media.ts";
import type { OwnVideo, OwnVideoStore } from "./own-video-store.ts";
import { readSegments, SEGMENTS } from "./own-segments.ts";
import {
  isWhole,
  keyOf,
  listObjects,
  type Manifest,
  MANIFEST,
  type ObjectSizes,
  PREFIX,
  readManifest,
} from "./stored-objects.ts";
import { createStoredReaders, isStored, partsOf, STORE_COMPONENT } from "./stored-reader.ts";

/** A slow uplink needs time for parts of 8 MiB. */
const JOB_REQUEST_MS = MINUTE_MS;
const JOB_LIMITS = { responseTimeoutMs: JOB_REQUEST_MS, retries: 3 } as const;

/** Wait after a failure, which doubles up to the most. */
const RETRY_MS = 30 * SECOND_MS;
const RETRY_MOST_MS = 10 * MINUTE_MS;
/** The objects of a video are compared with its list so often, and after each start. */
const CHECK_MS = DAY_MS;
/** No upload of a file takes so long: a server was killed during an older one. */
const UPLOAD_MOST_MS = DAY_MS;

type StoredCopiesDeps = {
  settings: S3Settings;
  store: Pick<OwnVideoStore, "update">;
  files: OwnVideoFiles;
  report: ReportFault;
  log: Pick<Logger, "info" | "warn">;
  /** Clock; milliseconds since the epoch. */
  now: () => number;
};

/** Copies of finished own videos in the S3 store. */
export type StoredCopies = {
  /** Reads a video that the store has as its row says; null for any other. */
  readerOf: (video: OwnVideo) => MediaReader | null;
  /** Work that makes the store, or a disk without the video's files, complete; null: none now. */
  workOf: (video: OwnVideo) => VideoWork | null;
  /** Deletes all objects of a video. @returns false: to be tried again. */
  remove: (id: string) => Promise<boolean>;
};

/** What fails is tried again after a delay, which grows with each failure. */
export function createStoredCopies(deps: StoredCopiesDeps): StoredCopies {
  const { settings, store, files, log, now, report } = deps;
  const jobs = openS3Client(settings, JOB_LIMITS);
  const checkedMs = new Map<string, number>();
  /** Of videos that failed, so that others have their turn. */
  const failedMs = new Map<string, number>();
  let uploadsCheckedMs = -Infinity;
  let retryAtMs = 0;
  let waitMs = RETRY_MS;

  function failed(error: unknown): void {
    retryAtMs = now() + waitMs;
    waitMs = Math.min(2 * waitMs, RETRY_MOST_MS);
    report(STORE_COMPONENT, messageOf(error));
    log.warn({ event: "store_failed", error: messageOf(error) });
  }

  function succeeded(): void {
    waitMs = RETRY_MS;
    report(STORE_COMPONENT, null);
  }

  const sizesOf = async (id: string): Promise<ObjectSizes> =>
    (await listObjects(jobs, id)).get(id) ?? new Map<string, number>();

  /** Writes a file of the store to the disk. @throws Error when the store has none, or another. */
  async function fetchFile(
    client: S3Client,
    id: string,
    name: string,
    manifest: Manifest | null,
  ): Promise<void> {
    const file = manifest?.files[name];
    if (file === undefined) throw new Error(`${id} lacks ${name}`);
    const path = join(files.folderOf(id), name);
    const draft = `${path}.fetched`;
    const range = { first: 0, last: file.bytes - 1 };
    const stored = { key: keyOf(id, name), bytes: file.bytes };
    const chunks = partsOf(client, stored, range, JOB_REQUEST_MS);
    await writeHashed(Readable.from(chunks), draft);
    const changed = new Date(file.changedMs);
    await utimes(draft, changed, changed);
    await rename(draft, path);
  }

  /** Uploads what the store lacks, deletes what the video no longer has, and writes so in the row. */
  async function upload(
    video: OwnVideo,
    names: readonly string[],
    { signal, onProgress }: WorkStep,
  ): Promise<void> {
    const { id, revision, bytes } = video;
    const folder = files.folderOf(id);
    const disk = diskReader(folder);
    const client = stoppedBy(jobs, signal);
    const sizes = await sizesOf(id);
    const before = await readManifest(client, id, AbortSignal.timeout(JOB_REQUEST_MS));
    const segments = (await readSegments(disk)) ?? [];
    const listedFiles = segments.flatMap(({ entry }) => filesOf(entry));
    const lost = new Set(listedFiles.filter((name) => !names.includes(name)));
    for (const name of lost) await fetchFile(client, id, name, before);
    const listed: Record<string, MediaStat> = {};
    const all = [...names, ...lost];
    for (const [index, name] of all.entries()) {
      const found = await disk.stat(name);
      if (found === null) continue;
      listed[name] = found;
      // Segments are never written again; other files are the same when their time is.
      const isKnown = isMediaFile(name) || before?.files[name]?.changedMs === found.changedMs;
      if (isKnown && sizes.get(name) === found.bytes) continue;
      const path = join(folder, name);
      await putFile(client, keyOf(id, name), { path, bytes: found.bytes });
      onProgress(index / all.length);
    }
    const manifest: Manifest = { revision, bytes, files: listed };
    if (JSON.stringify(before) !== JSON.stringify(manifest)) {
      const body = JSON.stringify(manifest);
      await client.sendOrThrow(keyOf(id, MANIFEST), { method: "PUT", body });
    }
    const unused = [...sizes.keys()].filter(
      (name) => name !== MANIFEST && !Object.hasOwn(listed, name),
    );
    await client.remove(unused.map((name) => keyOf(id, name)));
    if (isStored(video)) return;
    await store.update(id, { stored_revision: revision, stored_bytes: bytes });
    log.info({ event: "own_video_stored", video: id, revision });
  }

  /** Ends what killed servers left of uploads. */
  async function abortOldUploads(): Promise<void> {
    if (now() - uploadsCheckedMs < CHECK_MS) return;
    await jobs.abortUploads(PREFIX, now() - UPLOAD_MOST_MS);
    uploadsCheckedMs = now();
  }

  /** Writes the files of a video whose disk was lost; its segments are whole once their list is there. */
  async function fetchBack({ id }: OwnVideo, { signal, onProgress }: WorkStep): Promise<void> {
    const sizes = await sizesOf(id);
    const manifest = await readManifest(jobs, id, AbortSignal.timeout(JOB_REQUEST_MS));
    if (manifest === null || !isWhole(manifest, sizes)) {
      log.warn({ event: "own_video_objects_missing", video: id });
      await store.update(id, { stored_revision: null, stored_bytes: null });
      return;
    }
    const names = Object.keys(manifest.files).filter((name) => name !== SEGMENTS);
    const onDisk = Object.values(manifest.files).reduce((sum, file) => sum + file.bytes, 0);
    await files.requireSpace({ counted: 0, onDisk });
    const folder = files.folderOf(id);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const disk = diskReader(folder);
    for (const [index, name] of [...names, SEGMENTS].entries()) {
      signal.throwIfAborted();
      // A file has its name once it is whole.
      if ((await disk.stat(name)) !== null) continue;
      await fetchFile(stoppedBy(jobs, signal), id, name, manifest);
      onProgress(index / names.length);
    }
    log.info({ event: "own_video_fetched", video: id });
  }

  async function complete(video: OwnVideo, step: WorkStep): Promise<void> {
    const { id } = video;
    try {
      await abortOldUploads();
      const names = finishedFiles(await readdir(files.folderOf(id)).catch(() => []));
      await (names.length > 0 ? upload(video, names, step) : fetchBack(video, step));
      checkedMs.set(id, now());
      succeeded();
    } catch (error) {
      if (step.signal.aborted) return;
      // Followers read it from the store; there is space after the next check at the earliest.
      if (error instanceof OwnVideoError) checkedMs.set(id, now());
      failedMs.set(id, now());
      failed(error);
    }
  }

  return {
    readerOf: createStoredReaders({ settings, report }),
    workOf(video) {
      const { id, state, isDeleted } = video;
      if (state !== "ready" || isDeleted || now() < retryAtMs) return null;
      const sinceMs = (times: ReadonlyMap<string, number>): number =>
        now() - (times.get(id) ?? -Infinity);
      if (sinceMs(failedMs) < RETRY_MOST_MS) return null;
      const isChecked = sinceMs(checkedMs) < CHECK_MS;
      return isStored(video) && isChecked ? null : complete;
    },
    async remove(id) {
      if (now() < retryAtMs) return false;
      try {
        await jobs.remove([...(await sizesOf(id)).keys()].map((name) => keyOf(id, name)));
        await jobs.abortUploads(keyOf(id, ""), Infinity);
        checkedMs.delete(id);
        succeeded();
        return true;
      } catch (error) {
        failed(error);
        return false;
      }
    },
  };
}

/** Requests that end with a job; deletions, which clean up after it, do not. */
function stoppedBy(client: S3Client, signal: AbortSignal): S3Client {
  const withSignal = <T extends { method: string; signal?: AbortSignal }>(request: T): T => {
    if (request.method === "DELETE") return request;
    signal.throwIfAborted();
    const all = request.signal === undefined ? signal : AbortSignal.any([signal, request.signal]);
    return { ...request, signal: all };
  };
  return {
    ...client,
    send: async (key, request) => client.send(key, withSignal(request)),
    sendOrThrow: async (key, request) => client.sendOrThrow(key, withSignal(request)),
  };
}
