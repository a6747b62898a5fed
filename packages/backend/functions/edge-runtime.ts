import { AsyncLocalStorage } from "node:async_hooks";

/** Work of functions that continues after their response. */
export type BackgroundWork = {
  /** Tracks work until it ends. `onFault` receives its error. */
  add(work: Promise<unknown>, onFault: (error: unknown) => void): void;
  /** Resolves when all work has ended, or after the limit. */
  settle(limitMs: number): Promise<void>;
};

export function createBackgroundWork(): BackgroundWork {
  const running = new Set<Promise<void>>();
  return {
    add(work, onFault) {
      const tracked = work.then(() => undefined, onFault).finally(() => running.delete(tracked));
      running.add(tracked);
    },
    async settle(limitMs) {
      let timer: NodeJS.Timeout | undefined;
      const limit = new Promise<"late">((resolve) => {
        timer = setTimeout(resolve, limitMs, "late");
      });
      // Work may add further work.
      while (running.size > 0) {
        if ((await Promise.race([Promise.all(running), limit])) === "late") break;
      }
      clearTimeout(timer);
    },
  };
}

type WaitUntil = (work: Promise<unknown>) => void;

/** `waitUntil` of the running function, also for its callbacks. */
const running = new AsyncLocalStorage<WaitUntil>();

/** Runs a function's code; its calls of `EdgeRuntime.waitUntil` reach `waitUntil`. */
export function inEdgeRuntime<T>(waitUntil: WaitUntil, work: () => T): T {
  return running.run(waitUntil, work);
}

/**
 * Defines the global `EdgeRuntime.waitUntil` of Supabase's edge runtime, by which functions
 * register work that continues after the response. Has no effect outside functions.
 */
export function provideEdgeRuntime(): void {
  const waitUntil = <T>(work: Promise<T>): Promise<T> => {
    running.getStore()?.(work);
    return work;
  };
  Object.assign(globalThis, { EdgeRuntime: { waitUntil } });
}

/** Replaces the function's error, which the HTTP server would send to the client. */
const STREAM_FAILED_MESSAGE = "The function's answer broke off";

/**
 * Hides the error of a response stream that fails halfway. JSON responses are complete and
 * pass unchanged.
 */
export function guardResponse(response: Response, onFault: (error: unknown) => void): Response {
  const isJson = response.headers.get("content-type")?.startsWith("application/json") ?? false;
  if (isJson || response.body === null) return response;
  const reader = response.body.getReader();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (error) {
        onFault(error);
        controller.error(new Error(STREAM_FAILED_MESSAGE));
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
  return new Response(body, response);
}
