import { closeSync, openSync, readSync } from "node:fs";
import { endianness } from "node:os";
import { join } from "node:path";

const ID_BYTES = 8;

/**
 * Reads the identifier of a cluster that need not run: the first field of its control file, in this machine's
 * byte order.
 *
 * @returns a decimal number; null when there is no cluster.
 */
export function systemIdOf(clusterDir: string): string | null {
  const field = Buffer.alloc(ID_BYTES);
  try {
    const file = openSync(join(clusterDir, "global", "pg_control"), "r");
    try {
      readSync(file, field, 0, ID_BYTES, 0);
    } finally {
      closeSync(file);
    }
  } catch {
    return null;
  }
  const id = endianness() === "LE" ? field.readBigUInt64LE() : field.readBigUInt64BE();
  return id.toString();
}
