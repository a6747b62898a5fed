import type { Readable } from "node:stream";
import type { HashedFile } from "@reign-tv/kit/files/hashed-file.ts";

export type DestinationFile = {
  readonly name: string;
  readonly bytes: number;
  /** Milliseconds since the epoch. */
  readonly storedAt: number;
};

/**
 * Storage for backups: a folder (disk-destination.ts) or S3 (s3-destination.ts). A name is made of segments
 * with `/` between them.
 */
export interface BackupDestination {
  /** Shown to people: a path, or `s3://bucket/prefix`. */
  readonly label: string;
  /** True for storage of a third party, which must not read the server's keys. */
  readonly isThirdParty: boolean;
  /** Files whose names begin with the prefix, which ends with `/`. */
  list(prefix: string): AsyncIterable<DestinationFile>;
  /** Stores a file atomically; overwrites one of the same name. */
  put(name: string, file: HashedFile): Promise<void>;
  /** Null when there is none. */
  read(name: string): Promise<Readable | null>;
  /** Ignores names that are already gone. */
  remove(names: readonly string[]): Promise<void>;
  /** Removes what an interrupted `put` left before a moment (milliseconds since the epoch). */
  dropUnfinished(beforeMs: number): Promise<void>;
  /** Null when unknown. @throws Error in one sentence for a folder that cannot be written. */
  freeBytes(): Promise<number | null>;
}
