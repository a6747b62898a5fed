import {
  linkSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  symlinkSync,
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join, dirname } from "node:path";
import { createHash, randomBytes } from "node:crypto";
import { tmpdir } from "node:os";
import { StartError } from "@reign-tv/kit/start-error.ts";
import { chooseAccount, type Account } from "./account.ts";
import { locateNative, probeVersion, repairNative } from "./binaries.ts";

/** Hard-links a tree of files; the links outlive the original names. */
function linkFiles(from: string, to: string): void {
  mkdirSync(to, { mode: 0o755 });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) linkFiles(source, target);
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else linkSync(source, target);
  }
}

/** Location of the embedded PostgreSQL, and its account. */
export type ClusterLocation = {
  /** PGDATA. */
  readonly clusterDir: string;
  /** Folder of socket and log, 0700. */
  readonly runDir: string;
  readonly nativeDir: string;
  readonly version: string;
  readonly account: Account | null;
};

/** Longest path of a Unix socket (sun_path without its terminator). */
const SOCKET_PATH_LIMIT_BYTES = 107;
/** Prefix of the folders of copied binaries next to a cluster. */
const COPY_PREFIX = "postgres-";
const SOCKET_FILE = ".s.PGSQL.5432";

/**
 * Finds or creates the location of the cluster. As root, PostgreSQL runs as an account that may not be able
 * to search parent folders (a clone in root's home, mode 0700): then the cluster and a copy of the binaries
 * go to a system state directory, recorded in `DATA_DIR/pg.location`.
 *
 * @throws StartError when the binaries cannot run at all.
 */
export async function locateCluster(options: {
  readonly dataDir: string;
  readonly requestedUid: number | null;
}): Promise<ClusterLocation> {
  const { dataDir } = options;
  const note = locationNote(dataDir);
  const isNoted = existsSync(note);
  let home = clusterHome(dataDir);
  const account = chooseAccount({
    clusterDir: join(home, "pg"),
    requestedUid: options.requestedUid,
  });
  if (account !== null && !isNoted && !canSearch(dataDir, account)) {
    if (existsSync(join(dataDir, "pg"))) throw hidden(dataDir, account);
    home = stateDirectory(dataDir);
    writeFileSync(note, `${home}\n`, { mode: 0o600 });
  }
  const { nativeDir, version } = await chooseBinaries(home, account);
  const runDir = join(home, "run");
  mkdirSync(runDir, { recursive: true, mode: 0o700 });
  give(runDir, account);
  return { clusterDir: join(home, "pg"), runDir, nativeDir, version, account };
}

/** Folder that holds the cluster of a DATA_DIR. */
export function clusterHome(dataDir: string): string {
  const note = locationNote(dataDir);
  return existsSync(note) ? readFileSync(note, "utf8").trim() : dataDir;
}

function locationNote(dataDir: string): string {
  return join(dataDir, "pg.location");
}

/** Changes the owner to the account; does nothing when the server is not root. */
export function give(path: string, account: Account | null): void {
  if (account !== null) chownSync(path, account.uid, account.gid);
}

/** Folder of the socket: `run/`, or a short random one when the path would be too long. */
export function socketDirectory({ runDir, account }: ClusterLocation): string {
  if (Buffer.byteLength(join(runDir, SOCKET_FILE)) <= SOCKET_PATH_LIMIT_BYTES) return runDir;
  const base = tmpdir().length > 60 ? "/tmp" : tmpdir();
  const short = mkdtempSync(join(base, "pg-"));
  give(short, account);
  return short;
}

/**
 * Runs the binaries from a copy next to the cluster: PostgreSQL reads its files for every new connection, and
 * an update deletes the dependencies while it runs. If DATA_DIR forbids execution, uses the dependencies'
 * own, or a copy that the account can reach.
 */
