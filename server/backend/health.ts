import { constants } from "node:fs";
import { access } from "node:fs/promises";
import { Hono } from "hono";
import { createRequestWay } from "#server/kit/http/client-address.ts";
import { hasBearer } from "#server/kit/http/bearer-token.ts";
import type { FaultRegistry } from "#server/kit/fault-registry.ts";
import type { Database } from "#server/database/database.ts";
import { readDiskSpace } from "#server/kit/files/disk-space.ts";

export type HealthOptions = {
  readonly database: Pick<Database, "isReady">;
  /** Name of that check: our own database, or a project elsewhere that stands for it. */
  readonly databaseName?: "database" | "project";
  readonly dataDir: string;
  /** True from SIGTERM on: balancers must send no more visitors. */
  readonly isDraining: () => boolean;
  readonly faults: Pick<FaultRegistry, "states">;
  /** Opens the details; null: nobody sees them. */
  readonly token: string | null;
  /** Proxies of TRUSTED_PROXY: the details tell whether the request came through one of them. */
  readonly trustedProxies: readonly string[];
  /** What else belongs to the details, by name. */
  readonly details?: () => Readonly<Record<string, unknown>>;
};

type Checks = Readonly<Record<string, boolean>>;

/** How a server is. */
export type HealthReport = {
  /** What it needs to serve, by name. */
  readonly checks: Checks;
  readonly components: ReturnType<FaultRegistry["states"]>;
  readonly details: Readonly<Record<string, unknown>>;
};

const PING_LIMIT_MS = 500;
/** Below this PostgreSQL may not be able to write its next log segments (16 MB each). */
const DISK_FLOOR_BYTES = 64 * 1024 * 1024;

/**
 * `/healthz`: the process answers, asked without the database. `/readyz`: it can also serve.
 * Migrations need no check of their own: a server whose database is not at its version never starts.
 *
 * Whoever sends METRICS_TOKEN as Bearer sees why, how the request came here, and which of the parts elsewhere
 * (the object store, mail, what the product uses) work. Those never make the server unready: it serves what it
 * has without them, and a balancer that took it away would make a fault elsewhere one of ours.
 */
export function createHealth(options: HealthOptions, report = healthReporter(options)): Hono {
  const app = new Hono();
  const wayOf = createRequestWay(options.trustedProxies);
  app.get("/healthz", (c) => c.json({ status: "ok" }, 200, { "cache-control": "no-store" }));
  app.get("/readyz", async (c) => {
    const { checks, components, details } = await report();
    const isReady = Object.values(checks).every(Boolean);
    const status = isReady ? "ready" : "not ready";
    const isOpen = hasBearer(c.req.header("authorization"), options.token);
    const body = isOpen
      ? { status, checks, components, request: wayOf(c), ...details }
      : { status };
    return c.json(body, isReady ? 200 : 503, { "cache-control": "no-store" });
  });
  return app;
}

/** Reports how the server is. */
export function healthReporter(options: HealthOptions): () => Promise<HealthReport> {
  return async () => ({
    checks: await runChecks(options),
    components: options.faults.states(),
    details: options.details?.() ?? {},
  });
}

async function runChecks({
  database,
  databaseName = "database",
  dataDir,
  isDraining,
}: HealthOptions): Promise<Checks> {
  const [isDatabaseReady, disk, storage] = await Promise.all([
    database.isReady(PING_LIMIT_MS),
    hasRoom(dataDir),
    isWritable(dataDir),
  ]);
  return { [databaseName]: isDatabaseReady, disk, storage, running: !isDraining() };
}

async function hasRoom(dataDir: string): Promise<boolean> {
  try {
    return (await readDiskSpace(dataDir)).freeBytes >= DISK_FLOOR_BYTES;
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
