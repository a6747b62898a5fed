import { execFile } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import { diskFullSentence, messageOf, StartError } from "@reign-tv/kit/start-error.ts";
import { readDiskSpaceSync } from "@reign-tv/kit/files/disk-space.ts";
import { CLEAN_ENVIRONMENT } from "./binaries.ts";
import { rolePassword } from "#backend/database/connection.ts";
import { give, type ClusterLocation } from "./cluster-location.ts";
import { sharedMemorySettings } from "./shared-memory.ts";

const run = promisify(execFile);

/** A new cluster takes 40 MB; the start fails below this. */
const FREE_AT_FIRST_START_BYTES = 150 * 1024 * 1024;
const FREE_AT_START_BYTES = 32 * 1024 * 1024;
/** Error text of initdb. */
const UNKNOWN_ACCOUNT = /could not look up effective user ID (\d+)/;
const INITDB_LIMIT_MS = 120_000;

type ClusterOptions = { readonly dataDir: string; readonly secret: string };

/**
 * Creates the cluster at the first start; later only checks that this version can read it.
 *
 * @throws StartError when the disk is full or the cluster is of another major version.
 */
export async function ensureCluster(
  location: ClusterLocation,
  options: ClusterOptions,
): Promise<void> {
  const { clusterDir, version } = location;
  const made = clusterMajor(clusterDir);
  const isNew = made === null;
  requireDisk(options.dataDir, isNew ? FREE_AT_FIRST_START_BYTES : FREE_AT_START_BYTES);
  if (isNew) {
    requireNoInterruptedRestore(clusterDir);
    await makeCluster(location, options);
    return;
  }
  if (made !== majorOf(version)) throw otherMajor(location, made);
}

/** @returns the major version of PostgreSQL that created a cluster; null when there is none. */
export function clusterMajor(clusterDir: string): string | null {
  const file = join(clusterDir, "PG_VERSION");
  if (!existsSync(file)) return null;
  const text = readFileSync(file, "utf8").trim();
  if (/^\d{1,3}$/.test(text)) return text;
  throw new StartError(
    `The file ${file} is damaged: it has to tell which PostgreSQL made the database, and a copy of it says so too (cp '${join(clusterDir, "base/1/PG_VERSION")}' '${file}').`,
  );
}

/** "18" of "18.4". */
export function majorOf(version: string): string {
  return version.split(".")[0] ?? version;
}

function otherMajor({ clusterDir, version }: ClusterLocation, made: string): StartError {
  const hint =
    Number(made) > Number(majorOf(version))
      ? "start the release that made it, or a newer one"
      : "go back to the release before and run npm run upgrade there, which brings every row along (docs/operating.md, Upgrading, has the way without it)";
  return new StartError(
    `The database in ${clusterDir} was made by PostgreSQL ${made}, and this release brings ${version}: ${hint}.`,
  );
}

/** An interrupted restore or import can leave no cluster in place, but the previous one next to it. */
function requireNoInterruptedRestore(clusterDir: string): void {
  const home = dirname(clusterDir);
  const neighbours = existsSync(home) ? readdirSync(home) : [];
  const previous = neighbours
    .filter((name) => name.startsWith(`${basename(clusterDir)}.before-`))
    .toSorted();
  const newest = previous.at(-1);
  if (newest === undefined) return;
  throw new StartError(
    `There is no database in ${clusterDir}, but one from before a restore or an upgrade: do that again, or bring it back (mv ${join(home, newest)} ${clusterDir}).`,
  );
}

/** Runs initdb in a draft folder and renames it: an interrupted start leaves no half cluster. */
async function makeCluster(location: ClusterLocation, options: ClusterOptions): Promise<void> {
  const { clusterDir, runDir, nativeDir, account } = location;
  const draft = `${clusterDir}.draft`;
  const passwordFile = join(runDir, "initdb.password");
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });
  give(draft, account);
  writeFileSync(passwordFile, rolePassword(options.secret, "supabase_admin"), { mode: 0o600 });
  give(passwordFile, account);
  try {
    await run(
      join(nativeDir, "bin", "initdb"),
      [
        `--pgdata=${draft}`,
        "--username=supabase_admin",
        "--encoding=UTF8",
        "--locale=C.UTF-8",
        "--auth=scram-sha-256",
        // Cannot change later: small segments make an archive every few minutes cheap.
        "--wal-segsize=1",
        `--pwfile=${passwordFile}`,
        ...Object.entries(sharedMemorySettings()).map(([key, value]) => `--set=${key}=${value}`),
        // One call instead of an fsync for each of 1,000 files.
        ...(process.platform === "linux" ? ["--sync-method=syncfs"] : []),
      ],
      { ...account, cwd: "/", env: CLEAN_ENVIRONMENT, timeout: INITDB_LIMIT_MS },
    );
    renameSync(draft, clusterDir);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    const message = messageOf(error);
    if (message.includes("No space left on device")) {
      throw new StartError(diskFullSentence(options.dataDir), { cause: error });
    }
    const [, uid] = UNKNOWN_ACCOUNT.exec(message) ?? [];
    if (uid !== undefined) throw new StartError(unknownAccountSentence(uid), { cause: error });
    throw new StartError(`The database in ${clusterDir} cannot be made: ${lastLine(message)}.`, {
      cause: error,
    });
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

/** Platforms that choose a uid for each container (OpenShift, `runAsUser`) give it no name. */
function unknownAccountSentence(uid: string): string {
  const account =
    process.getuid?.() === 0
      ? "set POSTGRES_UID to the number of an account that has one, or leave it unset"
      : "let the server run as an account that has one (10001 in our container image: runAsUser: 10001, docker run --user 10001:10001)";
  return `PostgreSQL makes no database as account number ${uid}, because it has no line in /etc/passwd: ${account}; or add the line as root (echo 'reign-tv:x:${uid}:0::/:/usr/sbin/nologin' >> /etc/passwd); or set DATABASE_URL to a PostgreSQL server.`;
}

function requireDisk(dataDir: string, neededBytes: number): void {
  const { freeBytes } = readDiskSpaceSync(dataDir);
  if (freeBytes < neededBytes) throw new StartError(diskFullSentence(dataDir));
}

function lastLine(text: string): string {
  return text.trim().split("\n").at(-1) ?? text;
}
