import { spawn, type ChildProcess } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { Database } from "#server/database/database.ts";
import { openDatabase } from "#server/database/open-database.ts";
import { isAlive, waitForExit } from "#server/database/embedded/process-probe.ts";
import { createLogger } from "#server/kit/log.ts";

const WRITER = fileURLToPath(new URL("./database-writer.ts", import.meta.url));

/** A writing server in a process of its own, to be killed. */
export type Writer = {
  /** Numbers whose commit was acknowledged so far. */
  readonly acknowledged: readonly number[];
  /** Resolves after so many more acknowledged rows. */
  untilWritten(count: number): Promise<void>;
  /** kill -9 of the server alone; PostgreSQL is left behind. */
  killServer(): Promise<void>;
};

export function makeDataDir(): string {
  const dataDir = mkdtempSync(join(tmpdir(), "crash-drill-"));
  // As folders of services are: searchable, so that PostgreSQL's account reaches what is below.
  chmodSync(dataDir, 0o711);
  return dataDir;
}

/** Opens the embedded database of the folder in this process. */
export function openHere(dataDir: string): Promise<Database> {
  return openDatabase({ dataDir, databaseUrl: null, uid: null, log: createLogger("silent") });
}

/**
 * Pid of the postmaster that runs on the folder.
 *
 * @throws Error while its file is absent or not written yet: a signal to 0 would end whoever sends it.
 */
export function postmasterPid(dataDir: string): number {
  const pid = Number(readFileSync(join(dataDir, "pg", "postmaster.pid"), "utf8").split("\n")[0]);
  if (!Number.isSafeInteger(pid) || pid <= 1) throw new Error("No postmaster has written its pid.");
  return pid;
}

/** kill -9 of PostgreSQL as a power cut would leave it. */
export async function killPostmaster(dataDir: string): Promise<void> {
  const pid = postmasterPid(dataDir);
  process.kill(pid, "SIGKILL");
  await waitForExit(pid, 10_000);
}

/** Removes the folder and whatever still runs on it. */
export async function removeDataDir(dataDir: string): Promise<void> {
  try {
    if (isAlive(postmasterPid(dataDir))) await killPostmaster(dataDir);
  } catch {
    // No postmaster.pid: nothing runs.
  }
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 10 });
}

export async function startWriter(dataDir: string): Promise<Writer> {
  const child = spawn(process.execPath, [WRITER, dataDir], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const acknowledged: number[] = [];
  const waiting = new Set<() => void>();
  let isReady = false;
  createInterface({ input: child.stdout }).on("line", (line) => {
    if (line === "ready") isReady = true;
    else acknowledged.push(Number(line));
    for (const check of waiting) check();
  });
  const until = (condition: () => boolean): Promise<void> =>
    new Promise((resolve, reject) => {
      const check = (): void => {
        if (!condition()) return;
        waiting.delete(check);
        resolve();
      };
      waiting.add(check);
      child.once("exit", () => reject(new Error("The writer ended by itself.")));
      check();
    });
  await until(() => isReady);
  return {
    acknowledged,
    untilWritten(count) {
      const goal = acknowledged.length + count;
      return until(() => acknowledged.length >= goal);
    },
    killServer: () => kill(child),
  };
}

async function kill(child: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => child.once("close", resolve));
  child.kill("SIGKILL");
  await gone;
}
