import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Connect, connector } from "#server/database/connection.ts";
import { prepareDataDir } from "#server/database/embedded/data-dir.ts";
import { startEmbedded } from "#server/database/embedded/embedded.ts";
import { EMBEDDED_DATABASE, prepareEmbedded } from "#server/database/open-database.ts";
import { stopPostmaster } from "#server/database/embedded/postmaster.ts";
import { commandLine, isAlive } from "#server/database/embedded/process-probe.ts";
import { createLogger } from "#server/kit/log.ts";

/** How a PostgreSQL server of its own is reached. */
export type ScratchServer = {
  readonly socketDir: string;
  readonly port: number;
  readonly secret: string;
};

export type ScratchPostgres = {
  readonly server: ScratchServer;
  /** Connects to its prepared database. */
  readonly connect: Connect;
  /** Ends it and removes its files. */
  readonly stop: () => Promise<void>;
};

const FOLDER_PREFIX = "reign-db-test-";
/** Long enough for the password checks, known to nobody outside this run. */
const SECRET = `test-${crypto.randomUUID()}`;

/**
 * Starts one embedded PostgreSQL in a temporary folder and prepares its database: boot SQL, auth,
 * storage, migrations. Without fsync: what is lost in a crash here is nobody's.
 */
export async function startScratchPostgres(): Promise<ScratchPostgres> {
  await removeLeftovers();
  const dataDir = mkdtempSync(join(tmpdir(), `${FOLDER_PREFIX}${process.pid}-`));
  prepareDataDir(dataDir);
  const log = createLogger("silent");
  const server = await startEmbedded({
    dataDir,
    secret: SECRET,
    requestedUid: null,
    log,
    extraSettings: { fsync: "off", max_connections: "200" },
  });
  const stop = async (): Promise<void> => {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    if (server.address.kind !== "socket") throw new Error("The embedded server has no socket.");
    const connect = connector(server.address, SECRET, EMBEDDED_DATABASE);
    await prepareEmbedded(connect, SECRET, { log });
    const { directory, port } = server.address;
    return { server: { socketDir: directory, port, secret: SECRET }, connect, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Ends servers of runs that were killed before they could clean up. */
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
