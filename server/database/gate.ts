import { DatabaseUnavailableError } from "./failure.ts";

/** Admits as many at once as there are connections; the rest waits in a short line. */
export type Gate = { run<T>(work: () => Promise<T>): Promise<T> };

type Waiting = { readonly enter: () => void; readonly timer: NodeJS.Timeout };

/**
 * Makes a gate in front of a pool, so that a slow database fills neither memory nor patience.
 *
 * @returns a gate whose `run` throws DatabaseUnavailableError "57014" when the line is full or the
 *   wait too long.
 */
export function createGate(options: {
  readonly places: number;
  readonly queueLimit: number;
  readonly waitLimitMs: number;
}): Gate {
  const line = new Set<Waiting>();
  let free = options.places;

  const wait = (): Promise<void> => {
    if (line.size >= options.queueLimit) throw new DatabaseUnavailableError("57014");
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        enter: resolve,
        timer: setTimeout(() => {
          line.delete(waiting);
          reject(new DatabaseUnavailableError("57014"));
        }, options.waitLimitMs),
      };
      line.add(waiting);
    });
  };
  const leave = (): void => {
    const [next] = line;
    if (next === undefined) {
      free += 1;
      return;
    }
    line.delete(next);
    clearTimeout(next.timer);
    next.enter();
  };
  return {
    async run(work) {
      if (free > 0) free -= 1;
      else await wait();
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
}
