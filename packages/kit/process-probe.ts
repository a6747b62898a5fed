import { readFileSync } from "node:fs";

/**
 * Checks on other processes, from /proc where it exists. Pids are reused: the start time identifies a
 * process.
 */

const REAP_POLLS = 40;

/** Returns true when the process runs; a zombie counts as dead. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    const isForeign = error instanceof Error && "code" in error && error.code === "EPERM";
    if (!isForeign) return false;
  }
  return statFields(pid)?.[0] !== "Z";
}

/** Start of the process in clock ticks since boot; null without /proc. */
export function processStartTime(pid: number): string | null {
  return statFields(pid)?.[19] ?? null;
}

/** Arguments of the process; null without /proc. */
export function commandLine(pid: number): readonly string[] | null {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
  } catch {
    return null;
  }
}

/** Waits until the process is gone; false when it outlives the limit. */
export async function waitForExit(pid: number, limitMs: number): Promise<boolean> {
  const deadline = performance.now() + limitMs;
  while (isAlive(pid)) {
    if (performance.now() >= deadline) return false;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return true;
}

/**
 * Waits briefly until Node has reaped an ended child. If this process exits before, the zombie looks like a
 * running database.
 */
export async function waitForReap(pid: number): Promise<void> {
  for (let polls = 0; polls < REAP_POLLS && exists(pid); polls += 1) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

function exists(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Fields of /proc/{pid}/stat after the name, which may itself hold blanks and brackets. */
function statFields(pid: number): readonly string[] | null {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, "utf8");
    return line.slice(line.lastIndexOf(")") + 2).split(" ");
  } catch {
    return null;
  }
}
