import { AsyncLocalStorage } from "node:async_hooks";

type WaitUntil = (work: Promise<unknown>) => void;

/** Of the function whose code runs, in whatever it began. */
const running = new AsyncLocalStorage<WaitUntil>();

/** Runs code of a function, whose calls of `EdgeRuntime.waitUntil` reach `waitUntil`. */
export function inEdgeRuntime<T>(waitUntil: WaitUntil, work: () => T): T {
  return running.run(waitUntil, work);
}

/**
 * Gives functions `EdgeRuntime.waitUntil`, the global by which Supabase's runtime is asked to let work
 * end that goes on after the answer. Outside of functions it changes nothing.
 */
export function provideEdgeRuntime(): void {
  const waitUntil = <T>(work: Promise<T>): Promise<T> => {
    running.getStore()?.(work);
    return work;
  };
  Object.assign(globalThis, { EdgeRuntime: { waitUntil } });
}
