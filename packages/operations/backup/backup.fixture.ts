import { randomUUID } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ObjectStore, createDiskStore, connectCluster } from "@reign-tv/backend/operations";
import { writeHashed } from "@reign-tv/kit/files/hashed-file.ts";
import { migrationsOfRun } from "@reign-tv/backend/testing";
import { createLogger } from "@reign-tv/kit/log.ts";
import type { BackupSettings } from "./backup-config.ts";
import type { ExtraFiles } from "./extra-files.ts";
import type { MediaFiles } from "./media-files.ts";
import { type BackupDeps, makeBackup } from "./make-backup.ts";
import type { BackupManifest } from "./catalog/backup-manifest.ts";
import { createDiskDestination } from "./destinations/disk-destination.ts";
import type { BackupDestination } from "./destinations/backup-destination.ts";
import { type RestoreDeps, type RestoreReport, restoreBackup } from "./restore/restore-backup.ts";
import { Readable } from "node:stream";

export const PRODUCT_VERSION = "0.1.0";

/** Temporary folder for one test. */
function makeFolder(): string {
  return mkdtempSync(join(tmpdir(), "backup-test-"));
}

/** Uploaded files of a DATA_DIR. */
export function storeOf(dataDir: string): ObjectStore {
  const folder = join(dataDir, "storage", "objects");
  mkdirSync(folder, { recursive: true });
  return createDiskStore(folder);
}

/** Adds an extra file to a DATA_DIR. */
export function addExtra(dataDir: string, id: string, text = "first"): void {
  mkdirSync(join(dataDir, "extras"), { recursive: true });
  writeFileSync(join(dataDir, "extras", id), text);
}

/** Adds a media file to an item of a DATA_DIR. */
export function addMedia(dataDir: string, item: string, name: string, text = "a film"): void {
  mkdirSync(join(dataDir, "media", item), { recursive: true });
  writeFileSync(join(dataDir, "media", item, name), text);
}

/** Extra files of a DATA_DIR, by id. */
export function extrasOf(dataDir: string): ExtraFiles {
  const folder = join(dataDir, "extras");
  return {
    pack() {
      const ids = existsSync(folder) ? readdirSync(folder) : [];
      const files = ids.map((id) => {
        const text = readFileSync(join(folder, id), "utf8");
        return { name: `extra-${id}.txt`, content: Buffer.from(`${id}\n${text}`) };
      });
      return Promise.resolve(files);
    },
    idOf: (name) => /^extra-(.+)\.txt$/.exec(name)?.[1] ?? null,
    restore(content) {
      const [id = "", text = ""] = content.toString().split("\n");
      if (existsSync(join(folder, id))) return Promise.resolve("present");
      addExtra(dataDir, id, text);
      return Promise.resolve("restored");
    },
  };
}

/** Media of a DATA_DIR, whose items are whole with a file "whole"; those that were restored are in `restored`. */
export function mediaOf(
  dataDir: string,
  { isIncluded = false, restored = [] }: { isIncluded?: boolean; restored?: string[] } = {},
): MediaFiles {
  return {
    folder: join(dataDir, "media"),
    isIncluded,
    select: (names) =>
      names.includes("whole") ? [...names.filter((name) => name !== "whole"), "whole"] : [],
    onRestored: (items) => Promise.resolve(void restored.push(...items)),
  };
}

/** Settings of the backups of a DATA_DIR. */
export function settingsOf(dataDir: string, changes: Partial<BackupSettings> = {}): BackupSettings {
  return {
    dataDir,
    databaseUrl: null,
    isProject: false,
    time: { hours: 3, minutes: 0 },
    folder: null,
    bucket: null,
    bucketPrefix: "",
    passphrase: null,
    s3: null,
    uid: null,
    extras: extrasOf(dataDir),
    media: mediaOf(dataDir),
    migrationsDir: join(dataDir, "migrations"),
    product: PRODUCT_VERSION,
    ...changes,
  };
}

/** Stores the bytes of an uploaded file. Resolves with its version. */
export async function uploadFile(dataDir: string, content: string): Promise<string> {
  const version = randomUUID();
  const draft = join(dataDir, `upload-${version}`);
  const { path, bytes, sha256 } = await writeHashed(Readable.from([Buffer.from(content)]), draft);
  await storeOf(dataDir).put(version, { path, size: bytes, sha256 });
  return version;
}

/** Stores an uploaded file with its row. Resolves with its version. */
export async function upload(dataDir: string, content: string): Promise<string> {
  const version = await uploadFile(dataDir, content);
  await runAs(
    dataDir,
    `insert into storage.objects (bucket_id, name, version)
     values ('avatars', '${version}/avatar-1.webp', '${version}')`,
  );
  return version;
}

/** Runs statements as the superuser of a running cluster; resolves with the rows of the last. */
export async function runAs(dataDir: string, statements: string): Promise<readonly unknown[]> {
  const { connect } = await connectCluster(dataDir);
  const sql = connect("supabase_admin", { max: 1, fetchTypes: false });
  try {
    return [...(await sql.unsafe(statements).simple())];
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** Makes a backup of a running database in one destination. */
export function backUp(
  dataDir: string,
  destination: BackupDestination,
  deps: Partial<BackupDeps> = {},
): Promise<BackupManifest> {
  return makeBackup({
    dataDir,
    databaseUrl: null,
    destinations: [destination],
    store: storeOf(dataDir),
    extras: extrasOf(dataDir),
    media: mediaOf(dataDir),
    product: PRODUCT_VERSION,
    passphrase: null,
    now: Date.now,
    ...deps,
  });
}

/** Restores a backup into a DATA_DIR, with other `deps`. */
export function restoreInto(
  dataDir: string,
  destination: BackupDestination,
  deps: Partial<RestoreDeps> & Pick<RestoreDeps, "backup">,
): Promise<RestoreReport> {
  return restoreBackup({
    dataDir,
    destination,
    target: "backup",
    passphrase: null,
    store: storeOf(dataDir),
    extras: extrasOf(dataDir),
    media: mediaOf(dataDir),
    migrationsDir: migrationsOfRun(),
    uid: null,
    log: createLogger("silent"),
    now: Date.now,
    say: () => undefined,
    ...deps,
  });
}

/** A destination for backups, and its folder. */
export function openDestination(): { destination: BackupDestination; folder: string } {
  const folder = makeFolder();
  return { destination: createDiskDestination(folder), folder };
}
