import { execFileSync, spawnSync } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type ServerProcess, startServerProcess } from "#tests/support/server-process.ts";

const POLL_MS = 100;

type JourneyServerOptions = {
  /** Puts into its DATA_DIR what an earlier run would have left there. */
  readonly prepare?: (dataDir: string) => Promise<unknown>;
};

/**
 * Starts a server of a test's own. Its cluster is a copy of one that was made and migrated once for all tests of a
 * run, its modules are compiled, and posters of the clips that another server of the run has encoded are there:
 * these take most of a first start and a first page.
 */
export async function startJourneyServer(
  variables: Readonly<Record<string, string>>,
  { prepare }: JourneyServerOptions = {},
): Promise<ServerProcess> {
  const runDir = process.env["E2E_DATA_DIR"] ?? "";
  const prepared = await preparedDataDir(runDir);
  const server = await startServerProcess(
    { NODE_COMPILE_CACHE: compileCacheOf(runDir), ...variables },
    {
      async prepare(dataDir) {
        for (const name of readdirSync(prepared)) {
          // Keeps the owner, whom PostgreSQL looks at. Its programs are never written and need no copy.
          const flag = name.startsWith("postgres-") ? "-al" : "-a";
          execFileSync("cp", [flag, join(prepared, name), dataDir]);
        }
        shareEncodedPosters(runDir, dataDir);
        await prepare?.(dataDir);
      },
    },
  );
  return {
    ...server,
    stop() {
      shareEncodedPosters(server.dataDir, runDir);
      return server.stop();
    },
  };
}

/** Links are whole files from the first moment, so other servers of the run read no half ones. */
function shareEncodedPosters(from: string, to: string): void {
  const posters = join(from, "images", "clip");
  if (!existsSync(posters)) return;
  mkdirSync(join(to, "images"), { recursive: true });
  // Two workers may link the same file; the loser finds it there, and nothing depends on all of them.
  spawnSync("cp", ["-aln", posters, join(to, "images")]);
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
  // Nothing has to survive a crash, so nothing waits for the disk.
  appendFileSync(join(server.dataDir, "pg", "postgresql.auto.conf"), "fsync = off\n");
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
