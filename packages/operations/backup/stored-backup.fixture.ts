import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  openHere,
  makeDataDir,
  removeDataDir,
  putPreparedDatabase,
} from "@reign-tv/backend/testing";
import type { Database } from "@reign-tv/backend";
import {
  addExtra,
  addMedia,
  backUp,
  mediaOf,
  openDestination,
  runAs,
  storeOf,
  upload,
} from "./backup.fixture.ts";
import type { BackupManifest } from "./catalog/backup-manifest.ts";

type TestDestination = ReturnType<typeof openDestination>;

type StoredBackup = TestDestination & {
  readonly newDisk: () => string;
  /** Creates a DATA_DIR as after a server's first start. */
  readonly newServer: () => string;
  newDestination(): TestDestination;
  /** Backs up 500 rows, an uploaded file, a key, extra files and media; 100 rows follow after it. */
  make(): Promise<{ origin: string; version: string; kept: BackupManifest }>;
  /** A destination with that backup, to be damaged. */
  copyOf(kept: BackupManifest): TestDestination;
  close(): Promise<void>;
};

/** Folders for the tests of one file, with a running server whose backup they share. */
export function openStoredBackup(): StoredBackup {
  const { destination, folder } = openDestination();
  const folders = [folder];
  let database: Database | undefined;
  const newDisk = (): string => {
    const dataDir = makeDataDir();
    folders.push(dataDir);
    return dataDir;
  };
  const newServer = (): string => {
    const dataDir = newDisk();
    putPreparedDatabase(dataDir);
    return dataDir;
  };
  const newDestination = () => {
    const other = openDestination();
    folders.push(other.folder);
    return other;
  };
  return {
    destination,
    folder,
    newDisk,
    newServer,
    newDestination,
    async make() {
      const origin = newServer();
      database = await openHere(origin);
      await runAs(origin, "create table public.kept (number int primary key)");
      await runAs(origin, "insert into public.kept select generate_series(1, 500)");
      const version = await upload(origin, "a picture");
      writeFileSync(join(origin, "secrets", "signing-key"), "the key", { mode: 0o600 });
      addExtra(origin, "text");
      addExtra(origin, "broken");
      addMedia(origin, "film", "0.m4s");
      addMedia(origin, "film", "whole");
      const kept = await backUp(origin, destination, {
        media: mediaOf(origin, { isIncluded: true }),
      });
      await runAs(origin, "insert into public.kept select generate_series(501, 600)");
      return { origin, version, kept };
    },
    copyOf({ name }) {
      const copy = newDestination();
      for (const path of ["objects", join("backups", name)])
        cpSync(join(folder, path), join(copy.folder, path), { recursive: true });
      return copy;
    },
    async close() {
      await database?.close();
      for (const each of folders) await removeDataDir(each);
    },
  };
}

/** Reads a whole file of the store. */
export async function contentOf(dataDir: string, version: string): Promise<string | null> {
  const content = await storeOf(dataDir).open(version, null);
  return content === null ? null : new Response(content).text();
}

/** Flips one bit in the middle of a file. */
export function flipBit(path: string): void {
  const content = readFileSync(path);
  const middle = content.length >> 1;
  content[middle] = (content[middle] ?? 0) ^ 1;
  writeFileSync(path, content);
}
