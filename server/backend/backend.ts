import { Hono } from "hono";
import { type AuthOverrides, createAuth } from "./auth/auth.ts";
import { createSessionLiveness } from "./auth/store/session-liveness.ts";
import type { Logger } from "#server/kit/log.ts";
import type { BackendDeps } from "./context.ts";
import { createFunctionsHost, type FunctionsHostOptions } from "./functions/host.ts";
import { createGateway } from "./gateway/gateway.ts";
import { createRateLimits, type RateLimits } from "./gateway/rate-limits.ts";
import { MOUNTS } from "./gateway/routes.ts";
import { createSharedCounts, type SharedRateCounters } from "./gateway/shared-rate-counters.ts";
import { createRealtime } from "./realtime/realtime.ts";
import { createRest } from "./rest/rest.ts";
import { createStorage, startStorageCleanup } from "./storage/storage.ts";

export type BackendOptions = BackendDeps &
  FunctionsHostOptions & {
    /** Slows sign-ups down; tests pass one that does not wait. */
    readonly wait?: (delayMs: number) => Promise<unknown>;
    /** Other servers may stand on the database: limits count for all of them together. */
    readonly hasOthers?: boolean;
    readonly auth?: AuthOverrides;
  };

export type Backend = {
  /** Answers /auth/v1, /rest/v1, /storage/v1, /functions/v1 and /realtime/v1; mount it with `route("/", app)`. */
  readonly app: Hono;
  /** Tells the open sockets of this process on a private topic of realtime. */
  tell(topic: string, event: string, payload: object): void;
  /** Asks whoever has a socket to come back elsewhere; call it before the port is closed. */
  startDraining(): Promise<void>;
  /** Waits for requests that run, 10 s at most, and what functions do after them, 3 s at most; the database is closed by its opener. */
  close(): Promise<void>;
};

const DRAIN_LIMIT_MS = 10_000;
/** What functions do after their answers; the whole end of a server has 15 seconds. */
const BACKGROUND_LIMIT_MS = 3_000;

/** Builds the backend from its parts: one gateway in front, nothing global. */
export function createBackend(options: BackendOptions): Backend {
  const { database, settings, keys, log, now, report, metrics } = options;
  const deps: BackendDeps = { database, settings, keys, log, now, report, metrics };
  const shared = options.hasOthers === true ? createSharedCounts(deps) : null;
  const limits = createRateLimits({
    factor: settings.rateLimitFactor,
    wait: options.wait,
    shared,
  });
  if (shared !== null) followCounts(shared, limits, log);
  const liveness = createSessionLiveness(deps);
  const realtime = createRealtime(deps, liveness);
  const functions = createFunctionsHost({ ...deps, limits }, options);
  const gateway = createGateway(deps, {
    auth: createAuth(deps, options.auth),
    rest: createRest(deps),
    storage: createStorage(deps),
    functions,
    realtime: realtime.app,
    liveness,
    limits,
  });
  const app = new Hono();
  for (const mount of Object.values(MOUNTS)) {
    app.all(`${mount}/*`, (c) => gateway.app.fetch(c.req.raw, c.env));
  }
  const storageCleanup = startStorageCleanup(deps);
  return {
    app,
    tell: (topic, event, payload) => realtime.tell(topic, event, payload),
    startDraining: () => realtime.stop(),
    async close() {
      await gateway.drain(DRAIN_LIMIT_MS);
      await functions.settle(BACKGROUND_LIMIT_MS);
      await realtime.close();
      await storageCleanup.stop();
      await shared?.close();
    },
  };
}

function followCounts(shared: SharedRateCounters, limits: RateLimits, log: Logger): void {
  shared
    .follow((...count) => limits.hear(...count))
    .catch((error: unknown) => log.warn({ event: "rate_counts_not_heard", err: error }));
}
