import type { CheckResult } from "#operations/doctor/check-result.ts";
import { HOUR_MS } from "@reign-tv/kit/durations.ts";
import { type NextRelease, releaseName } from "./next-release.ts";

/** Conditions of an upgrade besides the release itself. */
export type UpgradeConditions = {
  readonly next: NextRelease;
  /** Location of the database: in DATA_DIR, at DATABASE_URL, or with a Supabase project. */
  readonly database: "embedded" | "elsewhere" | "project";
  /** Start of the newest backup, in milliseconds since the epoch; null when there is none. */
  readonly newestBackupMs: number | null;
  readonly freeBytes: number;
  readonly isServerRunning: boolean;
  /** The running server is of an earlier build than the one in place. */
  readonly isServerBehind: boolean;
  /** The operator confirms that the external database has a backup. */
  readonly isBackedUp: boolean;
  readonly nowMs: number;
};

const MB = 1_000_000;
/** A build and its files. */
const BUILD_BYTES = 200 * MB;
/** The new dependencies; the previous ones are kept. */
const DEPENDENCIES_BYTES = 700 * MB;

/** Returns true when the release removes data or structure that the previous one needs. */
export function changesForGood({ migrations, postgres }: NextRelease): boolean {
  return postgres.from !== postgres.to || migrations.some(({ contracts }) => contracts);
}

/** Effects of an upgrade, and reasons against it. */
export function checkUpgrade(conditions: UpgradeConditions): CheckResult[] {
  const { next, database } = conditions;
  return [
    checkRelease(next),
    ...next.conflicts.map(conflictResult),
    ...(database === "project" ? [] : migrationResults(next)),
    ...(database === "embedded" ? postgresResults(next) : []),
    backupResult(conditions),
    diskResult(next, conditions.freeBytes),
    serverResult(conditions),
    ...next.duties.map((text): CheckResult => ({ topic: "you", status: "look", text })),
  ];
}

function checkRelease({ from, to, follows }: NextRelease): CheckResult {
  const topic = "release";
  const [here, there] = [releaseName(from), releaseName(to)];
  if (from.commit === to.commit) {
    return { topic, status: "ok", text: `${here} is the latest release: nothing to do` };
  }
  if (follows) return { topic, status: "ok", text: `upgrade from ${here} to ${there}` };
  return {
    topic,
    status: "problem",
    text: `${there} does not follow ${here}`,
    hint: "Name a later release. Changes of your own belong into a branch that contains it.",
  };
}

function conflictResult(file: string): CheckResult {
  const hint =
    file === "ministry.json"
      ? "Move yours out of this folder, name it in MINISTRY_FILE, and run git checkout ministry.json."
      : `Keep a copy elsewhere, and run git checkout ${file}.`;
  return {
    topic: "files",
    status: "problem",
    text: `${file} was changed here and is also changed by the release`,
    hint,
  };
}

function migrationResults({ migrations }: NextRelease): CheckResult[] {
  const topic = "migrations";
  if (migrations.length === 0) return [{ topic, status: "ok", text: "none" }];
  return migrations.map(({ file, contracts }) => ({
    topic,
    status: contracts ? "look" : "ok",
    text: contracts
      ? `${file} removes something from the database`
      : `${file} only adds to the database`,
  }));
}

function postgresResults({ postgres: { from, to } }: NextRelease): CheckResult[] {
  const topic = "PostgreSQL";
  if (from === to) return [{ topic, status: "ok", text: `stays at ${from}` }];
  const text = `upgrade from ${from} to ${to}: the server is stopped while all data is copied to a new database; the old one is kept`;
  return [{ topic, status: "look", text }];
}

function backupResult(conditions: UpgradeConditions): CheckResult {
  const { next, database, newestBackupMs, isBackedUp, nowMs } = conditions;
  const topic = "backup";
  if (database !== "embedded") {
    if (!changesForGood(next) || isBackedUp || database === "project")
      return { topic, status: "ok", text: "made by the database server itself" };
    return {
      topic,
      status: "problem",
      text: "the database at DATABASE_URL is changed permanently",
      hint: "Back it up on its own server, then run npm run upgrade -- --backed-up.",
    };
  }
  const age =
    newestBackupMs === null
      ? "there is no backup yet"
      : `the latest backup is ${Math.floor((nowMs - newestBackupMs) / HOUR_MS)} hours old`;
  if (changesForGood(next))
    return { topic, status: "ok", text: `${age}; the upgrade makes one first` };
  if (newestBackupMs !== null) return { topic, status: "ok", text: age };
  return { topic, status: "look", text: age, hint: "Run npm run backup to make one." };
}

function diskResult({ changesDependencies }: NextRelease, freeBytes: number): CheckResult {
  const needed = BUILD_BYTES + (changesDependencies ? DEPENDENCIES_BYTES : 0);
  const text = `${Math.floor(freeBytes / MB)} MB free, ${needed / MB} MB needed`;
  if (freeBytes >= needed) return { topic: "disk", status: "ok", text };
  return {
    topic: "disk",
    status: "problem",
    text,
    hint: "Free up space on the disk of this folder.",
  };
}

function serverResult({ next, isServerRunning, isServerBehind }: UpgradeConditions): CheckResult {
  const topic = "server";
  if (isServerBehind && next.from.commit === next.to.commit) {
    const text = "still runs an earlier build: an upgrade was interrupted before the restart";
    return { topic, status: "look", text, hint: "npm run upgrade restarts it." };
  }
  if (isServerRunning)
    return { topic, status: "ok", text: "runs, and is restarted by its supervisor" };
  return {
    topic,
    status: "look",
    text: "no server is running on DATA_DIR: the release is installed but not tested",
    hint: "Set DATA_DIR as the service has it, when one does run.",
  };
}
