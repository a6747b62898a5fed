import { AsyncLocalStorage } from "node:async_hooks";

/** What functions go on with after they have answered. */
export type BackgroundWork = {
  /** Keeps an eye on work until it ends; how it fails is told, and fails nothing else. */
  add(work: Promise<unknown>, onFault: (error: unknown) => void): void;
  /** Resolves when all of it has ended, or after the limit. */
  settle(limitMs: number): Promise<void>;
};

export function createBackgroundWork(): BackgroundWork {
  const running = new Set<Promise<void>>();
  return {
    add(work, onFault) {
      const watched = work.then(() => undefined, onFault).finally(() => running.delete(watched));
      running.add(watched);
    },
    async settle(limitMs) {
      let timer: NodeJS.Timeout | undefined;
      const limit = new Promise<"late">((resolve) => {
        timer = setTimeout(resolve, limitMs, "late");
      });
      // Work may begin further work.
      while (running.size > 0) {
        if ((await Promise.race([Promise.all(running), limit])) === "late") break;
      }
      clearTimeout(timer);
    },
  };
}

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

/** Said instead of a function's own fault, which the HTTP server would write to its client. */
const BROKEN_OFF = "The function's answer broke off";

/**
 * Keeps the fault of a function whose answer breaks off halfway out of that answer. Answers of
 * JSON come whole and pass as they are.
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
        controller.error(new Error(BROKEN_OFF));
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
  return new Response(body, response);
}
