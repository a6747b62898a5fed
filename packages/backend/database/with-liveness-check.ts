import { DatabaseUnavailableError } from "./database-errors.ts";

/** Longer than any statement may take (pools.ts): by then even a slow database has answered. */
const PING_AFTER_MS = 6_000;
const PING_LIMIT_MS = 1_000;

/**
 * Waits for work unless the database is unresponsive (stopped, its disk or machine gone), when its own time
 * limits do not run. The work keeps its connection until it ends.
 *
 * @param ping resolves whether the database answers within that many milliseconds.
 * @throws DatabaseUnavailableError "08006", and errors of the work.
 */
export function withLivenessCheck<T>(
  work: Promise<T>,
  ping: (timeoutMs: number) => Promise<boolean>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    let isOver = false;
    const poll = async (): Promise<void> => {
      const isAnswering = await ping(PING_LIMIT_MS);
      if (isOver) return;
      if (isAnswering) timer = setTimeout(() => void poll(), PING_AFTER_MS);
      else reject(new DatabaseUnavailableError("08006"));
    };
    let timer = setTimeout(() => void poll(), PING_AFTER_MS);
    const end = (): void => {
      isOver = true;
      clearTimeout(timer);
    };
    work.finally(end).then(resolve, reject);
  });
}
