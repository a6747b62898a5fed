import { open } from "node:fs/promises";

/** Without this a name can be lost with the power although its file was synced. */
export async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
