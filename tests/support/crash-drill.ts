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

/** A writing server in its own process, to be killed. */
export type Writer = {
  /** Numbers whose commit the server acknowledged. */
  readonly acknowledged: readonly number[];
  /** Resolves after `count` more acknowledged rows. */
  untilWritten(count: number): Promise<void>;
  /** Sends SIGKILL to the server alone. PostgreSQL stays behind. */
  killServer(): Promise<void>;
};

export function makeDataDir(): string {
  const dataDir = mkdtempSync(join(tmpdir(), "crash-drill-"));
  // Searchable, so that PostgreSQL's account can reach the files below.
  chmodSync(dataDir, 0o711);
  return dataDir;
}

export function openHere(dataDir: string): Promise<Database> {
  return openDatabase({ dataDir, databaseUrl: null, uid: null, log: createLogger("silent") });
}

/**
 * Returns the pid of the postmaster that runs on the folder.
 *
 * @throws Error when the pid file is missing or empty: a signal to pid 0 would end the test process.
 */
export function postmasterPid(dataDir: string): number {
  const pid = Number(readFileSync(join(dataDir, "pg", "postmaster.pid"), "utf8").split("\n")[0]);
  if (!Number.isSafeInteger(pid) || pid <= 1) throw new Error("No postmaster has written its pid.");
  return pid;
}

/** Sends SIGKILL to PostgreSQL, as a power cut would. */
export async function killPostmaster(dataDir: string): Promise<void> {
  const pid = postmasterPid(dataDir);
  process.kill(pid, "SIGKILL");
  await waitForExit(pid, 10_000);
}

/** Removes the folder and ends every process that runs on it. */
export async function removeDataDir(dataDir: string): Promise<void> {
  try {
    if (isAlive(postmasterPid(dataDir))) await killPostmaster(dataDir);
  } catch {
    // No postmaster.pid: no PostgreSQL runs.
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
