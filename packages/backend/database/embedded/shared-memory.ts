import { readDiskSpaceSync } from "@reign-tv/kit/files/disk-space.ts";

const SHARED_MEMORY_FOLDER = "/dev/shm";
/** Default size in containers. */
const ENOUGH_BYTES = 64 * 1024 * 1024;

/**
 * Settings for initdb and PostgreSQL: if /dev/shm is small or missing, sessions share memory by files of the
 * cluster.
 */
export function sharedMemorySettings(
  folder: string = SHARED_MEMORY_FOLDER,
): Readonly<Record<string, string>> {
  if (process.platform !== "linux" || sizeOf(folder) >= ENOUGH_BYTES) return {};
  return { dynamic_shared_memory_type: "mmap" };
}

function sizeOf(folder: string): number {
  try {
    return readDiskSpaceSync(folder).sizeBytes;
  } catch {
    return 0;
  }
}
