import { createHash, randomBytes } from "node:crypto";
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { StartError } from "#server/kit/start-error.ts";
import { chooseAccount, type Account } from "./account.ts";
import { linkFiles } from "./hard-link-tree.ts";
import { locateNative, probeVersion, repairNative } from "./binaries.ts";

/** Where the embedded PostgreSQL lives and as whom it runs. */
export type ClusterLocation = {
  /** PGDATA. */
  readonly clusterDir: string;
  /** Folder of socket and log, 0700. */
  readonly runDir: string;
  readonly nativeDir: string;
  readonly version: string;
  readonly account: Account | null;
};

/** Longest path of a Unix socket (sun_path less its end mark). */
const SOCKET_PATH_LIMIT_BYTES = 107;
/** How the folders of programs beside a cluster begin. */
const COPY_PREFIX = "postgres-";
const SOCKET_FILE = ".s.PGSQL.5432";

/**
 * Finds or makes the place of the cluster. As root, PostgreSQL runs as an account that may not be
 * able to search our parent folders (a clone in root's home, mode 0700): then the cluster and a copy
 * of the binaries go to a system state directory, noted in `DATA_DIR/pg.location`.
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
  const { nativeDir, version } = await placeBinaries(home, account);
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

/** Hands a file or folder to the account; nothing to do when the server is not root. */
export function give(path: string, account: Account | null): void {
  if (account !== null) chownSync(path, account.uid, account.gid);
}

/** Folder for the socket: `run/`, or a short random one when the path would be too long. */
export function socketDirectory({ runDir, account }: ClusterLocation): string {
  if (Buffer.byteLength(join(runDir, SOCKET_FILE)) <= SOCKET_PATH_LIMIT_BYTES) return runDir;
  const base = tmpdir().length > 60 ? "/tmp" : tmpdir();
  const short = mkdtempSync(join(base, "pg-"));
  give(short, account);
  return short;
}

/**
 * The binaries run from a copy beside the cluster: PostgreSQL reads its files again for every new
 * connection, and an update takes those of the dependencies away while it runs. Where no program may
 * run in DATA_DIR it is the dependencies' own, or a copy that the account can reach.
 */
async function placeBinaries(
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
  const places = [
    () => copyIn(home),
    () => original,
    ...(account === null ? [] : [() => copyIn(stateDirectory(home))]),
  ];
  for (const place of places) {
    const nativeDir = pathOrNull(place);
    const version = nativeDir === null ? null : await probeVersion(nativeDir, account);
    if (nativeDir === null || version === null) continue;
    forgetOldCopies(home, dirname(nativeDir));
    return { nativeDir, version };
  }
  throw new StartError(
    `The embedded PostgreSQL in ${original} cannot be run on this machine: set DATABASE_URL to a PostgreSQL server.`,
  );
}

/** Null where the copy cannot be made: no room, or a folder that takes no files. */
function pathOrNull(place: () => string): string | null {
  try {
    return place();
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
    // Another disk, or files of another account: 60 MB are copied then.
    rmSync(copy, { recursive: true, force: true });
    cpSync(original, copy, { recursive: true, verbatimSymlinks: true });
  }
  repairNative(copy);
  rmSync(target, { recursive: true, force: true });
  renameSync(draft, target);
}

/** Removes what older versions ran from, unless a PostgreSQL of theirs may still be running. */
function forgetOldCopies(home: string, used: string): void {
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
      // In a folder that everybody may write to, somebody else may have been first.
      if (statSync(base).uid !== 0 || statSync(directory).uid !== 0) continue;
      for (const path of [base, directory]) chmodSync(path, 0o711);
      return directory;
    } catch {
      continue;
    }
  }
  throw new StartError(
    `The account of PostgreSQL cannot reach DATA_DIR (${dataDir}) and no state directory can be made: set DATA_DIR to a folder outside private homes.`,
  );
}

/** True when the account may search every folder on the way to `path` (mode bits only). */
function canSearch(path: string, account: Account): boolean {
  const { uid, gid, mode } = statSync(path);
  const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
  const parent = dirname(path);
  return (mode & bit) !== 0 && (parent === path || canSearch(parent, account));
}

function hidden(dataDir: string, account: Account): StartError {
  return new StartError(
    `User ${account.uid}, who runs PostgreSQL, can no longer reach ${dataDir}/pg: make its parent folders searchable (chmod o+x).`,
  );
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 12);
}

/** Folders in which another cluster is made beside one, for the same account; `work` is made here. */
export function draftLocation(location: ClusterLocation, work: string): ClusterLocation {
  const runDir = join(work, "run");
  for (const folder of [work, runDir]) {
    mkdirSync(folder, { mode: 0o700 });
    give(folder, location.account);
  }
  return { ...location, clusterDir: join(work, "pg"), runDir };
}
