import { Hono } from "hono";
import { type AuthOverrides, createAuth } from "./auth/auth.ts";
import { createSessionLiveness } from "./auth/store/session-liveness.ts";
import type { Logger } from "@reign-tv/kit/log.ts";
import type { BackendDeps } from "./context.ts";
import { createFunctionsHost, type FunctionsHostOptions } from "./functions/host.ts";
import { createGateway } from "./gateway/gateway.ts";
import { createRateLimits, type RateLimits } from "./gateway/rate-limits.ts";
import { MOUNTS } from "./gateway/routes.ts";
import {
  createSharedRateCounters,
  type SharedRateCounters,
} from "./gateway/shared-rate-counters.ts";
import { createRealtime } from "./realtime/realtime.ts";
import { createRest } from "./rest/rest.ts";
import { createStorage, startStorageCleanup } from "./storage/storage.ts";

export type BackendOptions = BackendDeps &
  FunctionsHostOptions & {
    /** Delays sign-ups; replaced in tests. */
    readonly wait?: (delayMs: number) => Promise<unknown>;
    /** Other servers may use the database: share the rate limits with them. */
    readonly hasOthers?: boolean;
    readonly auth?: AuthOverrides;
  };

export type Backend = {
  /**
   * Serves /auth/v1, /rest/v1, /storage/v1, /functions/v1 and /realtime/v1; mount it with
   * `route("/", app)`.
   */
  readonly app: Hono;
  /** Sends an event to the sockets of this process on a private realtime topic. */
  tell(topic: string, event: string, payload: object): void;
  /** Asks realtime clients to reconnect elsewhere. Call it before the server stops listening. */
  startDraining(): Promise<void>;
  /**
   * Waits up to 10 s for requests and up to 3 s for background work of functions. Does not
   * close the database.
   */
  close(): Promise<void>;
};

const DRAIN_LIMIT_MS = 10_000;
/** The whole shutdown has 15 seconds. */
const BACKGROUND_LIMIT_MS = 3_000;

/** Creates the backend: its five services behind one gateway, without global state. */
export function createBackend(options: BackendOptions): Backend {
  const { database, settings, keys, log, now, report, metrics } = options;
  const deps: BackendDeps = { database, settings, keys, log, now, report, metrics };
  const sharedCounters = options.hasOthers === true ? createSharedRateCounters(deps) : null;
  const limits = createRateLimits({
    factor: settings.rateLimitFactor,
    wait: options.wait,
    shared: sharedCounters,
  });
  if (sharedCounters !== null) subscribeToCounts(sharedCounters, limits, log);
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
  const cleanup = startStorageCleanup(deps);
  return {
    app,
    tell: (topic, event, payload) => realtime.tell(topic, event, payload),
    startDraining: () => realtime.stop(),
    async close() {
      await gateway.drain(DRAIN_LIMIT_MS);
      await functions.settle(BACKGROUND_LIMIT_MS);
      await realtime.close();
      await cleanup.stop();
      await sharedCounters?.close();
    },
  };
}

function subscribeToCounts(
  sharedCounters: SharedRateCounters,
  limits: RateLimits,
  log: Logger,
): void {
  sharedCounters
    .subscribe((...count) => limits.addRemoteCount(...count))
    .catch((error: unknown) => log.warn({ event: "rate_counts_not_heard", err: error }));
}
