import { accessSync, constants, existsSync, statSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Returns true when this account may write a folder, or create it.
 *
 * @param folder absolute; not created.
 */
export function canBeWritten(folder: string): boolean {
  try {
    accessSync(nearest(folder), constants.W_OK | constants.X_OK);
    return statSync(nearest(folder)).isDirectory();
  } catch {
    return false;
  }
}

/** Device number of the disk of a folder, which need not exist. */
export function deviceOf(folder: string): number {
  return statSync(nearest(folder)).dev;
}

/** The folder, or its nearest existing ancestor. */
function nearest(folder: string): string {
  return existsSync(folder) ? folder : nearest(dirname(folder));
}
