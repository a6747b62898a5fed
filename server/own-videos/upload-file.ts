import { createWriteStream } from "node:fs";
import { rm, stat, truncate } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

/** File that is uploaded for a video: itself, or its small rendition. */
export type UploadPart = "media" | "low";

/** Path of a file that is uploaded to a video's folder. */
export function uploadPath(folder: string, part: UploadPart): string {
  return join(folder, part === "media" ? "upload.part" : "low.part");
}

/** A file that arrives in parts. What came before a cut is kept; bytes are only added at its end. */
export type UploadFiles = {
  /** Bytes that are there now; more may be arriving. */
  size(path: string): Promise<number>;
  /** Bytes that are there. Ends a request that still adds to it, so that the number is final. */
  received(path: string): Promise<number>;
  /**
   * Adds bytes from an offset.
   *
   * @param part.maxBytes most that this part may have.
   * @param part.size size of the whole file.
   * @returns the bytes that are there now; null when the offset is another.
   * @throws the error of the disk; a cut connection is not an error.
   */
  append(
    path: string,
    part: {
      offset: number;
      size: number;
      maxBytes: number;
      body: ReadableStream<Uint8Array> | null;
    },
  ): Promise<number | null>;
};

/** One request adds to a file at a time: a later one ends the earlier, whose connection may be dead. */
export function createUploadFiles(): UploadFiles {
  const running = new Map<string, { stop: AbortController; ended: Promise<unknown> }>();

  async function stopOther(path: string): Promise<void> {
    for (let other = running.get(path); other !== undefined; other = running.get(path)) {
      other.stop.abort();
      await other.ended;
    }
  }

  async function received(path: string): Promise<number> {
    await stopOther(path);
    return sizeOf(path);
  }

  return {
    size: sizeOf,
    received,
    async append(path, { offset, size, maxBytes, body }) {
      if ((await received(path)) !== offset) return null;
      const left = Math.min(size - offset, maxBytes);
      const stop = new AbortController();
      const work = write(path, offset, bounded(body, left), stop.signal);
      const ended = work.catch(() => undefined).finally(() => running.delete(path));
      running.set(path, { stop, ended });
      await work;
      const now = await sizeOf(path);
      // Bytes beyond the announced size are none of the file.
      if (now > size) await truncate(path, size);
      return Math.min(now, size);
    },
  };
}

async function sizeOf(path: string): Promise<number> {
  return (await stat(path).catch(() => null))?.size ?? 0;
}

async function write(
  path: string,
  offset: number,
  content: AsyncGenerator<Uint8Array>,
  signal: AbortSignal,
): Promise<void> {
  if (offset === 0) await rm(path, { force: true });
  try {
    await pipeline(
      Readable.from(content),
      createWriteStream(path, { flags: "a", mode: 0o600, flush: true }),
      { signal },
    );
  } catch (error) {
    if (signal.aborted) return;
    throw error;
  }
}

/** The first bytes of a body; it ends where the connection is cut. */
async function* bounded(
  body: ReadableStream<Uint8Array> | null,
  maxBytes: number,
): AsyncGenerator<Uint8Array> {
  if (body === null) return;
  const reader = body.getReader();
  let left = maxBytes;
  try {
    while (left > 0) {
      const next = await reader.read().catch(() => null);
      if (next === null || next.done) return;
      const chunk = next.value.subarray(0, left);
      left -= chunk.length;
      yield chunk;
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
}
