import { randomUUID } from "node:crypto";
import { requireMimeType, requireName } from "#backend/storage/actions/accept-file.ts";
import { removeFiles } from "#backend/storage/actions/remove-objects.ts";
import {
  saveFile,
  checkWriteAllowed,
  type Placement,
} from "#backend/storage/actions/store-upload.ts";
import type { StorageDeps } from "#backend/storage/storage-deps.ts";
import { tusError, type Checksum, type UploadMetadata } from "#backend/storage/protocol/tus.ts";
import type { Access } from "#backend/storage/rows/access.ts";
import { readLimits } from "#backend/storage/rows/bucket-rows.ts";
import type { ObjectPath } from "#backend/storage/rows/object-path.domain.ts";
import { accessDeniedError, ROW_POLICY_MESSAGE } from "#backend/storage/protocol/storage-error.ts";
import { assembleFile, readIncoming, appendParts } from "./upload-parts.ts";
import {
  UPLOAD_LIFE_MS,
  completeUpload,
  deleteUpload,
  findUpload,
  insertUpload,
  setSize,
  claimUpload,
  type ResumableUpload,
} from "./resumable-rows.ts";
import { readUploadDetails, type UploadId } from "./upload-details.domain.ts";

/** Requests of this process that receive a part, at most one per upload. */
export type ActiveUploads = {
  /**
   * Aborts the request that works on the upload, waits until its bytes are stored, then runs
   * `work`.
   *
   * @param work stops reading on the signal.
   */
  take<T>(id: string, work: (signal: AbortSignal) => Promise<T>): Promise<T>;
};

/**
 * A client that lost its connection returns before this server notices the loss. The newer request
 * wins and learns how many bytes the older one stored.
 */
function createActiveUploads(): ActiveUploads {
  const running = new Map<string, { stop: AbortController; ended: Promise<unknown> }>();
  return {
    async take(id, work) {
      for (let other = running.get(id); other !== undefined; other = running.get(id)) {
        other.stop.abort();
        await other.ended;
      }
      const stop = new AbortController();
      const result = work(stop.signal);
      const ended = result.then(
        () => running.delete(id),
        () => running.delete(id),
      );
      running.set(id, { stop, ended });
      return result;
    },
  };
}

/** The rights of a request on an upload. */
export type Uploader = { readonly access: Access; readonly isUpsert: boolean };

/** A part of a file in a request. */
export type IncomingPart = {
  /** Offset of the first byte, as the client knows it. */
  readonly offset: number;
  /** Bytes of the whole file, when it was unknown before. */
  readonly size: number | null;
  /** Value of Content-Length. */
  readonly announcedBytes: number | null;
  readonly checksum: Checksum | null;
  readonly body: ReadableStream<Uint8Array> | null;
};

export type UploadState = {
  readonly offset: number;
  /** Bytes of the whole file, null until known. */
  readonly size: number | null;
  readonly metadata: UploadMetadata;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
};

export type ResumableUploads = {
  /** @throws StorageError and TusError, before anything is stored. */
  create(
    path: ObjectPath,
    options: { readonly size: number | null; readonly metadata: UploadMetadata },
    uploader: Uploader,
  ): Promise<{ id: UploadId; state: UploadState }>;
  /** Returns the state. First stops a running append, so that the offset is final. */
  inspect(id: UploadId, uploader: Uploader): Promise<UploadState>;
  /** Adds a part; the last one creates the object. */
  append(id: UploadId, part: IncomingPart, uploader: Uploader): Promise<UploadState>;
  terminate(id: UploadId, uploader: Uploader): Promise<void>;
};

/**
 * Creates the service of resumable uploads. They stay consistent when a process dies:
 *
 * - Each part is stored before its row is written, so the offset never counts lost bytes.
 * - The last part is not stored alone: the whole file is joined and stored in the order of every
 * upload (store-upload.ts), under the version chosen at creation. So an upload is complete exactly
 * when its object exists.
 * - The caller's policies are checked at creation, with each part, and when the row is written.
 */
