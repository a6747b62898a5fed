import type { HlsConfig, Loader, LoaderCallbacks, LoaderContext } from "hls.js";
import { retryDelayMs } from "./retry-delay.ts";

type LoaderClass = HlsConfig["loader"];
type LoadSettings = Parameters<Loader<LoaderContext>["load"]>[1];

/**
 * Loader for one player's hls.js with exponential backoff for every kind of failure. Without it
 * hls.js repeats a segment request hundreds of times per second when no rendition is left.
 */
export function loaderWithBackoff(Base: LoaderClass): LoaderClass {
  // By kind: loaded playlists must not shorten the delay of segments.
  const backoffs = new Map<string, ReturnType<typeof createBackoff>>();

  return class extends Base {
    #timer: ReturnType<typeof setTimeout> | undefined;
    #waiting: (() => void) | null = null;

    override load(
      context: LoaderContext,
      settings: LoadSettings,
      callbacks: LoaderCallbacks<LoaderContext>,
    ): void {
      const backoff = backoffs.get(context.type) ?? createBackoff();
      backoffs.set(context.type, backoff);
      const start = (): void => {
        this.#waiting = null;
        super.load(context, settings, backoff.watched(callbacks));
      };
      const delayMs = backoff.delayMs();
      if (delayMs <= 0) return start();
      this.#waiting = () => callbacks.onAbort?.(this.stats, context, null);
      this.#timer = setTimeout(start, delayMs);
    }

    override abort(): void {
      const cancel = this.#stopWaiting();
      if (cancel) cancel();
      else super.abort();
    }

    override destroy(): void {
      this.#stopWaiting();
      super.destroy();
    }

    #stopWaiting(): (() => void) | null {
      clearTimeout(this.#timer);
      const cancel = this.#waiting;
      this.#waiting = null;
      return cancel;
    }
  };
}

function createBackoff() {
  let failures = 0;
  let failedAtMs = 0;

  function fail(): void {
    failures++;
    failedAtMs = performance.now();
  }

  return {
    delayMs(): number {
      if (failures === 0) return 0;
      return failedAtMs + retryDelayMs(failures) - performance.now();
    },
    watched(callbacks: LoaderCallbacks<LoaderContext>): LoaderCallbacks<LoaderContext> {
      return {
        ...callbacks,
        onSuccess(...answer) {
          failures = 0;
          callbacks.onSuccess(...answer);
        },
        onError(...failure) {
          fail();
          callbacks.onError(...failure);
        },
        onTimeout(...failure) {
          fail();
          callbacks.onTimeout(...failure);
        },
      };
    },
  };
}
