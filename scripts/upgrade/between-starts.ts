import { setTimeout as sleep } from "node:timers/promises";
import { isServerRunning } from "#server/database/embedded/server-lock.ts";

const ATTEMPTS = 40;
const PAUSE_MS = 500;

/**
 * Does work that needs a stopped server, between the short lives of those that a supervisor starts and that
 * refuse the newer database.
 *
 * @throws what the work throws, once no server is in its way, or after 20 seconds.
 */
export async function betweenStarts(dataDir: string, work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await work();
      return;
    } catch (error) {
      if (attempt === ATTEMPTS || !isServerRunning(dataDir)) throw error;
      await sleep(PAUSE_MS);
    }
  }
}
