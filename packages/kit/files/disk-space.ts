import { statfsSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { StartError } from "#kit/start-error.ts";

/** Space of the disk that holds a folder. */
export type DiskSpace = {
  /** Free for this account. */
  readonly freeBytes: number;
  readonly sizeBytes: number;
};

type Blocks = { readonly bavail: number; readonly blocks: number; readonly bsize: number };

function spaceOf({ bavail, blocks, bsize }: Blocks): DiskSpace {
  return { freeBytes: bavail * bsize, sizeBytes: blocks * bsize };
}

/** @throws the error of the file system, for example when the folder does not exist. */
export async function readDiskSpace(folder: string): Promise<DiskSpace> {
  return spaceOf(await statfs(folder));
}

/** Blocking variant for starts and commands, where nothing else runs. */
export function readDiskSpaceSync(folder: string): DiskSpace {
  return spaceOf(statfsSync(folder));
}

export function megabytes(bytes: number): number {
  return Math.ceil(bytes / 1_000_000);
}

/**
 * Rejects work that would use up the last space of a disk.
 *
 * @param need.purpose begins the sentence of the error.
 * @param freeBytes free on the disk of the folder.
 * @throws StartError with the needed space, the free space and the folder.
 */
export function requireSpace(
  folder: string,
  need: { readonly purpose: string; readonly bytes: number },
  freeBytes = readDiskSpaceSync(folder).freeBytes,
): void {
  if (freeBytes >= need.bytes) return;
  throw new StartError(
    `${need.purpose} needs ${megabytes(need.bytes)} MB on the disk of ${folder}, which has ${megabytes(freeBytes)} MB free: make room there.`,
  );
}
