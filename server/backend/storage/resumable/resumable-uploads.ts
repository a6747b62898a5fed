import { randomUUID } from "node:crypto";
import { requireMimeType, requireName } from "#server/backend/storage/actions/accept-file.ts";
import { removeFiles } from "#server/backend/storage/actions/remove-files.ts";
import {
  keepFile,
  checkWriteAllowed,
  type Placement,
} from "#server/backend/storage/actions/store-upload.ts";
import type { StorageDeps } from "#server/backend/storage/storage-deps.ts";
import {
  tusRefusal,
  type Checksum,
  type UploadMetadata,
} from "#server/backend/storage/protocol/tus.ts";
import type { Access } from "#server/backend/storage/rows/access.ts";
import { readLimits } from "#server/backend/storage/rows/bucket-rows.ts";
import type { ObjectPath } from "#server/backend/storage/rows/object-path.domain.ts";
import {
  accessDeniedError,
  ROW_POLICY_MESSAGE,
} from "#server/backend/storage/protocol/storage-error.ts";
import { assembleFile } from "./assemble-file.ts";
import { readIncoming, appendParts } from "./append-parts.ts";
import {
  UPLOAD_LIFE_MS,
  completeUpload,
  deleteUpload,
  findUpload,
  insertUpload,
  setSize,
  takeHold,
  type ResumableUpload,
} from "./resumable-rows.ts";
import { createRunningUploads } from "./active-uploads.ts";
import { readUploadDetails, type UploadId } from "./upload-details.domain.ts";

/** In whose name a request works on an upload. */
export type Uploader = { readonly access: Access; readonly isUpsert: boolean };

/** A part of a file as a request brings it. */
export type BroughtPart = {
  /** First byte, where the client believes that the upload stands. */
  readonly offset: number;
  /** Bytes of the whole file, when they were not known before. */
  readonly size: number | null;
  /** Value of Content-Length. */
  readonly announcedBytes: number | null;
  readonly checksum: Checksum | null;
  readonly body: ReadableStream<Uint8Array> | null;
};

/** Where an upload stands. */
export type UploadState = {
  readonly offset: number;
  /** Bytes of the whole file, null until known. */
  readonly size: number | null;
  readonly metadata: UploadMetadata;
  /** When it is forgotten, milliseconds since the epoch. */
  readonly expiresAt: number;
};

export type ResumableUploads = {
  /** @throws StorageError and TusRefusal, before anything is begun. */
  create(
    path: ObjectPath,
    wish: { readonly size: number | null; readonly metadata: UploadMetadata },
    uploader: Uploader,
  ): Promise<{ id: UploadId; state: UploadState }>;
  /** Where the upload stands; whoever still sends a part is stopped, so that it stays there. */
  inspect(id: UploadId, uploader: Uploader): Promise<UploadState>;
  /** Adds a part; with the last one the object is there. */
  append(id: UploadId, part: BroughtPart, uploader: Uploader): Promise<UploadState>;
  terminate(id: UploadId, uploader: Uploader): Promise<void>;
};

/**
 * Uploads that go on where they stopped. What keeps them whole, whenever a process dies:
 *
 * - Each part is a file of the store before its row tells of it, so the offset never counts what is lost.
 * - The last part is never kept alone: the whole file is put together and stored in the order of every
 *   upload (store-upload.ts), under a version that was chosen at the beginning. So an upload never looks
 *   finished before its object is there, and one whose object is there never looks unfinished.
 * - The caller's policies are asked at the beginning, with each part, and when the row is written.
 */
