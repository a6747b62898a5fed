import type { ByteRange } from "@reign-tv/kit/http/byte-range.domain.ts";
import type { StagedFile } from "#backend/storage/uploads/staging.ts";
import type { ReportFault } from "@reign-tv/kit/fault-registry.ts";
import { errorCode } from "@reign-tv/kit/start-error.ts";
import { S3Error } from "@reign-tv/kit/s3/s3-client.ts";

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

const COMPONENT = "object-store";

/** Wraps a store so that each use reports whether the disk or S3 works. */
export function monitorStore(store: ObjectStore, report: ReportFault): ObjectStore {
  async function reported<T>(work: Promise<T>): Promise<T> {
    try {
      const result = await work;
      report(COMPONENT, null);
      return result;
    } catch (error) {
      report(COMPONENT, reasonOf(error));
      throw error;
    }
  }
  return {
    put: (version, file) => reported(store.put(version, file)),
    copy: (from, to) => reported(store.copy(from, to)),
    open: (version, range) => reported(store.open(version, range)),
    remove: (versions) => reported(store.remove(versions)),
    list: () => store.list(),
  };
}

/** Returns a reason without paths and URLs: "ENOSPC" of a disk, "S3 answered 500" of a bucket. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  const code = errorCode(cause);
  if (typeof code === "string") return code;
  return cause instanceof S3Error ? cause.message : "not available";
}
