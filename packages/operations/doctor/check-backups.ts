import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { text as textOf } from "node:stream/consumers";
import { whyNone } from "#operations/backup/open-backups.ts";
import type { BackupDestination } from "#operations/backup/destinations/backup-destination.ts";
import { type BackupSettings, openDestinations } from "#operations/backup/backup-config.ts";
import { backupTime, isFromFuture } from "#operations/backup/catalog/backup-manifest.ts";
import { listBackups, readManifest } from "#operations/backup/catalog/backup-catalog.ts";
import { listMedia } from "#operations/backup/media-files.ts";
import { megabytes } from "@reign-tv/kit/files/disk-space.ts";
import { HOUR_MS } from "@reign-tv/kit/durations.ts";
import { messageOf } from "@reign-tv/kit/start-error.ts";
import type { CheckResult } from "./check-result.ts";
import { canBeWritten, deviceOf } from "./check-machine.ts";
import { storeHint, withProbeFile } from "./probe-store.ts";

const topic = "backups";
/** A day, and some hours to catch up after a missed night. */
const OVERDUE_HOURS = 30;
const DESTINATIONS = 'docs/operating.md, "Backups", says how';

/** Checks that backups are made, reach their destinations, and survive a lost disk. */
export async function checkBackups(
  settings: BackupSettings,
  nowMs: number,
): Promise<CheckResult[]> {
  const missing = whyNone(settings);
  if (missing !== null) return [missingResult(settings, missing)];
  const destinations = openDestinations(settings);
  const perDestination = await Promise.all(
    destinations.map((destination) => checkDestination(destination, settings, nowMs)),
  );
  const reach =
    settings.databaseUrl === null
      ? distanceResults(settings, destinations)
      : [rowsResult(settings, destinations)];
  return [...reach, ...(await mediaResults(settings)), ...perDestination.flat()];
}

function missingResult({ isProject }: BackupSettings, text: string): CheckResult {
  if (isProject) return { topic, status: "ok", text };
  const hint = `Set BACKUP_DIR or the BACKUP_S3_ variables, and BACKUP_PASSPHRASE, or see to backups of the database and the files yourself; ${DESTINATIONS}.`;
  return { topic, status: "look", text, hint };
}

/** Backups of an external database: rows as of each night. */
function rowsResult(
  { passphrase }: BackupSettings,
  destinations: readonly BackupDestination[],
): CheckResult {
  const where = destinations.map(({ label }) => label).join(" and ");
  const text = `the rows at DATABASE_URL and the files go to ${where} as of each night`;
  if (passphrase === null && destinations.some((destination) => destination.isThirdParty)) {
    const hint =
      "Set BACKUP_PASSPHRASE: without it no backup is made there, because its rows would lie open.";
    return { topic, status: "problem", text, hint };
  }
  const hint = `Changes made between two nightly backups are in no backup of this server. Set up backups of the database server itself; ${DESTINATIONS}.`;
  return { topic, status: "look", text, hint };
}

/** Checks that backups, and the keys in them, survive a loss of the disk of DATA_DIR. */
function distanceResults(
  { dataDir, passphrase }: BackupSettings,
  destinations: readonly BackupDestination[],
): CheckResult[] {
  const dataDisk = deviceOf(dataDir);
  const outlives = destinations.some(
    ({ isThirdParty, label }) => isThirdParty || deviceOf(label) !== dataDisk,
  );
  if (!outlives) {
    const text =
      "backups are on the same disk as DATA_DIR: if the disk is lost, so are the backups";
    const hint = `Set the BACKUP_S3_ variables, or BACKUP_DIR to a folder on another disk; ${DESTINATIONS}.`;
    return [{ topic, status: "look", text, hint }];
  }
  if (passphrase !== null || !destinations.some((destination) => destination.isThirdParty)) {
    return [];
  }
  const text =
    "the keys in DATA_DIR/secrets are not in the S3 backups: after a disk loss everyone has to sign in again, and reminders stop";
  const hint = "Set BACKUP_PASSPHRASE (12 characters or more), and write it down in another place.";
  return [{ topic, status: "look", text, hint }];
}

/** Says whether backups contain the own videos; nothing without any. */
async function mediaResults({ media }: BackupSettings): Promise<CheckResult[]> {
  const files = await listMedia(media).catch(messageOf);
  if (typeof files === "string") {
    const text = `own videos cannot be read: ${files}`;
    const hint = "Run this command as the service's account (sudo -u reign-tv ...).";
    return [{ topic, status: "problem", text, hint }];
  }
  if (files.length === 0) return [];
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const named = `own videos (${megabytes(bytes)} MB in ${media.folder})`;
  if (media.isIncluded) return [{ topic, status: "ok", text: `${named} are in the backups` }];
  const text = `${named} are in no backup: if that disk is lost, so are they`;
  const hint =
    "Set BACKUP_OWN_VIDEOS=true, for which each destination needs as much space once, or keep copies of the films.";
  return [{ topic, status: "look", text, hint }];
}

async function checkDestination(
  destination: BackupDestination,
  { folder }: BackupSettings,
  nowMs: number,
): Promise<CheckResult[]> {
  try {
    if (!destination.isThirdParty && !canBeWritten(destination.label)) {
      const text = `${destination.label} is not writable by this account`;
      const hint = `Give the service account ownership of the folder (chown -R reign-tv ${destination.label}), or set BACKUP_DIR to another folder.`;
      return [{ topic, status: "problem", text, hint }];
    }
    if (destination.isThirdParty) await testDestination(destination);
    else if (folder !== null && !existsSync(folder)) {
      const text = `${destination.label} does not exist yet; the first backup creates it`;
      const hint = "If it should exist, mount its disk, or correct BACKUP_DIR.";
      return [{ topic, status: "look", text, hint }];
    }
    return [await ageResult(destination, nowMs)];
  } catch (error) {
    const reason = messageOf(error);
    const text = `${destination.label} fails: ${reason}`;
    return [{ topic, status: "problem", text, hint: storeHint(reason, "BACKUP_S3_") }];
  }
}

/** Stores a small file and removes it again. */
async function testDestination(destination: BackupDestination): Promise<void> {
  await withProbeFile(async (file) => {
    const name = join("doctor", randomUUID());
    await destination.put(name, file);
    const kept = await destination.read(name);
    const isSame = kept !== null && (await textOf(kept)) === file.text;
    await destination.remove([name]);
    if (!isSame) throw new Error("the file read back differs from the file written");
  });
}

async function ageResult(destination: BackupDestination, nowMs: number): Promise<CheckResult> {
  const newest = (await listBackups(destination)).find((name) => !isFromFuture(name, nowMs));
  if (newest === undefined) {
    const text = `${destination.label} has no backup yet`;
    const hint =
      "Run npm run backup while the server is running, or wait: the server makes the first one ten minutes after it starts.";
    return { topic, status: "look", text, hint };
  }
  const { keys, media } = await readManifest(destination, newest);
  const hours = Math.floor((nowMs - (backupTime(newest) ?? 0)) / HOUR_MS);
  const held = keys === "absent" ? "without its keys" : "with its keys";
  const films = media === null ? "" : ` and ${megabytes(media.bytes)} MB of own videos`;
  const text = `the latest backup in ${destination.label} is ${hours} hour(s) old, ${held}${films}`;
  if (hours < OVERDUE_HOURS) return { topic, status: "ok", text };
  const hint =
    "The server makes a backup every night while it is running. Look for fault_began with component backup in its log. npm run backup shows why a backup fails.";
  return { topic, status: "problem", text, hint };
}
