import { randomUUID } from "node:crypto";
import { removeFiles } from "#server/backend/storage/actions/remove-files.ts";
import type { StorageDeps } from "#server/backend/storage/storage-deps.ts";
import { tusRefusal, type Checksum } from "#server/backend/storage/protocol/tus.ts";
import { StorageError } from "#server/backend/storage/protocol/storage-error.ts";
import type { Scratch, StagedFile } from "#server/backend/storage/uploads/staging.ts";
import { insertPart, type ResumableUpload } from "./resumable-rows.ts";

/** A body that is taken in piece by piece. */
export type IncomingBody = {
  /** The next bytes, at most so many; ends early with the body. */
  piece(maxBytes: number): AsyncGenerator<Uint8Array>;
  /** Nothing more comes: the body ended, or the connection, or somebody stopped it. */
  isOver(): boolean;
  /** Not all of it came. */
  isCut(): boolean;
};

/** @param signal stops the reading; what came until then is a piece. */
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
    // The stream is gone with its connection when this fails.
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
