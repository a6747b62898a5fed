import { randomUUID } from "node:crypto";
import { join, resolve } from "node:path";
import { text as textOf } from "node:stream/consumers";
import { whyNone } from "#server/backup/open-backups.ts";
import type { BackupDestination } from "#server/backup/destinations/backup-destination.ts";
import { openDestinations } from "#server/backup/destinations/open-destinations.ts";
import { backupTime } from "#server/backup/catalog/backup-manifest.ts";
import { listBackups, readRecord } from "#server/backup/catalog/backup-catalog.ts";
import { HOUR_MS } from "#server/kit/durations.ts";
import type { Config } from "#server/settings/config.ts";
import { messageOf } from "#server/kit/start-error.ts";
import type { CheckResult } from "./check-result.ts";
import { canBeWritten, deviceOf } from "./folder-facts.ts";
import { storeRemedy } from "./store-hint.ts";
import { withTrialFile } from "./probe-file.ts";

const topic = "backups";
/** A day, and some hours to catch up after a missed night. */
const OVERDUE_HOURS = 30;
const PLACES = 'docs/operating.md, "Backups", says how';

/** Checks that backups are made, reach their destinations, and survive a lost disk. */
export async function checkBackups(config: Config, nowMs: number): Promise<CheckResult[]> {
  const missing = whyNone(config);
  if (missing !== null) return [missingFinding(config, missing)];
  const places = openDestinations(config);
  const ofPlaces = await Promise.all(places.map((place) => checkPlace(place, nowMs)));
  const reach =
    config.databaseUrl === null ? distanceFindings(config, places) : [rowsFinding(config, places)];
  return [...reach, ...ofPlaces.flat()];
}

function missingFinding({ SUPABASE_URL }: Config, text: string): CheckResult {
  if (SUPABASE_URL !== undefined) return { topic, verdict: "ok", text };
  const remedy = `Set BACKUP_DIR or the BACKUP_S3_ variables, and BACKUP_PASSPHRASE, or see to backups of the database and the files yourself; ${PLACES}.`;
  return { topic, verdict: "look", text, remedy };
}

/** Backups of an external database: rows as of each night. */
function rowsFinding(config: Config, places: readonly BackupDestination[]): CheckResult {
  const where = places.map(({ label }) => label).join(" and ");
  const text = `the rows at DATABASE_URL and the files go to ${where} as of each night`;
  if (config.BACKUP_PASSPHRASE === undefined && places.some((place) => place.isElsewhere)) {
    const remedy =
      "Set BACKUP_PASSPHRASE: without it no backup is made there, because its rows would lie open.";
    return { topic, verdict: "problem", text, remedy };
  }
  const remedy = `What is written between two nights is in no backup of this server: let the database's own server keep that; ${PLACES}.`;
  return { topic, verdict: "look", text, remedy };
}

/** Checks that backups, and the keys in them, survive a loss of the disk of DATA_DIR. */
function distanceFindings(config: Config, places: readonly BackupDestination[]): CheckResult[] {
  const dataDisk = deviceOf(resolve(config.DATA_DIR));
  const outlives = places.some(
    ({ isElsewhere, label }) => isElsewhere || deviceOf(label) !== dataDisk,
  );
  if (!outlives) {
    const text = "they lie on the disk of DATA_DIR: who loses the disk loses both";
    const remedy = `Set the BACKUP_S3_ variables, or BACKUP_DIR to a folder on another disk; ${PLACES}.`;
    return [{ topic, verdict: "look", text, remedy }];
  }
  if (config.BACKUP_PASSPHRASE !== undefined || !places.some((place) => place.isElsewhere)) {
    return [];
  }
  const text =
    "the keys of DATA_DIR/secrets are in none that goes to S3: after a lost disk everybody signs in anew, and reminders end";
  const remedy =
    "Set BACKUP_PASSPHRASE (12 characters or more), and write it down in another place.";
  return [{ topic, verdict: "look", text, remedy }];
}

async function checkPlace(place: BackupDestination, nowMs: number): Promise<CheckResult[]> {
  try {
    if (!place.isElsewhere && !canBeWritten(place.label)) {
      const text = `${place.label} cannot be written by this account`;
      const remedy = `Give the folder to the account of the service (chown -R reign-tv ${place.label}), or set BACKUP_DIR to another one.`;
      return [{ topic, verdict: "problem", text, remedy }];
    }
    if (place.isElsewhere) await tryPlace(place);
    return [await ageFinding(place, nowMs)];
  } catch (error) {
    const reason = messageOf(error);
    const text = `${place.label} fails: ${reason}`;
    return [{ topic, verdict: "problem", text, remedy: storeRemedy(reason, "BACKUP_S3_") }];
  }
}

/** Stores a small file and removes it again. */
async function tryPlace(place: BackupDestination): Promise<void> {
  await withTrialFile(async (file) => {
    const name = join("doctor", randomUUID());
    await place.put(name, file);
    const kept = await place.read(name);
    const isSame = kept !== null && (await textOf(kept)) === file.text;
    await place.remove([name]);
    if (!isSame) throw new Error("it gave back something else than it was given");
  });
}

async function ageFinding(place: BackupDestination, nowMs: number): Promise<CheckResult> {
  const [newest] = await listBackups(place);
  if (newest === undefined) {
    const text = `${place.label} holds none yet`;
    const remedy =
      "npm run backup makes one beside the running server; else the server does so ten minutes after its start.";
    return { topic, verdict: "look", text, remedy };
  }
  const { keys } = await readRecord(place, newest);
  const hours = Math.floor((nowMs - (backupTime(newest) ?? 0)) / HOUR_MS);
  const held = keys === "absent" ? "without its keys" : "with its keys";
  const text = `the newest in ${place.label} is ${hours} hour(s) old, ${held}`;
  if (hours < OVERDUE_HOURS) return { topic, verdict: "ok", text };
  const remedy =
    "The server makes one every night while it runs: its log says fault_began with the component backup. npm run backup says why none can be made.";
  return { topic, verdict: "problem", text, remedy };
}
