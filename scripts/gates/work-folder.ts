import { existsSync, mkdirSync, readdirSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isAlive } from "@reign-tv/kit/process-probe.ts";

/** A file system in memory, on Linux. */
const MEMORY_FOLDER = "/dev/shm";
/** A whole run uses about a third of it. */
const LEAST_BYTES = 4 * 1024 ** 3;
const PREFIX = "reign-gates-";

/**
 * Creates the folder for the temporary files of a run, in memory if there is space: tests create and delete
 * data directories of a thousand files each, which is slow on disk.
 */
export function makeWorkFolder(): string {
  const parent = hasSpace(MEMORY_FOLDER) ? MEMORY_FOLDER : tmpdir();
  removeLeftovers(parent);
  const folder = join(parent, `${PREFIX}${process.pid}`);
  // When root runs the tests, PostgreSQL uses another account.
  mkdirSync(folder, { mode: 0o711 });
  return folder;
}

function hasSpace(folder: string): boolean {
  if (!existsSync(folder)) return false;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize >= LEAST_BYTES;
}

/** Removes folders of killed runs. */
function removeLeftovers(parent: string): void {
  for (const name of readdirSync(parent)) {
    if (!name.startsWith(PREFIX)) continue;
    if (isAlive(Number(name.slice(PREFIX.length)))) continue;
    rmSync(join(parent, name), { recursive: true, force: true });
  }
}