export function createResumableUploads(parts: StorageDeps): ResumableUploads {
  const sql = parts.database.storage;
  const running = createRunningUploads();

  const place = async (path: ObjectPath, uploader: Uploader): Promise<Placement> => {
    const { bucketPolicies } = parts.settings;
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
    const file = await assembleFile(parts, upload, pieces.last, { scratch, maxBytes });
    const details = readUploadDetails(upload.metadata);
    const { size } = file;
    await keepFile(parts, placement, { details, file, scratch, version: upload.id });
    const done = { id: upload.id, size, now: parts.now() };
    await removeFiles(parts, await completeUpload(sql, done));
  };

  const take = async (
    placement: Placement,
    upload: ResumableUpload,
    part: BroughtPart,
    signal: AbortSignal,
  ): Promise<UploadState> => {
    const { maxBytes } = placement.limits;
    const sized = { ...upload, size: requireSize(upload, part, maxBytes) };
    if (upload.size === null && sized.size !== null && sized.size > upload.offset) {
      await setSize(sql, upload.id, sized.size);
    }
    const end = sized.size ?? maxBytes;
    if (upload.offset + (part.announcedBytes ?? 0) > end) throw tusRefusal("sizeExceeded");
    const holder = await takeHold(sql, upload.id);
    // Once for the parts, once for the whole.
    await using scratch = await parts.staging.open(2 * (end - upload.offset) + upload.offset);
    const pieces = await appendParts(parts, sized, readIncoming(part.body, signal), {
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
      const placement = await place(path, uploader);
      if (size !== null && size > placement.limits.maxBytes) throw tusRefusal("maxSizeExceeded");
      await checkWriteAllowed(parts, placement);
      const { contentType } = readUploadDetails(metadata);
      if (!placement.policy) requireMimeType(placement.limits, contentType);
      const id = { path, version: randomUUID() };
      const createdAt = parts.now();
      const { ownerId } = uploader.access;
      await insertUpload(sql, { id: id.version, path, ownerId, size, metadata, createdAt });
      return { id, state: { offset: 0, size, metadata, expiresAt: createdAt + UPLOAD_LIFE_MS } };
    },

    inspect: (id, uploader) =>
      running.take(id.version, async () => {
        await requireUpload(parts, id, uploader);
        await takeHold(sql, id.version);
        return stateOf(await requireUpload(parts, id, uploader));
      }),

    async append(id, part, uploader) {
      const placement = await place(id.path, uploader);
      return running.take(id.version, async (signal) => {
        const upload = await requireUpload(parts, id, uploader);
        if (stateOf(upload).offset !== part.offset) throw tusRefusal("offsetConflict");
        if (upload.is_completed) return stateOf(upload);
        await checkWriteAllowed(parts, placement);
        return take(placement, upload, part, signal);
      });
    },

    terminate: (id, uploader) =>
      running.take(id.version, async () => {
        const upload = await requireUpload(parts, id, uploader);
        if (upload.is_completed) throw tusRefusal("completed");
        await removeFiles(parts, await deleteUpload(sql, id.version));
      }),
  };
}

/** What is complete has all its bytes, wherever they came from. */
function stateOf(upload: ResumableUpload): UploadState {
  return {
    offset: upload.is_completed ? (upload.size ?? upload.offset) : upload.offset,
    size: upload.size,
    metadata: upload.metadata,
    expiresAt: upload.created_at.getTime() + UPLOAD_LIFE_MS,
  };
}

/**
 * @throws TusRefusal 404 and 410, StorageError AccessDenied when somebody else began it.
 */
async function requireUpload(
  { database, now }: StorageDeps,
  { path, version }: UploadId,
  { access }: Uploader,
): Promise<ResumableUpload> {
  const upload = await findUpload(database.storage, version);
  const isThat = upload?.bucket_id === path.bucketId && upload.name === path.name;
  if (!upload || !isThat) throw tusRefusal("notFound");
  if (upload.owner_id !== access.ownerId) throw accessDeniedError(ROW_POLICY_MESSAGE);
  if (stateOf(upload).expiresAt < now()) throw tusRefusal("expired");
  return upload;
}

/** @returns bytes of the whole file, as they were known or are said now. */
function requireSize(upload: ResumableUpload, part: BroughtPart, maxBytes: number): number | null {
  if (part.size === null) return upload.size;
  if (upload.size !== null || part.size < upload.offset) throw tusRefusal("lengthMissing");
  if (part.size > maxBytes) throw tusRefusal("maxSizeExceeded");
  return part.size;
}
