import { AsyncLocalStorage } from "node:async_hooks";

/** Who answers for what the running code neither catches nor waits for. */
const owners = new AsyncLocalStorage<(error: unknown) => void>();

/** Runs code that is not the server's own; what it and whatever it began leave uncaught is told to `onStray`. */
export function captureErrors<T>(onStray: (error: unknown) => void, work: () => T): T {
  return owners.run(onStray, work);
}

/**
 * Lets an error that somebody answers for, a rejection that nobody waits for or an error of a timer,
 * end nothing else. What nobody answers for ends the process as before. Once for each process.
 */
export function handleUncaughtErrors(): void {
  process.on("unhandledRejection", (error) => {
    const onStray = owners.getStore();
    if (onStray === undefined) throw error;
    onStray(error);
  });
  process.on("uncaughtException", (error) => {
    const onStray = owners.getStore();
    if (onStray !== undefined) return onStray(error);
    process.stderr.write(`${error.stack ?? error.message}\n`);
    process.exit(1);
  });
}
