import { AsyncLocalStorage } from "node:async_hooks";

/** Receives errors that escape a function: uncaught exceptions and unhandled rejections. */
const owners = new AsyncLocalStorage<(error: unknown) => void>();

/** Runs code that is not the server's own and reports its uncaught errors, also later ones, to `onUncaught`. */
export function captureErrors<T>(onUncaught: (error: unknown) => void, work: () => T): T {
  return owners.run(onUncaught, work);
}

/**
 * Reports errors of captured code to its owner instead of ending the process. Errors without an owner end it
 * as before. Call once per process.
 */
export function handleUncaughtErrors(): void {
  process.on("unhandledRejection", (error) => {
    const onUncaught = owners.getStore();
    if (onUncaught === undefined) throw error;
    onUncaught(error);
  });
  process.on("uncaughtException", (error) => {
    const onUncaught = owners.getStore();
    if (onUncaught !== undefined) return onUncaught(error);
    process.stderr.write(`${error.stack ?? error.message}\n`);
    process.exit(1);
  });
}
