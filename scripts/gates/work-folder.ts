import { existsSync, mkdirSync, readdirSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isAlive } from "#server/database/embedded/process-probe.ts";

/** A file system in memory, on Linux. */
const MEMORY_FOLDER = "/dev/shm";
/** A whole run holds about a third of it. */
const LEAST_BYTES = 4 * 1024 ** 3;
const PREFIX = "reign-gates-";

/**
 * Makes the folder for the temporary files of a run, in memory where there is space: tests create and delete data
 * directories of a thousand files each, which costs a file system on disk more than the tests.
 */
export function makeWorkFolder(): string {
  const parent = hasSpace(MEMORY_FOLDER) ? MEMORY_FOLDER : tmpdir();
  removeLeftovers(parent);
  const folder = join(parent, `${PREFIX}${process.pid}`);
  // PostgreSQL runs as another account when root runs the tests.
  mkdirSync(folder, { mode: 0o711 });
  return folder;
}

function hasSpace(folder: string): boolean {
  if (!existsSync(folder)) return false;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize >= LEAST_BYTES;
}

/** Removes folders of runs that were killed. */
function removeLeftovers(parent: string): void {
  for (const name of readdirSync(parent)) {
    if (!name.startsWith(PREFIX)) continue;
    if (isAlive(Number(name.slice(PREFIX.length)))) continue;
    rmSync(join(parent, name), { recursive: true, force: true });
  }
}
