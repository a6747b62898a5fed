import { randomUUID } from "node:crypto";
import { removeFiles } from "#server/backend/storage/actions/remove-files.ts";
import type { StorageDeps } from "#server/backend/storage/storage-deps.ts";
import { tusRefusal, type Checksum } from "#server/backend/storage/protocol/tus.ts";
import { StorageError } from "#server/backend/storage/protocol/storage-error.ts";
import type { Scratch, StagedFile } from "#server/backend/storage/uploads/staging.ts";
import type { IncomingBody } from "./incoming-body.ts";
import { insertPart, type ResumableUpload } from "./resumable-rows.ts";

/** What is lost at most of what came when this process is killed, and what clients send at once. */
const PART_BYTES = 6_291_456;
/** A part is a file and a row: whoever sends single bytes ends here. */
const PARTS_MAX = 1_000;

/** What came with one request. */
export type Taken = {
  /** Bytes that are kept now. */
  readonly offset: number;
  /** The last part, which is not kept: the whole file is, with the object's row. */
  readonly last: StagedFile | null;
};

/**
 * Keeps a body part by part: each is a file of the store before its row is written. What came before a
 * connection broke is kept too, unless a checksum cannot be asked any more.
 *
 * @param maxBytes of the whole upload.
 * @throws TusRefusal 409 when another request took the upload, 413, 460.
 */
export async function appendParts(
  parts: StorageDeps,
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
): Promise<Taken> {
  const end = upload.size ?? maxBytes;
  let { offset } = upload;
  if (upload.parts >= PARTS_MAX) throw tusRefusal("tooManyParts");
  while (!body.isOver()) {
    // With a checksum the body is one piece: nothing of it may be kept before all of it is proved.
    const piece = body.piece(checksum === null ? PART_BYTES : Infinity);
    const file = await write(scratch, summed(piece, checksum), end - offset);
    if (file.size === 0 || (checksum !== null && body.isCut())) break;
    if (checksum !== null && !checksum.matches()) throw tusRefusal("checksumMismatch");
    if (offset + file.size === upload.size) return { offset, last: file };
    await keep(parts, holder, { upload, place: offset, file });
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
    throw isTooLarge ? tusRefusal("sizeExceeded") : error;
  }
}

async function keep(
  parts: StorageDeps,
  holder: string,
  {
    upload,
    place,
    file,
  }: { readonly upload: ResumableUpload; readonly place: number; readonly file: StagedFile },
): Promise<void> {
  const version = randomUUID();
  await parts.store.put(version, file);
  const part = { uploadId: upload.id, place, size: file.size, version };
  if (await insertPart(parts.database.storage, holder, part)) return;
  await removeFiles(parts, [version]);
  throw tusRefusal("offsetConflict");
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
