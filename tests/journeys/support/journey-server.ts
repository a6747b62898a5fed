import { execFileSync, spawnSync } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type ServerProcess, startServerProcess } from "#tests/support/server-process.ts";

const POLL_MS = 100;

type JourneyServerOptions = {
  /** Puts files of an earlier run into DATA_DIR. */
  readonly prepare?: (dataDir: string) => Promise<unknown>;
};

/**
 * Starts a server for one test. It copies a migrated cluster of the run, uses compiled modules, and links posters
 * that another server of the run has encoded: these take most of a first start.
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
          // Preserves the owner, which PostgreSQL checks. Its binaries are never written and are hard-linked.
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

/** A linked poster is complete from the first moment, so no server reads a partial one. */
function shareEncodedPosters(from: string, to: string): void {
  const posters = join(from, "images", "clip");
  if (!existsSync(posters)) return;
  mkdirSync(join(to, "images"), { recursive: true });
  // Two workers may link the same file; the second `ln` fails harmlessly.
  spawnSync("cp", ["-aln", posters, join(to, "images")]);
}

/** The first worker prepares the folder. It is removed with that of the run's own server. */
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
  // Data may be lost in a crash, so nothing waits for the disk.
  appendFileSync(join(server.dataDir, "pg", "postgresql.auto.conf"), "fsync = off\n");
  renameSync(server.dataDir, prepared);
  await server.stop();
}

function compileCacheOf(runDir: string): string {
  return process.env["NODE_COMPILE_CACHE"] ?? join(runDir, "compiled");
}

/** Returns true when this call created the folder: only one worker does. */
function isMadeNow(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch {
    return false;
  }
}
