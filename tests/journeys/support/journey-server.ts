import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, renameSync, rmdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type ServerProcess, startServerProcess } from "#tests/support/server-process.ts";

const POLL_MS = 100;

type JourneyServerOptions = {
  /** Puts into its DATA_DIR what an earlier run would have left there. */
  readonly prepare?: (dataDir: string) => Promise<unknown>;
};

/**
 * Starts a server of a test's own. Its cluster is a copy of one that was made and migrated once for all
 * tests of a run, and its modules are compiled already: both take most of a first start.
 */
export async function startJourneyServer(
  variables: Readonly<Record<string, string>>,
  { prepare }: JourneyServerOptions = {},
): Promise<ServerProcess> {
  const runDir = process.env["E2E_DATA_DIR"] ?? "";
  const prepared = await preparedDataDir(runDir);
  return startServerProcess(
    { NODE_COMPILE_CACHE: compileCacheOf(runDir), ...variables },
    {
      async prepare(dataDir) {
        // Keeps the owner, whom PostgreSQL looks at.
        execFileSync("cp", ["-a", `${prepared}/.`, dataDir]);
        await prepare?.(dataDir);
      },
    },
  );
}

/** The first worker that asks prepares it; the folder is removed with that of the run's own server. */
async function preparedDataDir(runDir: string): Promise<string> {
  const prepared = join(runDir, "prepared");
  const preparing = join(runDir, "preparing");
  while (!existsSync(prepared)) {
    if (isMadeNow(preparing)) {
      await prepareDataDir(runDir, prepared).catch((error: unknown) => {
        rmdirSync(preparing);
        throw error;
      });
    } else await sleep(POLL_MS);
  }
  return prepared;
}

async function prepareDataDir(runDir: string, prepared: string): Promise<void> {
  const server = await startServerProcess({ NODE_COMPILE_CACHE: compileCacheOf(runDir) });
  const ended = once(server.child, "exit");
  server.child.kill("SIGTERM");
  await ended;
  renameSync(server.dataDir, prepared);
  await server.stop();
}

function compileCacheOf(runDir: string): string {
  return process.env["NODE_COMPILE_CACHE"] ?? join(runDir, "compiled");
}

/** Whether this call has made the folder: one worker alone does. */
function isMadeNow(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch {
    return false;
  }
}