export function createResumableUploads(deps: StorageDeps): ResumableUploads {
  const sql = deps.database.storage;
  const running = createActiveUploads();

  const resolvePlacement = async (path: ObjectPath, uploader: Uploader): Promise<Placement> => {
    const { bucketPolicies } = deps.settings;
    requireName(bucketPolicies, path);
    const limits = await readLimits(sql, path.bucketId);
    return { ...uploader, path, limits, policy: bucketPolicies.get(path.bucketId) };
  };

  const finish = async (
    placement: Placement,
    upload: ResumableUpload,
    pieces: Awaited<ReturnType<typeof appendParts>>,
    scratch: Awaited<ReturnType<StorageDeps["staging"]["open"]>>,
  ): Promise<void> => {
    const { maxBytes } = placement.limits;
    const file = await assembleFile(deps, upload, pieces.last, { scratch, maxBytes });
    const details = readUploadDetails(upload.metadata);
    const { size } = file;
    await saveFile(deps, placement, { details, file, scratch, version: upload.id });
    const done = { id: upload.id, size, now: deps.now() };
    await removeFiles(deps, await completeUpload(sql, done));
  };

  const take = async (
    placement: Placement,
    upload: ResumableUpload,
    part: IncomingPart,
    signal: AbortSignal,
  ): Promise<UploadState> => {
    const { maxBytes } = placement.limits;
    const sized = { ...upload, size: requireSize(upload, part, maxBytes) };
    if (upload.size === null && sized.size !== null && sized.size > upload.offset) {
      await setSize(sql, upload.id, sized.size);
    }
    const end = sized.size ?? maxBytes;
    if (upload.offset + (part.announcedBytes ?? 0) > end) throw tusError("sizeExceeded");
    const holder = await claimUpload(sql, upload.id);
    // Reserves space for the parts and for the whole file.
    await using scratch = await deps.staging.open(2 * (end - upload.offset) + upload.offset);
    const pieces = await appendParts(deps, sized, readIncoming(part.body, signal), {
      holder,
      scratch,
      checksum: part.checksum,
      maxBytes,
    });
    const isWhole = pieces.last !== null || pieces.offset === sized.size;
    if (!isWhole) return stateOf({ ...sized, offset: pieces.offset });
    await finish(placement, sized, pieces, scratch);
    return stateOf({ ...sized, is_completed: true });
  };

  return {
    async create(path, { size, metadata }, uploader) {
      const placement = await resolvePlacement(path, uploader);
      if (size !== null && size > placement.limits.maxBytes) throw tusError("maxSizeExceeded");
      await checkWriteAllowed(deps, placement);
      const { contentType } = readUploadDetails(metadata);
      if (!placement.policy) requireMimeType(placement.limits, contentType);
      const id = { path, version: randomUUID() };
      const createdAt = deps.now();
      const { ownerId } = uploader.access;
      await insertUpload(sql, { id: id.version, path, ownerId, size, metadata, createdAt });
      return { id, state: { offset: 0, size, metadata, expiresAt: createdAt + UPLOAD_LIFE_MS } };
    },

    inspect: (id, uploader) =>
      running.take(id.version, async () => {
        await requireUpload(deps, id, uploader);
        await claimUpload(sql, id.version);
        return stateOf(await requireUpload(deps, id, uploader));
      }),

    async append(id, part, uploader) {
      const placement = await resolvePlacement(id.path, uploader);
      return running.take(id.version, async (signal) => {
        const upload = await requireUpload(deps, id, uploader);
        if (stateOf(upload).offset !== part.offset) throw tusError("offsetConflict");
        if (upload.is_completed) return stateOf(upload);
        await checkWriteAllowed(deps, placement);
        return take(placement, upload, part, signal);
      });
    },

    terminate: (id, uploader) =>
      running.take(id.version, async () => {
        const upload = await requireUpload(deps, id, uploader);
        if (upload.is_completed) throw tusError("completed");
        await removeFiles(deps, await deleteUpload(sql, id.version));
      }),
  };
}

/** A complete upload counts all its bytes. */
function stateOf(upload: ResumableUpload): UploadState {
  return {
    offset: upload.is_completed ? (upload.size ?? upload.offset) : upload.offset,
    size: upload.size,
    metadata: upload.metadata,
    expiresAt: upload.created_at.getTime() + UPLOAD_LIFE_MS,
  };
}

/** @throws TusError 404 and 410, StorageError AccessDenied when another user created it. */
async function requireUpload(
  { database, now }: StorageDeps,
  { path, version }: UploadId,
  { access }: Uploader,
): Promise<ResumableUpload> {
  const upload = await findUpload(database.storage, version);
  const isThat = upload?.bucket_id === path.bucketId && upload.name === path.name;
  if (!upload || !isThat) throw tusError("notFound");
  if (upload.owner_id !== access.ownerId) throw accessDeniedError(ROW_POLICY_MESSAGE);
  if (stateOf(upload).expiresAt < now()) throw tusError("expired");
  return upload;
}

/** @returns bytes of the whole file, from the row or the request. */
function requireSize(upload: ResumableUpload, part: IncomingPart, maxBytes: number): number | null {
  if (part.size === null) return upload.size;
  if (upload.size !== null || part.size < upload.offset) throw tusError("lengthMissing");
  if (part.size > maxBytes) throw tusError("maxSizeExceeded");
  return part.size;
}
