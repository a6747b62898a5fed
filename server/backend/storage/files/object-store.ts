import type { ByteRange } from "#server/kit/http/byte-range.domain.ts";
import type { StagedFile } from "#server/backend/storage/uploads/staging.ts";

export type StoredFile = {
  readonly version: string;
  /** When it came into the store, milliseconds since the epoch. */
  readonly storedAt: number;
};

/**
 * Where the bytes of objects live: on disk (disk-store.ts) or in S3-compatible storage (s3-store.ts).
 * A file has no name but its version, a random UUID; it is written once, whole, and never changed.
 * What it is called, who owns it and who may read it stands in the row alone, so that moving an
 * object touches no file and no name from outside ever becomes a path.
 */
export interface ObjectStore {
  /** Keeps a staged file; when it returns, the file outlives a loss of power. */
  put(version: string, file: Pick<StagedFile, "path" | "size" | "sha256">): Promise<void>;
  /** Keeps a second file with the same bytes; false when there is no first one. */
  copy(from: string, to: string): Promise<boolean>;
  /** Reads a file or a part of it; null when there is none. */
  open(version: string, range: ByteRange | null): Promise<ReadableStream<Uint8Array> | null>;
  /** Removes files; one that is already gone is no error. */
  remove(versions: readonly string[]): Promise<void>;
  list(): AsyncIterable<StoredFile>;
}

const VERSION = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Only such a version names a file; a row from elsewhere may hold anything. */
export function isVersion(version: string): boolean {
  return VERSION.test(version);
}
