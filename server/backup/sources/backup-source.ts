import type { Sql } from "postgres";
import type { Keys } from "#server/backup/encrypted-keys.ts";
import type { BackupManifest } from "#server/backup/catalog/backup-manifest.ts";
import type { PooledObject } from "#server/backup/catalog/object-pool.ts";
import type { Account } from "#server/database/embedded/account.ts";

/** A database as it was copied, and the files that hold it, by the names that they get in the backup. */
export type CopiedDatabase = Pick<BackupManifest, "database" | "rows"> & {
  readonly files: readonly { readonly name: string; readonly path: string }[];
};

/** The database that a backup is made of: our own (cluster-source.ts), or another server's (rows-source.ts). */
export type BackupSource = {
  /** Folder on whose disk the copy is made. */
  readonly home: string;
  /** Who writes there; null: this process's own account. */
  readonly account: Account | null;
  /** One session that may read everything. */
  connect(): Sql;
  /** What signs and closes, by name. */
  readKeys(): Promise<Keys>;
  /** All that the database takes. */
  sizeBytes(): Promise<number>;
  /**
   * Copies the database as of one moment.
   *
   * @param work folder for what is made.
   * @param pooled uploaded files that every place of backups has already.
   */
  copy(work: string, pooled: readonly PooledObject[]): Promise<CopiedDatabase>;
};
