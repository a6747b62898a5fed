import { createHash } from "node:crypto";
import { mkdirSync } from "node:fs";
import { open } from "node:fs/promises";
import { join, posix } from "node:path";
import { createGunzip } from "node:zlib";
import { pipeline } from "node:stream/promises";
import type { Readable } from "node:stream";
import * as v from "valibot";
import type { Account } from "#server/database/embedded/account.ts";
import { give } from "#server/database/embedded/cluster-location.ts";
import { createByteReader, type ByteReader } from "./byte-reader.ts";

const BLOCK_BYTES = 512;
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

/** A header of a ustar archive; PostgreSQL writes only files and folders. */
type Entry = { readonly path: string; readonly bytes: number; readonly kind: "file" | "folder" };

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
  const readTar = async (chunks: AsyncIterable<Buffer>): Promise<void> => {
    const reader = createByteReader(chunks);
    for (let entry = await nextEntry(reader); entry !== null; entry = await nextEntry(reader)) {
      if (entry.kind === "folder") {
        make(join(folder, entry.path));
        continue;
      }
      const checksum = await writeFile(reader, join(folder, entry.path), entry.bytes, account);
      const listed = expected.get(entry.path);
      // WAL is not in the manifest: its records carry their own checksums.
      if (listed === undefined && !entry.path.startsWith("pg_wal/")) throw damaged(entry.path);
      if (listed !== undefined && listed.Checksum !== checksum) throw damaged(entry.path);
      expected.delete(entry.path);
    }
    // Read to the end, so that a truncated archive fails.
    for await (const _rest of reader.rest());
  };
  await pipeline(options.archive, createGunzip(), readTar);
  const [missing] = expected.keys();
  if (missing !== undefined) throw damaged(missing);
}

function damaged(path: string): Error {
  return new Error(`The copy of the database is damaged (${path}).`);
}

/** Returns null at the end mark, a block of zeros. */
async function nextEntry(reader: ByteReader): Promise<Entry | null> {
  const block = await reader.take(BLOCK_BYTES);
  if (block.every((byte) => byte === 0)) return null;
  const text = (from: number, length: number): string =>
    block.toString("utf8", from, from + length).replace(/\0.*$/s, "");
  const path = posix.normalize(text(0, 100)).replace(/\/$/, "");
  const type = text(156, 1);
  if (path.startsWith("/") || path.startsWith("..") || (type !== "0" && type !== "5")) {
    throw damaged(path);
  }
  return { path, bytes: Number.parseInt(text(124, 12), 8), kind: type === "5" ? "folder" : "file" };
}

/** @returns SHA-256 of the file in hex. */
async function writeFile(
  reader: ByteReader,
  path: string,
  bytes: number,
  account: Account | null,
): Promise<string> {
  const hash = createHash("sha256");
  const file = await open(path, "wx", 0o600);
  try {
    for (let left = bytes; left > 0;) {
      const chunk = await reader.take(Math.min(left, CHUNK_BYTES));
      hash.update(chunk);
      await file.writeFile(chunk);
      left -= chunk.length;
    }
  } finally {
    await file.close();
  }
  give(path, account);
  await reader.take((BLOCK_BYTES - (bytes % BLOCK_BYTES)) % BLOCK_BYTES);
  return hash.digest("hex");
}
