import { whyNone } from "#server/backup/open-backups.ts";
import { openPlaces } from "#server/backup/places/open-places.ts";
import type { Config } from "#server/settings/config.ts";
import type { Finding } from "./finding.ts";

const TOPIC = "backups";
const OPERATING = 'docs/operating.md, "Backups"';

/** What this server keeps against the loss of its disk, and what it does not. */
export function checkBackups(config: Config): Finding {
  const missing = whyNone(config);
  if (missing !== null) {
    const remedy =
      config.SUPABASE_URL === undefined
        ? `Set BACKUP_DIR or BACKUP_S3_... and BACKUP_PASSPHRASE, or see to backups of the database and the files yourself (${OPERATING}).`
        : "Look at the project's page under Database, Backups.";
    return { topic: TOPIC, verdict: "look", text: missing, remedy };
  }
  const places = openPlaces(config);
  const where = places.map(({ label }) => label).join(" and ");
  const isElsewhere = places.some((place) => place.isElsewhere);
  if (config.databaseUrl !== null) return checkRows(config, where, isElsewhere);
  if (isElsewhere && config.BACKUP_PASSPHRASE === undefined) {
    const text = `the database and the files go to ${where}, without the keys of DATA_DIR/secrets`;
    const remedy = "Set BACKUP_PASSPHRASE: without it everybody has to sign in again.";
    return { topic: TOPIC, verdict: "look", text, remedy };
  }
  if (config.BACKUP_DIR === undefined && !isElsewhere) {
    const text = `they are kept in ${where}, on the disk of the server itself`;
    const remedy = `Set BACKUP_DIR to a folder on another disk, or BACKUP_S3_... (${OPERATING}): the loss of that disk is the loss of both.`;
    return { topic: TOPIC, verdict: "look", text, remedy };
  }
  return { topic: TOPIC, verdict: "ok", text: `the database and the files go to ${where}` };
}

function checkRows(config: Config, where: string, isElsewhere: boolean): Finding {
  const text = `the rows at DATABASE_URL and the files go to ${where} as of each night`;
  if (isElsewhere && config.BACKUP_PASSPHRASE === undefined) {
    const remedy =
      "Set BACKUP_PASSPHRASE: without it no backup is made there, because its rows would lie open.";
    return { topic: TOPIC, verdict: "problem", text, remedy };
  }
  const remedy = `What is written between two nights is in no backup of this server: let the database's own server keep that (${OPERATING}).`;
  return { topic: TOPIC, verdict: "look", text, remedy };
}
