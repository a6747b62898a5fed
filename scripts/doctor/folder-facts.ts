import { accessSync, constants, existsSync, statSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Whether this account may write a folder, or make it where it is not there yet.
 *
 * @param folder absolute; nothing is made.
 */
export function canBeWritten(folder: string): boolean {
  try {
    accessSync(nearest(folder), constants.W_OK | constants.X_OK);
    return statSync(nearest(folder)).isDirectory();
  } catch {
    return false;
  }
}

/** Number of the disk that a folder is on, or would be. */
export function deviceOf(folder: string): number {
  return statSync(nearest(folder)).dev;
}

/** The folder, or the nearest one above it that is there. */
function nearest(folder: string): string {
  return existsSync(folder) ? folder : nearest(dirname(folder));
}
