import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { stat } from "node:fs/promises";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

export type HashedFile = {
  readonly path: string;
  readonly bytes: number;
  /** Of the content, in hex. */
  readonly sha256: string;
};

/** Writes a stream to a file of mode 0600 and returns its size and hash. */
export async function writeHashed(content: Readable, path: string): Promise<HashedFile> {
  const hash = createHash("sha256");
  let bytes = 0;
  await pipeline(
    content,
    async function* (chunks: AsyncIterable<Uint8Array>) {
      for await (const chunk of chunks) {
        hash.update(chunk);
        bytes += chunk.length;
        yield chunk;
      }
    },
    createWriteStream(path, { mode: 0o600, flush: true }),
  );
  return { path, bytes, sha256: hash.digest("hex") };
}

/** Reads a file and returns its size and hash. */
export async function hashFile(path: string): Promise<HashedFile> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  const { size } = await stat(path);
  return { path, bytes: size, sha256: hash.digest("hex") };
}
