import { createHash, randomBytes } from "node:crypto";
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { StartError } from "#server/base/start-error.ts";
import { chooseAccount, type Account } from "./account.ts";
import { locateNative, probeVersion, repairNative } from "./binaries.ts";

/** Where the embedded PostgreSQL lives and as whom it runs. */
export type Placement = {
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
const SOCKET_FILE = ".s.PGSQL.5432";

/**
 * Finds or makes the place of the cluster. As root, PostgreSQL runs as an account that may not be
 * able to search our parent folders (a clone in root's home, mode 0700): then the cluster and a copy
 * of the binaries go to a system state directory, noted in `DATA_DIR/pg.location`.
 *
 * @throws StartError when the binaries cannot run at all.
 */
export async function placeCluster(options: {
  readonly dataDir: string;
  readonly requestedUid: number | null;
}): Promise<Placement> {
  const { dataDir } = options;
  const note = join(dataDir, "pg.location");
  const noted = existsSync(note) ? readFileSync(note, "utf8").trim() : null;
  let home = noted ?? dataDir;
  const account = chooseAccount({
    clusterDir: join(home, "pg"),
    requestedUid: options.requestedUid,
  });
  if (account !== null && noted === null && !canSearch(dataDir, account)) {
    if (existsSync(join(dataDir, "pg"))) throw hidden(dataDir, account);
    home = stateDirectory(dataDir);
    writeFileSync(note, `${home}\n`, { mode: 0o600 });
  }
  const { nativeDir, version } = await placeBinaries(dataDir, home, account);
  const runDir = join(home, "run");
  mkdirSync(runDir, { recursive: true, mode: 0o700 });
  give(runDir, account);
  return { clusterDir: join(home, "pg"), runDir, nativeDir, version, account };
}

/** Hands a file or folder to the account; nothing to do when the server is not root. */
export function give(path: string, account: Account | null): void {
  if (account !== null) chownSync(path, account.uid, account.gid);
}

/** Folder for the socket: `run/`, or a short random one when the path would be too long. */
export function socketDirectory({ runDir, account }: Placement): string {
  if (Buffer.byteLength(join(runDir, SOCKET_FILE)) <= SOCKET_PATH_LIMIT_BYTES) return runDir;
  const base = tmpdir().length > 60 ? "/tmp" : tmpdir();
  const short = mkdtempSync(join(base, "pg-"));
  give(short, account);
  return short;
}

async function placeBinaries(
  dataDir: string,
  home: string,
  account: Account | null,
): Promise<{ nativeDir: string; version: string }> {
  const original = locateNative();
  repairNative(original);
  const version = await probeVersion(original, account);
  if (version !== null) return { nativeDir: original, version };

  const origin = statSync(join(original, "bin", "postgres"));
  const stamp = digest(`${original}:${origin.size}:${Math.trunc(origin.mtimeMs)}`);
  const base = account !== null && home === dataDir ? stateDirectory(dataDir) : home;
  const copy = join(base, `postgres-${stamp}`, "native");
  if (!existsSync(copy)) copyNative(original, dirname(copy));
  const copiedVersion = await probeVersion(copy, account);
  if (copiedVersion !== null) return { nativeDir: copy, version: copiedVersion };
  throw new StartError(
    `The embedded PostgreSQL in ${original} cannot be run on this machine: set DATABASE_URL to a PostgreSQL server.`,
  );
}

function copyNative(original: string, target: string): void {
  const draft = `${target}.${randomBytes(4).toString("hex")}`;
  mkdirSync(draft, { recursive: true, mode: 0o755 });
  cpSync(original, join(draft, "native"), { recursive: true, verbatimSymlinks: true });
  repairNative(join(draft, "native"));
  rmSync(target, { recursive: true, force: true });
  renameSync(draft, target);
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
