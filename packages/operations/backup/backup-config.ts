import { join, resolve } from "node:path";
import { openObjectStore } from "@reign-tv/backend/operations";
import type { S3Settings } from "@reign-tv/kit/s3/s3-client.ts";
import type { BackupDestination } from "./destinations/backup-destination.ts";
import { createDiskDestination } from "./destinations/disk-destination.ts";
import { createS3Destination } from "./destinations/s3-destination.ts";
import type { ExtraFiles } from "./extra-files.ts";
import type { BackupDeps } from "./make-backup.ts";
import type { MediaFiles } from "./media-files.ts";
import type { TimeOfDay } from "./scheduler/nightly-backup.ts";

export type BackupSettings = {
  /** Absolute path of DATA_DIR. */
  readonly dataDir: string;
  /** An external database; null: the embedded one of DATA_DIR. */
  readonly databaseUrl: string | null;
  /** Accounts, tables and files are in a Supabase project, which makes its own backups. */
  readonly isProject: boolean;
  /** Time of the nightly backup, by this machine's clock; null: the server makes none. */
  readonly time: TimeOfDay | null;
  /** Folder for backups; null: DATA_DIR/backups, unless they go to a bucket. */
  readonly folder: string | null;
  /** Bucket for backups. */
  readonly bucket: S3Settings | null;
  /** Prefix of the keys in that bucket. */
  readonly bucketPrefix: string;
  /** Encrypts the keys in backups. */
  readonly passphrase: string | null;
  /** Bucket of uploaded files; null: they are in DATA_DIR. */
  readonly s3: S3Settings | null;
  /** Account of the embedded PostgreSQL when this process is root; null chooses one. */
  readonly uid: number | null;
  readonly extras: ExtraFiles;
  readonly media: MediaFiles;
  /** Folder of the product's migrations. */
  readonly migrationsDir: string;
  /** Version of the product, for the manifests. */
  readonly product: string;
};

/** Opens the folder, the bucket, or both; a restore reads the first one first. */
export function openDestinations({
  dataDir,
  folder,
  bucket,
  bucketPrefix,
}: Pick<
  BackupSettings,
  "dataDir" | "folder" | "bucket" | "bucketPrefix"
>): readonly BackupDestination[] {
  const path = folder ?? (bucket === null ? join(dataDir, "backups") : null);
  return [
    ...(path === null ? [] : [createDiskDestination(resolve(path))]),
    ...(bucket === null ? [] : [createS3Destination(bucket, prefixOf(bucketPrefix))]),
  ];
}

function prefixOf(text: string): string {
  const bare = text.replaceAll(/^\/+|\/+$/g, "");
  return bare === "" ? "" : `${bare}/`;
}

/** Dependencies of makeBackup for these settings. */
export function backupDeps(settings: BackupSettings, now: () => number): BackupDeps {
  const { dataDir, databaseUrl, passphrase, extras, media, product } = settings;
  return {
    dataDir,
    databaseUrl,
    destinations: openDestinations(settings),
    store: openObjectStore(settings),
    extras,
    media,
    product,
    passphrase,
    now,
  };
}
