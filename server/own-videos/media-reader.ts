import { openAsBlob } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { readOptional } from "@reign-tv/ingest/segments/segment-files.ts";
import type { ByteRange } from "@reign-tv/kit/http/byte-range.domain.ts";

/** Size of a file and the time of its last change, in milliseconds since the epoch. */
export type MediaStat = { readonly bytes: number; readonly changedMs: number };

/** Reads the files of one own video. Its methods reject with StoreUnavailable when the S3 store does not answer. */
export type MediaReader = {
  /** Null when there is no such file. */
  stat(name: string): Promise<MediaStat | null>;
  /** The whole file; null when it does not exist. */
  readAll(name: string): Promise<Uint8Array | null>;
  /** A range of a file that `stat` found. */
  stream(name: string, range: ByteRange): Promise<ReadableStream<Uint8Array>>;
};

/** Files in a folder. */
export function diskReader(folder: string): MediaReader {
  return {
    async stat(name) {
      const found = await stat(join(folder, name)).catch(() => null);
      if (found?.isFile() !== true) return null;
      return { bytes: found.size, changedMs: Math.floor(found.mtimeMs) };
    },
    readAll: (name) => readOptional(join(folder, name)),
    stream: async (name, { first, last }) =>
      (await openAsBlob(join(folder, name))).slice(first, last + 1).stream(),
  };
}

/** Files of the first reader, and of the second one what the first lacks. */
export function firstOf(one: MediaReader, other: MediaReader): MediaReader {
  return {
    stat: async (name) => (await one.stat(name)) ?? other.stat(name),
    readAll: async (name) => (await one.readAll(name)) ?? other.readAll(name),
    stream: async (name, range) =>
      ((await one.stat(name)) === null ? other : one).stream(name, range),
  };
}

/**
 * Reads the next chunk when the client takes it.
 *
 * @throws the error of the first chunk, before anything was sent.
 */
export async function streamOf(
  chunks: AsyncGenerator<Uint8Array>,
): Promise<ReadableStream<Uint8Array>> {
  let ahead: Promise<IteratorResult<Uint8Array>> | null = Promise.resolve(await chunks.next());
  return new ReadableStream({
    async pull(controller) {
      const next = await (ahead ?? chunks.next());
      ahead = null;
      if (next.done === true) controller.close();
      else controller.enqueue(next.value);
    },
    async cancel() {
      await chunks.return(undefined);
    },
  });
}
