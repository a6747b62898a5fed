import { DatabaseUnavailableError } from "./database-errors.ts";

/** A request for a connection. */
export type ConnectionRequest = {
  /** A client, which may hold only a share of all connections; null for the server itself. */
  readonly holder: string | null;
  /** The work may use all of its time limit, so few of its kind may run at once. */
  readonly isCostly: boolean;
};

/** Semaphore in front of a pool: limits running work, with a short queue. */
export type ConnectionLimiter = {
  run<T>(request: ConnectionRequest, work: () => Promise<T>): Promise<T>;
  /** Number of running and waiting requests. */
  load(): { readonly inUse: number; readonly waiting: number };
};

type Waiting = {
  readonly request: ConnectionRequest;
  readonly enter: () => void;
  readonly timer: NodeJS.Timeout;
};

type LimiterOptions = {
  readonly maxConnections: number;
  /** Most connections of one holder. */
  readonly connectionsPerHolder: number;
  /** Most connections of all costly work together; one holder has one of them. */
  readonly costlyConnections: number;
  readonly queueLimit: number;
  readonly waitLimitMs: number;
};

/** Share of the queue that one holder, or all costly work, may fill. */
const QUEUE_SHARE = 0.5;

/**
 * Creates the limiter of a pool. A slow database then does not fill memory, and one client's slow statements
 * do not delay the others.
 *
 * @returns a limiter whose `run` throws DatabaseUnavailableError "57014" when the queue is full or the wait
 * too long.
 */
export function createConnectionLimiter(options: LimiterOptions): ConnectionLimiter {
  const { maxConnections, connectionsPerHolder, costlyConnections, queueLimit, waitLimitMs } =
    options;
  const running = new Set<ConnectionRequest>();
  const queue = new Set<Waiting>();

  const mayEnter = ({ holder, isCostly }: ConnectionRequest): boolean => {
    if (running.size >= maxConnections) return false;
    const own = [...running].filter((request) => holder !== null && request.holder === holder);
    if (own.length >= connectionsPerHolder) return false;
    if (!isCostly) return true;
    const costly = [...running].filter((request) => request.isCostly);
    return costly.length < costlyConnections && !own.some((request) => request.isCostly);
  };
  const isQueueFull = ({ holder, isCostly }: ConnectionRequest): boolean => {
    const share = queueLimit * QUEUE_SHARE;
    const queued = [...queue].map(({ request }) => request);
    const own = queued.filter((request) => holder !== null && request.holder === holder);
    const costly = queued.filter((request) => isCostly && request.isCostly);
    return queue.size >= queueLimit || Math.max(own.length, costly.length) >= share;
  };
  const wait = (request: ConnectionRequest): Promise<void> => {
    if (isQueueFull(request)) throw new DatabaseUnavailableError("57014");
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        request,
        enter: resolve,
        timer: setTimeout(() => {
          queue.delete(waiting);
          reject(new DatabaseUnavailableError("57014"));
        }, waitLimitMs),
      };
      queue.add(waiting);
    });
  };
  /** One free connection can admit several waiting requests, so check them all. */
  const admit = (): void => {
    for (const waiting of queue) {
      if (running.size >= maxConnections) return;
      if (!mayEnter(waiting.request)) continue;
      queue.delete(waiting);
      clearTimeout(waiting.timer);
      running.add(waiting.request);
      waiting.enter();
    }
  };
  return {
    load: () => ({ inUse: running.size, waiting: queue.size }),
    async run({ holder, isCostly }, work) {
      // A separate object per request: one client may hold several connections.
      const request = { holder, isCostly };
      if (mayEnter(request)) running.add(request);
      else await wait(request);
      try {
        return await work();
      } finally {
        running.delete(request);
        admit();
      }
    },
  };
}
