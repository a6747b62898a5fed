import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isAlive, waitForExit } from "@reign-tv/kit/process-probe.ts";

export function makeDataDir(): string {
  const dataDir = mkdtempSync(join(tmpdir(), "crash-drill-"));
  // Searchable, so that PostgreSQL's account can reach the files below.
  chmodSync(dataDir, 0o711);
  return dataDir;
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
