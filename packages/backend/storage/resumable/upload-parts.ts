import { randomUUID } from "node:crypto";
import { removeFiles } from "#backend/storage/actions/remove-objects.ts";
import type { StorageDeps } from "#backend/storage/storage-deps.ts";
import { tusError, type Checksum } from "#backend/storage/protocol/tus.ts";
import { StorageError, noSuchKeyError } from "#backend/storage/protocol/storage-error.ts";
import type { Scratch, StagedFile } from "#backend/storage/uploads/staging.ts";
import { insertPart, type ResumableUpload, listParts } from "./resumable-rows.ts";
import { openAsBlob } from "node:fs";

/** A body that is read piece by piece. */
export type IncomingBody = {
  /** Yields up to `maxBytes`; ends early with the body. */
  piece(maxBytes: number): AsyncGenerator<Uint8Array>;
  /** The body or connection ended, or the signal fired. */
  isOver(): boolean;
  /** The body is incomplete. */
  isCut(): boolean;
};

/** @param signal stops reading; the bytes read so far form a piece. */
export function readIncoming(
  body: ReadableStream<Uint8Array> | null,
  signal: AbortSignal,
): IncomingBody {
  const reader = body?.getReader();
  let held: Uint8Array = new Uint8Array();
  let isOver = reader === undefined;
  let isCut = false;
  const stop = (): void => {
    isCut = !isOver;
    isOver = true;
    // Fails when the connection already closed the stream.
    reader?.cancel().catch(() => {});
  };
  if (signal.aborted) stop();
  else signal.addEventListener("abort", stop, { once: true });

  const more = async (): Promise<void> => {
    try {
      const next = await reader?.read();
      if (next?.value !== undefined) held = next.value;
      else isOver = true;
    } catch {
      isCut = true;
      isOver = true;
    }
  };

  return {
    async *piece(maxBytes) {
      for (let left = maxBytes; left > 0;) {
        if (held.length === 0) {
          if (isOver) return;
          await more();
          continue;
        }
        const chunk = held.subarray(0, left);
        held = held.subarray(chunk.length);
        left -= chunk.length;
        yield chunk;
      }
    },
    isOver: () => isOver && held.length === 0,
    isCut: () => isCut,
  };
}

/** Part size of clients. A killed process loses at most this much. */
const PART_BYTES = 6_291_456;
/** Limit on parts, each a file and a row: clients must not send single bytes. */
const PARTS_MAX = 1_000;

export type AppendResult = {
  /** Stored bytes. */
  readonly offset: number;
  /** The last part, staged only: it is stored as part of the whole file. */
  readonly last: StagedFile | null;
};

/**
 * Stores a body in parts: each part is a file of the store before its row is written. When the
 * connection breaks, the bytes before it are stored too, unless there is a checksum to verify.
 *
 * @param maxBytes of the whole upload.
 * @throws TusError 409 when another request claimed the upload, 413, 460.
 */
export async function appendParts(
  deps: StorageDeps,
  upload: ResumableUpload,
  body: IncomingBody,
  {
    holder,
    scratch,
    checksum,
    maxBytes,
  }: {
    readonly holder: string;
    readonly scratch: Scratch;
    readonly checksum: Checksum | null;
    readonly maxBytes: number;
  },
): Promise<AppendResult> {
  const end = upload.size ?? maxBytes;
  let { offset } = upload;
  if (upload.parts >= PARTS_MAX) throw tusError("tooManyParts");
  while (!body.isOver()) {
    // A checksum covers the whole body: nothing may be stored before it is verified.
    const piece = body.piece(checksum === null ? PART_BYTES : Infinity);
    const file = await write(scratch, summed(piece, checksum), end - offset);
    if (file.size === 0 || (checksum !== null && body.isCut())) break;
    if (checksum !== null && !checksum.matches()) throw tusError("checksumMismatch");
    if (offset + file.size === upload.size) return { offset, last: file };
    await storePart(deps, holder, { upload, place: offset, file });
    offset += file.size;
  }
  return { offset, last: null };
}

async function write(
  scratch: Scratch,
  content: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<StagedFile> {
  try {
    return await scratch.write(content, maxBytes);
  } catch (error) {
    const isTooLarge = error instanceof StorageError && error.code === "EntityTooLarge";
    throw isTooLarge ? tusError("sizeExceeded") : error;
  }
}

async function storePart(
  deps: StorageDeps,
  holder: string,
  {
    upload,
    place,
    file,
  }: { readonly upload: ResumableUpload; readonly place: number; readonly file: StagedFile },
): Promise<void> {
  const version = randomUUID();
  await deps.store.put(version, file);
  const part = { uploadId: upload.id, place, size: file.size, version };
  if (await insertPart(deps.database.storage, holder, part)) return;
  await removeFiles(deps, [version]);
  throw tusError("offsetConflict");
}

async function* summed(
  content: AsyncIterable<Uint8Array>,
  checksum: Checksum | null,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of content) {
    checksum?.update(chunk);
    yield chunk;
  }
}

/**
 * Joins the parts of a file into a staged file.
 *
 * @param last the staged last part; null when all parts are stored.
 */
export async function assembleFile(
  deps: StorageDeps,
  upload: ResumableUpload,
  last: StagedFile | null,
  { scratch, maxBytes }: { readonly scratch: Scratch; readonly maxBytes: number },
): Promise<StagedFile> {
  if (last !== null && upload.offset === 0 && upload.size === last.size) return last;
  const versions = await listParts(deps.database.storage, upload.id);
  if (versions.length === 0 && last !== null) return last;
  return scratch.write(contentOf(deps, versions, last), maxBytes);
}

async function* contentOf(
  { store }: StorageDeps,
  versions: readonly string[],
  last: StagedFile | null,
): AsyncGenerator<Uint8Array> {
  for (const version of versions) {
    const file = await store.open(version, null);
    if (file === null) throw noSuchKeyError();
    yield* file;
  }
  if (last !== null) yield* (await openAsBlob(last.path)).stream();
}
