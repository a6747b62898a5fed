import { constants } from "node:fs";
import { access } from "node:fs/promises";
import { Hono } from "hono";
import { createRequestPathReader } from "@reign-tv/kit/http/client-address.ts";
import { hasBearer } from "@reign-tv/kit/http/bearer-token.ts";
import type { FaultRegistry } from "@reign-tv/kit/fault-registry.ts";
import type { Database } from "#backend/database/database.ts";
import { readDiskSpace } from "@reign-tv/kit/files/disk-space.ts";
import { isWithin } from "@reign-tv/kit/durations.ts";

export type HealthOptions = {
  readonly database: Pick<Database, "isReady">;
  /** Name of the check: the embedded database or an external project. */
  readonly databaseName?: "database" | "project";
  readonly dataDir: string;
  /** True after SIGTERM: load balancers must send no new clients. */
  readonly isDraining: () => boolean;
  readonly faults: Pick<FaultRegistry, "states">;
  /** Grants access to the details; null disables them. */
  readonly token: string | null;
  /** Proxies of TRUSTED_PROXY; the details report whether the request came through one. */
  readonly trustedProxies: readonly string[];
  /** Further details by name. */
  readonly details?: () => Readonly<Record<string, unknown>>;
};

type Checks = Readonly<Record<string, boolean>>;

export type HealthReport = {
  /** Requirements to serve, by name. */
  readonly checks: Checks;
  readonly components: ReturnType<FaultRegistry["states"]>;
  readonly details: Readonly<Record<string, unknown>>;
};

export type Health = {
  readonly app: Hono;
  /** Runs the checks, as for the details of `/readyz`. */
  report(): Promise<HealthReport>;
};

const PING_TIMEOUT_MS = 500;
/** With less space PostgreSQL may fail to write its next WAL segments (16 MB each). */
const MIN_DISK_BYTES = 64 * 1024 * 1024;

/**
 * `/healthz`: the process is alive, checked without the database. `/readyz`: it can serve.
 * Migrations need no check: a server with a database of another version does not start.
 *
 * With METRICS_TOKEN as bearer token `/readyz` also returns the checks, the request's path and
 * the state of external services (object store, mail, services of the product). A failure there
 * does not make the server unready: it still serves most requests.
 */
export function createHealth(options: HealthOptions): Health {
  const app = new Hono();
  const report = async (): Promise<HealthReport> => ({
    checks: await runChecks(options),
    components: options.faults.states(),
    details: options.details?.() ?? {},
  });
  const pathOf = createRequestPathReader(options.trustedProxies);
  app.get("/healthz", (c) => c.json({ status: "ok" }, 200, { "cache-control": "no-store" }));
  app.get("/readyz", async (c) => {
    const { checks, components, details } = await report();
    const isReady = Object.values(checks).every(Boolean);
    const status = isReady ? "ready" : "not ready";
    const isOpen = hasBearer(c.req.header("authorization"), options.token);
    const body = isOpen
      ? { status, checks, components, request: pathOf(c), ...details }
      : { status };
    return c.json(body, isReady ? 200 : 503, { "cache-control": "no-store" });
  });
  return { app, report };
}

async function runChecks({
  database,
  databaseName = "database",
  dataDir,
  isDraining,
}: HealthOptions): Promise<Checks> {
  const [isDatabaseReady, disk, storage] = await Promise.all([
    database.isReady(PING_TIMEOUT_MS),
    hasDiskSpace(dataDir),
    isWritable(dataDir),
  ]);
  return { [databaseName]: isDatabaseReady, disk, storage, running: !isDraining() };
}

async function hasDiskSpace(dataDir: string): Promise<boolean> {
  try {
    return (await readDiskSpace(dataDir)).freeBytes >= MIN_DISK_BYTES;
  } catch {
    return false;
  }
}

async function isWritable(dataDir: string): Promise<boolean> {
  try {
    await access(dataDir, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Checks whether a Supabase project is reachable. Results are cached for 10 seconds. */
export type ProjectProbe = {
  /** Returns the cached result, else waits at most `timeoutMs` for a new one. */
  isReady(timeoutMs: number): Promise<boolean>;
};

const RESULT_TTL_MS = 10_000;
const PROBE_TIMEOUT_MS = 5_000;

/**
 * Creates the probe. It calls the project's auth service, which needs no session and reads no
 * table; any status below 500 counts.
 */
export function createProjectProbe(options: {
  readonly origin: string;
  readonly publishableKey: string;
  readonly fetch: typeof globalThis.fetch;
  readonly now: () => number;
}): ProjectProbe {
  const { origin, publishableKey, now } = options;
  let isReachable = false;
  let probedAtMs = Number.NEGATIVE_INFINITY;
  let probing: Promise<void> | null = null;

  async function probe(): Promise<void> {
    try {
      const response = await options.fetch(new URL("/auth/v1/health", origin), {
        headers: { apikey: publishableKey },
        signal: AbortSignal.timeout(PROBE_TIMEOUT_MS),
      });
      await response.body?.cancel();
      isReachable = response.status < 500;
    } catch {
      isReachable = false;
    }
    probedAtMs = now();
  }

  return {
    async isReady(timeoutMs) {
      if (isWithin(RESULT_TTL_MS, probedAtMs, now())) return isReachable;
      probing ??= probe().finally(() => (probing = null));
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, timeoutMs);
      });
      await Promise.race([probing, late]);
      clearTimeout(timer);
      return isReachable;
    },
  };
}