async function chooseBinaries(
  home: string,
  account: Account | null,
): Promise<{ nativeDir: string; version: string }> {
  const original = locateNative();
  repairNative(original);
  const origin = statSync(join(original, "bin", "postgres"));
  const stamp = digest(`${original}:${origin.size}:${Math.trunc(origin.mtimeMs)}`);
  const copyIn = (base: string): string => {
    const copy = join(base, `${COPY_PREFIX}${stamp}`, "native");
    if (!existsSync(copy)) copyNative(original, dirname(copy));
    return copy;
  };
  const candidates = [
    () => copyIn(home),
    () => original,
    ...(account === null ? [] : [() => copyIn(stateDirectory(home))]),
  ];
  for (const candidate of candidates) {
    const nativeDir = pathOrNull(candidate);
    const version = nativeDir === null ? null : await probeVersion(nativeDir, account);
    if (nativeDir === null || version === null) continue;
    removeOldCopies(home, dirname(nativeDir));
    return { nativeDir, version };
  }
  throw new StartError(
    `The embedded PostgreSQL in ${original} cannot be run on this machine: set DATABASE_URL to a PostgreSQL server.`,
  );
}

/** Returns null when the copy cannot be made: a full disk, or a read-only folder. */
function pathOrNull(candidate: () => string): string | null {
  try {
    return candidate();
  } catch (error) {
    if (error instanceof StartError) throw error;
    return null;
  }
}

function copyNative(original: string, target: string): void {
  const draft = `${target}.${randomBytes(4).toString("hex")}`;
  const copy = join(draft, "native");
  mkdirSync(draft, { recursive: true, mode: 0o755 });
  try {
    linkFiles(original, copy);
  } catch {
    // Another disk, or files of another account: copy 60 MB instead.
    rmSync(copy, { recursive: true, force: true });
    cpSync(original, copy, { recursive: true, verbatimSymlinks: true });
  }
  repairNative(copy);
  rmSync(target, { recursive: true, force: true });
  renameSync(draft, target);
}

/** Removes copies of older versions, unless one of their PostgreSQL processes may still run. */
function removeOldCopies(home: string, used: string): void {
  if (existsSync(join(home, "pg", "postmaster.pid"))) return;
  for (const name of readdirSync(home)) {
    const path = join(home, name);
    if (name.startsWith(COPY_PREFIX) && path !== used)
      rmSync(path, { recursive: true, force: true });
  }
}

function stateDirectory(dataDir: string): string {
  for (const base of ["/var/lib/reign-tv", join("/var/tmp", "reign-tv")]) {
    try {
      const directory = join(base, digest(dataDir));
      mkdirSync(directory, { recursive: true, mode: 0o711 });
      // In a world-writable folder, another user may have created it first.
      if (statSync(base).uid !== 0 || statSync(directory).uid !== 0) continue;
      for (const path of [base, directory]) chmodSync(path, 0o711);
      return directory;
    } catch {
      continue;
    }
  }
  throw new StartError(
    `The PostgreSQL account cannot access DATA_DIR (${dataDir}). Set DATA_DIR to a folder outside private home directories.`,
  );
}

/** Returns true when the account may search every folder on the way to `path` (mode bits only). */
function canSearch(path: string, account: Account): boolean {
  const { uid, gid, mode } = statSync(path);
  const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
  const parent = dirname(path);
  return (mode & bit) !== 0 && (parent === path || canSearch(parent, account));
}

function hidden(dataDir: string, account: Account): StartError {
  return new StartError(
    `User ${account.uid}, which runs PostgreSQL, can no longer access ${dataDir}/pg. Make its parent folders searchable (chmod o+x).`,
  );
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 12);
}

/** Location for a second cluster next to one, for the same account; `work` is created here. */
export function draftLocation(location: ClusterLocation, work: string): ClusterLocation {
  const runDir = join(work, "run");
  for (const folder of [work, runDir]) {
    mkdirSync(folder, { mode: 0o700 });
    give(folder, location.account);
  }
  return { ...location, clusterDir: join(work, "pg"), runDir };
}
