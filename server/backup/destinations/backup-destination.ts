import type { Readable } from "node:stream";
import type { HashedFile } from "#server/kit/files/hashed-file.ts";

/** A file that a place keeps. */
export type DestinationFile = {
  readonly name: string;
  readonly bytes: number;
  /** Milliseconds since the epoch. */
  readonly keptAt: number;
};

/**
 * Where backups are kept: a folder (disk-place.ts) or S3-compatible storage (s3-place.ts). A name is
 * made of segments with `/` between them.
 */
export interface BackupDestination {
  /** As people know it: a path, or `s3://bucket/prefix`. */
  readonly label: string;
  /** True when what is kept here lies with somebody else, who should not read our keys. */
  readonly isElsewhere: boolean;
  /** Files whose names begin with the prefix, which ends with `/`. */
  list(prefix: string): AsyncIterable<DestinationFile>;
  /** Keeps a file, whole or not at all, over one of the same name. */
  put(name: string, file: HashedFile): Promise<void>;
  /** Null when there is none. */
  read(name: string): Promise<Readable | null>;
  /** One that is already gone is no error. */
  remove(names: readonly string[]): Promise<void>;
  /** Null where nobody can tell. */
  freeBytes(): Promise<number | null>;
}
