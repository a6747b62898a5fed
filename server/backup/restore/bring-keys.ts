import { existsSync } from "node:fs";
import { text } from "node:stream/consumers";
import type { BackupDestination } from "#server/backup/destinations/backup-destination.ts";
import { type Keys, openKeys, parseKeys } from "#server/backup/encrypted-keys.ts";
import {
  type BackupManifest,
  OPEN_KEYS_FILE,
  SEALED_KEYS_FILE,
} from "#server/backup/catalog/backup-manifest.ts";
import { replaceSecretFile, secretPath } from "#server/kit/files/secret-file.ts";
import { openChecked } from "./start-restored-copy.ts";

type KeySource = {
  readonly place: BackupDestination;
  readonly passphrase: string | null;
  /** Leaves them alone, for who has lost the passphrase; the server then makes new ones. */
  readonly isWithoutKeys?: boolean;
};

/**
 * Reads the keys of a backup, before anything is unpacked: a passphrase that is not known ends it early.
 *
 * @throws Error in one sentence when the passphrase is missing or another one.
 */
export async function readBackupKeys(
  record: BackupManifest,
  { place, passphrase, isWithoutKeys = false }: KeySource,
): Promise<Keys> {
  if (record.keys === "absent" || isWithoutKeys) return {};
  if (record.keys === "open") {
    return parseKeys(await text(await openChecked(place, record, OPEN_KEYS_FILE)));
  }
  if (passphrase === null) {
    throw new Error(
      `The keys of the backup ${record.name} are closed: set BACKUP_PASSPHRASE. Is it lost, add --without-keys: all else comes back, and everybody signs in anew.`,
    );
  }
  return openKeys(await text(await openChecked(place, record, SEALED_KEYS_FILE)), passphrase);
}

/**
 * Puts keys into DATA_DIR/secrets. Those of a server that goes on stay: they may be newer than the backup. On a new
 * disk the backup's take the place of what a first start made.
 *
 * @returns the names of those that were put there.
 */
export async function restoreKeys(
  dataDir: string,
  keys: Keys,
  { replacesOthers }: { readonly replacesOthers: boolean },
): Promise<string[]> {
  const wanted = Object.entries(keys).filter(
    ([name]) => replacesOthers || !existsSync(secretPath(dataDir, name)),
  );
  for (const [name, key] of wanted) await replaceSecretFile(dataDir, name, key.trim());
  return wanted.map(([name]) => name);
}
