import { AsyncLocalStorage } from "node:async_hooks";

/** Receives errors that escape a function: uncaught exceptions and unhandled rejections. */
const owners = new AsyncLocalStorage<(error: unknown) => void>();

/** Runs code that is not the server's own and reports its uncaught errors, also later ones, to `onStray`. */
export function captureErrors<T>(onStray: (error: unknown) => void, work: () => T): T {
  return owners.run(onStray, work);
}

/**
 * Reports errors of captured code to its owner instead of ending the process. Errors without an owner end it
 * as before. Call once per process.
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
