import type { Sql } from "postgres";
import type { Keys } from "#operations/backup/encrypted-keys.ts";
import type { BackupManifest } from "#operations/backup/catalog/backup-manifest.ts";
import type { PooledObject } from "#operations/backup/catalog/object-pool.ts";
import type { Account } from "@reign-tv/backend/operations";

/** A copied database, and its files by their names in the backup. */
export type CopiedDatabase = Pick<BackupManifest, "database" | "rows"> & {
  readonly files: readonly { readonly name: string; readonly path: string }[];
};

/** The database to back up: embedded (cluster-source.ts) or external (rows-source.ts). */
export type BackupSource = {
  /** Folder whose disk receives the copy. */
  readonly home: string;
  /** Account that writes there; null: this process's own. */
  readonly account: Account | null;
  /** A session that may read everything. */
  connect(): Sql;
  /** Keys that sign and encrypt, by name. */
  readKeys(): Promise<Keys>;
  /** Size of the whole database. */
  sizeBytes(): Promise<number>;
  /**
   * Copies the database as of one moment.
   *
   * @param work folder for temporary files.
   * @param pooled uploaded files that every destination has already.
   */
  copy(work: string, pooled: readonly PooledObject[]): Promise<CopiedDatabase>;
};
