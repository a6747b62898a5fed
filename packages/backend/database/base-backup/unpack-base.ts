import { createHash } from "node:crypto";
import { mkdirSync } from "node:fs";
import { open } from "node:fs/promises";
import { join, posix } from "node:path";
import { createGunzip } from "node:zlib";
import { createTarDecoder, type TarHeader } from "modern-tar";
import { ReadableStream } from "node:stream/web";
import { pipeline } from "node:stream/promises";
import type { Readable } from "node:stream";
import * as v from "valibot";
import type { Account } from "#backend/database/embedded/account.ts";
import { give } from "#backend/database/embedded/cluster-location.ts";

/** One write per chunk: zlib's default of 16 kB makes sixteen. */
const CHUNK_BYTES = 262_144;

const manifestSchema = v.object({
  Files: v.array(
    v.object({
      Path: v.string(),
      Size: v.number(),
      "Checksum-Algorithm": v.literal("SHA256"),
      Checksum: v.string(),
    }),
  ),
});

/**
 * Size of an unpacked base backup.
 *
 * @param manifest text of backup_manifest.
 */
export function baseBytes(manifest: string): number {
  const { Files: files } = v.parse(manifestSchema, JSON.parse(manifest));
  return files.reduce((sum, { Size: bytes }) => sum + bytes, 0);
}

/**
 * Unpacks a base backup and checks every file against PostgreSQL's manifest.
 *
 * @param archive base.tar.gz.
 * @param manifest text of backup_manifest.
 * @param folder created here, for the account alone.
 * @throws Error with the name of the file that is damaged, missing or unexpected.
 */
export async function unpackBase(options: {
  readonly archive: Readable;
  readonly manifest: string;
  readonly folder: string;
  readonly account: Account | null;
}): Promise<void> {
  const { folder, account } = options;
  const expected = new Map(
    v.parse(manifestSchema, JSON.parse(options.manifest)).Files.map((file) => [file.Path, file]),
  );
  const make = (path: string): void => {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    give(path, account);
  };
  make(folder);
  const readTar = async (chunks: AsyncIterable<Uint8Array>): Promise<void> => {
    // Strict: a truncated archive or a changed header fails.
    const { readable: entries, writable } = createTarDecoder({ strict: true });
    // The entries fail with the same error.
    ReadableStream.from(chunks)
      .pipeTo(writable)
      .catch(() => undefined);
    for await (const { header, body } of entries) {
      const path = entryPath(header);
      if (header.type === "directory") {
        make(join(folder, path));
        continue;
      }
      const checksum = await writeFile(body, join(folder, path), account);
      const listed = expected.get(path);
      // WAL is not in the manifest: its records carry their own checksums.
      if (listed === undefined && !path.startsWith("pg_wal/")) throw damaged(path);
      if (listed !== undefined && listed.Checksum !== checksum) throw damaged(path);
      expected.delete(path);
    }
  };
  await pipeline(options.archive, createGunzip({ chunkSize: CHUNK_BYTES }), readTar);
  const [missing] = expected.keys();
  if (missing !== undefined) throw damaged(missing);
}

function damaged(path: string): Error {
  return new Error(`The copy of the database is damaged (${path}).`);
}

/** @throws Error for other entries than PostgreSQL writes: files and folders below the folder. */
function entryPath({ name, type }: TarHeader): string {
  const path = posix.normalize(name).replace(/\/$/, "");
  const isOutside = path.startsWith("/") || path.startsWith("..");
  if (isOutside || (type !== "file" && type !== "directory")) throw damaged(path);
  return path;
}

/** @returns SHA-256 of the file in hex. */
async function writeFile(
  content: AsyncIterable<Uint8Array>,
  path: string,
  account: Account | null,
): Promise<string> {
  const hash = createHash("sha256");
  const file = await open(path, "wx", 0o600);
  try {
    for await (const chunk of content) {
      hash.update(chunk);
      await file.writeFile(chunk);
    }
  } finally {
    await file.close();
  }
  give(path, account);
  return hash.digest("hex");
}
