import type { ByteRange } from "#server/kit/http/byte-range.domain.ts";
import type { StagedFile } from "#server/backend/storage/uploads/staging.ts";

export type StoredFile = {
  readonly version: string;
  /** Milliseconds since the epoch. */
  readonly storedAt: number;
};

/**
 * Stores the bytes of objects, on disk (disk-store.ts) or in S3-compatible storage (s3-store.ts). A
 * file is named by its version, a random UUID; it is written once and never changed. Its name,
 * owner and permissions live only in the row: moving an object touches no file, and no name from a
 * client becomes a path.
 */
export interface ObjectStore {
  /** Stores a staged file durably: after the return it survives a power loss. */
  put(version: string, file: Pick<StagedFile, "path" | "size" | "sha256">): Promise<void>;
  /** Stores a second file with the same bytes. Returns false when the first one does not exist. */
  copy(from: string, to: string): Promise<boolean>;
  /** Reads a file or a range of it. Returns null when it does not exist. */
  open(version: string, range: ByteRange | null): Promise<ReadableStream<Uint8Array> | null>;
  /** Removes files. Ignores missing ones. */
  remove(versions: readonly string[]): Promise<void>;
  list(): AsyncIterable<StoredFile>;
}

const VERSION = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Only such a version names a file; a row of another origin may hold any text. */
export function isVersion(version: string): boolean {
  return VERSION.test(version);
}
