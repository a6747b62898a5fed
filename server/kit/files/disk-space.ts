import { statfsSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { StartError } from "#server/kit/start-error.ts";

/** The disk that a folder lies on. */
export type DiskSpace = {
  /** Free for this account. */
  readonly freeBytes: number;
  readonly sizeBytes: number;
};

type Blocks = { readonly bavail: number; readonly blocks: number; readonly bsize: number };

function spaceOf({ bavail, blocks, bsize }: Blocks): DiskSpace {
  return { freeBytes: bavail * bsize, sizeBytes: blocks * bsize };
}

/** @throws the error of the file system, as where there is no such folder. */
export async function readDiskSpace(folder: string): Promise<DiskSpace> {
  return spaceOf(await statfs(folder));
}

/** The same for starts and commands, which nobody waits beside. */
export function readDiskSpaceSync(folder: string): DiskSpace {
  return spaceOf(statfsSync(folder));
}

/** Whole megabytes, as people are told them. */
export function megabytes(bytes: number): number {
  return Math.ceil(bytes / 1_000_000);
}

/**
 * Holds work back that would take a disk's last space.
 *
 * @param need.purpose what wants it, as the beginning of the sentence.
 * @param freeBytes what is free on the disk of the folder.
 * @throws StartError with what is wanted, what there is, and where.
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
