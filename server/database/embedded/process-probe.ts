import { readFileSync } from "node:fs";

/**
 * Questions about other processes, answered from /proc where there is one. A pid alone proves
 * nothing, because pids are used again: its start time tells two owners of one pid apart.
 */

const FAREWELL_POLLS = 40;

/** True when the process runs; a zombie counts as dead. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    const isForeign = error instanceof Error && "code" in error && error.code === "EPERM";
    if (!isForeign) return false;
  }
  return statFields(pid)?.[0] !== "Z";
}

/** Start of the process in clock ticks since boot; null where /proc does not tell. */
export function processStartTime(pid: number): string | null {
  return statFields(pid)?.[19] ?? null;
}

/** Arguments of the process; null where /proc does not tell. */
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
 * Waits, but not for long, until Node has taken leave of a child that ended. A process that exits before leaves
 * it to init as a zombie, which looks like a database that still runs.
 */
export async function waitForReap(pid: number): Promise<void> {
  for (let polls = 0; polls < FAREWELL_POLLS && exists(pid); polls += 1) {
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
