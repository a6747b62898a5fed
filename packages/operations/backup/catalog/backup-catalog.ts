import { text } from "node:stream/consumers";
import { DAY_MS } from "@reign-tv/kit/durations.ts";
import {
  type BackupManifest,
  backupTime,
  checkMac,
  parseManifest,
  BACKUP_MANIFEST_FILE,
  type RecordedDatabase,
} from "./backup-manifest.ts";
import type { BackupDestination } from "#operations/backup/destinations/backup-destination.ts";

const BACKUPS = "backups/";

/** Name of a backup's file in a destination. */
export function catalogPath(backup: string, file: string): string {
  return `${BACKUPS}${backup}/${file}`;
}

/** Names of the complete backups of a destination, newest first. One without a manifest was never finished. */
export async function listBackups(destination: BackupDestination): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of destination.list(BACKUPS)) {
    const [, backup = "", file] = name.split("/");
    if (file === BACKUP_MANIFEST_FILE && backupTime(backup) !== null) names.push(backup);
  }
  return names.toSorted().toReversed();
}

/**
 * Reads a manifest for lists and alerts; restores use `readTrustedManifest`.
 *
 * @throws Error in one sentence when it is missing, damaged, or of an unknown format.
 */
export async function readManifest(
  destination: BackupDestination,
  backup: string,
): Promise<BackupManifest> {
  return (await loadManifest(destination, backup)).record;
}

/** Conditions for trusting a backup. */
export type Trust = {
  readonly passphrase: string | null;
  /** Ignores the keys, when the passphrase is lost: then the MAC cannot be checked either. */
  readonly isWithoutKeys?: boolean;
  /** Accepts a backup without a MAC, which anyone with write access to its destination can forge. */
  readonly acceptsUnsigned?: boolean;
  readonly say?: (line: string) => void;
};

/** The backup carries no MAC although a passphrase is set. */
export class UnsignedBackupError extends Error {
  override name = "UnsignedBackupError";
}

/**
 * Reads a manifest and checks its MAC against the passphrase. Without a passphrase there is no MAC.
 *
 * @throws Error in one sentence, like `readManifest`, and when the MAC is missing or does not match.
 */
export async function readTrustedManifest(
  destination: BackupDestination,
  backup: string,
  { passphrase, isWithoutKeys = false, acceptsUnsigned = false, say }: Trust,
): Promise<BackupManifest> {
  const { record, content } = await loadManifest(destination, backup);
  const named = `The backup ${backup} in ${destination.label}`;
  const mac = await checkMac(content, passphrase);
  if (mac === "unchecked") {
    if (!isWithoutKeys) {
      throw new Error(
        `${named} is signed: set BACKUP_PASSPHRASE. If it is lost, add --without-keys: everything else is restored, and everyone has to sign in again.`,
      );
    }
    say?.(`${named} is taken as it is: only its passphrase could show changes.`);
  }
  if (mac === "wrong") {
    throw new Error(
      `BACKUP_PASSPHRASE is not the one that ${named.replace("The", "the")} was made with, or it was changed since: nothing of it was used. Is that passphrase lost, unset BACKUP_PASSPHRASE and add --without-keys.`,
    );
  }
  if (mac === "missing" && passphrase !== null) {
    const unsigned = `${named} is not signed with BACKUP_PASSPHRASE: it was made without it, by an earlier release, or changed since.`;
    if (!acceptsUnsigned) {
      throw new UnsignedBackupError(
        `${unsigned} If only this server writes to that location, restore it with --accept-unsigned. The next backup is signed.`,
      );
    }
    say?.(unsigned);
  }
  return record;
}

async function loadManifest(
  destination: BackupDestination,
  backup: string,
): Promise<{ record: BackupManifest; content: string }> {
  const stream = await destination.read(catalogPath(backup, BACKUP_MANIFEST_FILE));
  if (stream === null) throw new Error(`There is no backup ${backup} in ${destination.label}.`);
  const content = await text(stream);
  const record = parseManifest(content);
  if (record?.name === backup) return { record, content };
  throw new Error(
    `The backup ${backup} in ${destination.label} is damaged, or of a later release (${BACKUP_MANIFEST_FILE}).`,
  );
}

/** Removes files of an interrupted backup after a day. */
export async function removeIncompleteBackups(
  destination: BackupDestination,
  nowMs: number,
): Promise<void> {
  const whole = new Set(await listBackups(destination));
  const names: string[] = [];
  for await (const { name, storedAt } of destination.list(BACKUPS)) {
    if (!whole.has(name.split("/")[1] ?? "") && storedAt < nowMs - DAY_MS) names.push(name);
  }
  await destination.remove(names);
  await destination.dropUnfinished(nowMs - DAY_MS);
}

/** Removes complete backups; deletes the manifest first, so that none is listed in part. */
export async function removeBackups(
  destination: BackupDestination,
  backups: ReadonlySet<string>,
): Promise<void> {
  const names: string[] = [];
  for await (const { name } of destination.list(BACKUPS)) {
    if (backups.has(name.split("/")[1] ?? "")) names.push(name);
  }
  const isManifest = (name: string): boolean => name.endsWith(`/${BACKUP_MANIFEST_FILE}`);
  await destination.remove(names.filter(isManifest));
  await destination.remove(names.filter((name) => !isManifest(name)));
}

/**
 * Rejects the newest backup when it is of another, smaller site than the one before: a server that started on
 * an empty disk before the restore makes such a backup.
 *
 * @throws Error in one sentence that names both.
 */
export async function assertSameSite(destination: BackupDestination): Promise<void> {
  const [newest, before] = await listBackups(destination);
  if (newest === undefined || before === undefined) return;
  const databases = await Promise.all([
    databaseOf(destination, newest),
    databaseOf(destination, before),
  ]);
  const [young, old] = databases;
  if (young === null || old === null || young.systemId === old.systemId) return;
  const [there, missing] = [accountsOf(young), accountsOf(old)];
  if (there >= missing) return;
  throw new Error(
    `The latest backup, ${newest}, belongs to a different database than the one before: it has ${there} accounts; ${before} has ${missing} more. Name the backup to restore, or use: latest --at "a time before the loss".`,
  );
}

/** Returns null when it has no database or cannot be read: the restore reports the reason. */
async function databaseOf(
  destination: BackupDestination,
  backup: string,
): Promise<RecordedDatabase | null> {
  const record = await readManifest(destination, backup).catch(() => null);
  return record?.database ?? null;
}

function accountsOf({ tables }: RecordedDatabase): number {
  return tables["auth.users"]?.most ?? 0;
}
