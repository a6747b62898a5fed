import { execFileSync } from "node:child_process";
import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Sql } from "postgres";
import type { TestProject } from "vitest/node";
import { type Connect, connector, rolePassword } from "#backend/database/connection.ts";
import { locateCluster } from "#backend/database/embedded/cluster-location.ts";
import { loadClusterSecret } from "#backend/database/embedded/cluster-secret.ts";
import { ensureCluster } from "#backend/database/embedded/cluster.ts";
import { prepareDataDir } from "#backend/database/embedded/data-dir.ts";
import { type EmbeddedServer, startEmbedded } from "#backend/database/embedded/embedded.ts";
import { EMBEDDED_DATABASE, prepareEmbedded } from "#backend/database/open-database.ts";
import { stopPostmaster } from "#backend/database/embedded/postmaster.ts";
import { commandLine, isAlive } from "@reign-tv/kit/process-probe.ts";
import { createLogger } from "@reign-tv/kit/log.ts";

/** How to reach a temporary PostgreSQL server. */
export type ScratchServer = {
  readonly socketDir: string;
  readonly port: number;
  readonly secret: string;
  /** Data directory of a cluster that initdb created and that has never run. */
  readonly emptyDir: string;
  /** Data directory after the first start of a server: a cluster with the prepared database. */
  readonly preparedDir: string;
  readonly migrationsDir: string;
};

export type ScratchOptions = {
  /** Folder of the migrations of the template and of servers on its copies. */
  readonly migrationsDir: string;
  /** Fills the template as superuser. */
  readonly fill?: (sql: Sql) => Promise<void>;
};

declare module "vitest" {
  // Vitest types the values of a global setup by this interface.
  interface ProvidedContext {
    testServer: ScratchServer;
  }
}

export type ScratchPostgres = {
  readonly server: ScratchServer;
  readonly connect: Connect;
  /** Ends the server and removes its files. */
  readonly stop: () => Promise<void>;
};

const FOLDER_PREFIX = "backend-db-test-";
/** Data may be lost in a crash, and no background work may disturb a test. */
const COPY_SETTINGS = { fsync: "off", autovacuum: "off" };
const SETTINGS = {
  ...COPY_SETTINGS,
  full_page_writes: "off",
  synchronous_commit: "off",
  // Most connections of a test are new, and each would compute 4,096 rounds on both sides.
  scram_iterations: "1",
  // Cloning the template would otherwise cause a checkpoint every few files.
  max_wal_size: "2GB",
  checkpoint_timeout: "1h",
};

/**
 * Starts an embedded PostgreSQL in a temporary folder and prepares its database: boot SQL, migrations and given rows.
 * Keeps copies of its files from before and after that.
 */
export async function startScratchPostgres({
  migrationsDir,
  fill,
}: ScratchOptions): Promise<ScratchPostgres> {
  await removeLeftovers();
  const dataDir = mkdtempSync(join(tmpdir(), `${FOLDER_PREFIX}${process.pid}-`));
  prepareDataDir(dataDir);
  const [emptyDir, preparedDir] = [join(dataDir, "empty"), join(dataDir, "prepared")];
  const secret = await loadClusterSecret(dataDir);
  const log = createLogger("silent");
  const start = (): Promise<EmbeddedServer> =>
    startEmbedded({ dataDir, secret, requestedUid: null, log, extraSettings: SETTINGS });
  await ensureCluster(await locateCluster({ dataDir, requestedUid: null }), { dataDir, secret });
  writeSettings(dataDir);
  copyCluster(dataDir, emptyDir);
  let server = await start();
  const stop = async (): Promise<void> => {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    if (server.address.kind !== "socket") throw new Error("The embedded server has no socket.");
    const { directory: socketDir, port } = server.address;
    const connect = connector(server.address, secret, EMBEDDED_DATABASE);
    await prepareEmbedded(connect, secret, { log, migrationsDir });
    await prepareTemplate(connect, secret, fill);
    await server.stop();
    copyCluster(dataDir, preparedDir);
    server = await start();
    return {
      server: { socketDir, port, secret, emptyDir, preparedDir, migrationsDir },
      connect,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * Global setup of Vitest: starts one embedded PostgreSQL for the run. Every test file clones its prepared database.
 *
 * @returns the teardown.
 */
export async function provideScratchServer(
  project: TestProject,
  options: ScratchOptions,
): Promise<() => Promise<void>> {
  const { server, stop } = await startScratchPostgres(options);
  project.provide("testServer", server);
  return stop;
}

/** Copies the stopped cluster of a data directory and its secret to another one. */
export function copyCluster(from: string, to: string): void {
  mkdirSync(to, { recursive: true, mode: 0o711 });
  // `fs.cp` would not preserve the owner of the files.
  execFileSync("cp", ["-a", join(from, "pg"), join(from, "secrets"), to]);
}

/** Turns off fsync for servers on copies of the cluster and on backups of those. */
function writeSettings(dataDir: string): void {
  const lines = Object.entries(COPY_SETTINGS).map(([name, value]) => `${name} = ${value}\n`);
  appendFileSync(join(dataDir, "pg", "postgresql.auto.conf"), lines.join(""));
}

/** Fills the template with rows and hashes the superuser's password again, with the number of rounds set here. */
async function prepareTemplate(
  connect: Connect,
  secret: string,
  fill: ScratchOptions["fill"],
): Promise<void> {
  const sql = connect("supabase_admin", { max: 1, fetchTypes: false });
  await sql.unsafe(
    `alter role supabase_admin password '${rolePassword(secret, "supabase_admin")}'`,
  );
  await fill?.(sql);
  await sql.end({ timeout: 1 });
}

/** Ends servers of killed runs. */
async function removeLeftovers(): Promise<void> {
  for (const name of readdirSync(tmpdir())) {
    const owner = new RegExp(`^${FOLDER_PREFIX}(\\d+)-`).exec(name)?.[1];
    if (owner === undefined || isAlive(Number(owner))) continue;
    const dataDir = join(tmpdir(), name);
    const pid = readPid(join(dataDir, "pg", "postmaster.pid"));
    if (pid !== null && commandLine(pid)?.includes(join(dataDir, "pg")) === true) {
      await stopPostmaster(pid);
    }
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function readPid(path: string): number | null {
  try {
    return Number(readFileSync(path, "utf8").split("\n")[0]);
  } catch {
    return null;
  }
}
