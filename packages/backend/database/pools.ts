import type { Sql, TransactionSql } from "postgres";
import type { ApiRole } from "./caller.ts";
import { IN_PROCESS } from "@reign-tv/kit/http/client-address.ts";
import { limitKey } from "@reign-tv/kit/http/limit-key.ts";
import type { Metrics } from "@reign-tv/kit/metrics.ts";
import type { Connect } from "./connection.ts";
import { type CallerRequest, type Database, SEARCH_PATH } from "./database.ts";
import { DatabaseUnavailableError, isDatabaseUnavailable } from "./database-errors.ts";
import {
  type ConnectionLimiter,
  createConnectionLimiter,
  type ConnectionRequest,
} from "./connection-limiter.ts";
import { withLivenessCheck } from "./with-liveness-check.ts";
import { isLeader } from "./leader-election.ts";

const CALLER_CONNECTIONS = 10;
/** Most connections of one client, and of costly statements of all clients together. */
const HOLDER_CONNECTIONS = 4;
const COSTLY_CONNECTIONS = 2;
const AUTH_CONNECTIONS = 4;
const STORAGE_CONNECTIONS = 4;
const REALTIME_CONNECTIONS = 2;
/** PostgreSQL then soon ends the session, and its locks, of a machine that vanished. */
const KEEP_ALIVE = { tcp_keepalives_idle: 5, tcp_keepalives_interval: 2, tcp_keepalives_count: 3 };
/** */
const QUEUE_LIMIT = 200;
const WAIT_LIMIT_MS = 2_000;
/** Requests have ended by then; after a lost connection postgres.js would wait for nothing. */
const CLOSE_LIMIT_S = 2;

/** SET ROLE does not apply a role's own statement_timeout, so every request sets it. */
const STATEMENT_TIMEOUT_MS: Readonly<Record<ApiRole, number>> = {
  anon: 3_000,
  authenticated: 5_000,
  service_role: 5_000,
};
const COSTLY_TIMEOUT_MS = 1_000;

type PoolsOptions = {
  readonly metrics?: Metrics | undefined;
  /** Role that starts a request's transaction when its session does not have it already. */
  readonly callerRole?: string | null;
};

/** Request of `asService`. */
const SERVICE_ROLE_REQUEST = {
  caller: {
    role: "service_role",
    claims: { role: "service_role" },
    userId: null,
    sessionId: null,
  },
  method: "POST",
  path: "/",
  headers: {},
  isReadOnly: false,
} as const satisfies CallerRequest;

/** Opens the pools on a prepared database; `onClose` runs after they are closed. */
export function openPools(
  connect: Connect,
  onClose: () => Promise<void>,
  { metrics, callerRole = null }: PoolsOptions = {},
): Database {
  const callers = connect("authenticator", { max: CALLER_CONNECTIONS, isPoolable: true });
  const settings = { statement_timeout: 5_000 };
  const auth = connect("supabase_auth_admin", { max: AUTH_CONNECTIONS, settings });
  const storage = connect("supabase_storage_admin", { max: STORAGE_CONNECTIONS, settings });
  const realtime = connect("supabase_realtime_admin", { max: REALTIME_CONNECTIONS, settings });
  const pings = connect("authenticator", { max: 1, fetchTypes: false, settings: KEEP_ALIVE });
  const limiter = createConnectionLimiter({
    maxConnections: CALLER_CONNECTIONS,
    connectionsPerHolder: HOLDER_CONNECTIONS,
    costlyConnections: COSTLY_CONNECTIONS,
    queueLimit: QUEUE_LIMIT,
    waitLimitMs: WAIT_LIMIT_MS,
  });
  const observe = registerPoolMetrics(metrics, limiter);
  metrics?.gauge(
    "server_leads",
    "1 for the one server that does what is done once for all on the database.",
    async () => ((await isLeader(pings)) ? 1 : 0),
  );
  const ping = singlePing(pings);
  let closing: Promise<void> | null = null;

  const close = async (): Promise<void> => {
    const pools = [callers, auth, storage, realtime, pings];
    await Promise.all(pools.map((pool) => pool.end({ timeout: CLOSE_LIMIT_S })));
    await onClose();
  };
  const asCaller: Database["asCaller"] = (request, work) =>
    withLivenessCheck(
      limiter.run(connectionRequestOf(request), () =>
        observe(request.caller.role, () => runAsCaller({ callers, callerRole }, request, work)),
      ),
      ping,
    );
  return {
    auth,
    storage,
    realtime,
    asCaller,
    asService: (work) => asCaller(SERVICE_ROLE_REQUEST, work),
    async listen(channel, { onNotice, onStart }) {
      await pings.listen(channel, onNotice, onStart);
    },
    leads: () => isLeader(pings),
    isReady: ping,
    close: () => (closing ??= close()),
  };
}

/** Registers the metrics of the callers' pool; returns a function that measures a transaction. */
function registerPoolMetrics(
  metrics: Metrics | undefined,
  limiter: ConnectionLimiter,
): <T>(role: ApiRole, work: () => Promise<T>) => Promise<T> {
  if (metrics === undefined) return (_, work) => work();
  metrics.gauge("db_pool_in_use", "Requests that hold a connection.", () => limiter.load().inUse);
  metrics.gauge("db_pool_waiting", "Requests that wait for one.", () => limiter.load().waiting);
  const seconds = metrics.histogram("db_query_seconds", "Transactions of requests, by their role.");
  return async (role, work) => {
    const startedMs = performance.now();
    try {
      return await work();
    } finally {
      seconds((performance.now() - startedMs) / 1_000, { name: role });
    }
  };
}

function connectionRequestOf({
  caller,
  clientAddress,
  isCostly = false,
}: CallerRequest): ConnectionRequest {
  const isOurs =
    caller.role === "service_role" || clientAddress === undefined || clientAddress === IN_PROCESS;
  return { holder: isOurs ? null : (caller.userId ?? limitKey(clientAddress)), isCostly };
}

function timeoutMsOf({ caller, isCostly = false }: CallerRequest): number {
  const timeoutMs = STATEMENT_TIMEOUT_MS[caller.role];
  return isCostly && caller.role !== "service_role"
    ? Math.min(COSTLY_TIMEOUT_MS, timeoutMs)
    : timeoutMs;
}

async function runAsCaller<T>(
  { callers, callerRole }: { callers: Sql; callerRole: string | null },
  request: CallerRequest,
  work: (sql: TransactionSql) => Promise<T>,
): Promise<T> {
  const outcome: { deliver?: () => T } = {};
  try {
    await callers.begin(request.isReadOnly ? "read only" : "", async (tx) => {
      // Sent together with the first statement of `work`: if it fails, the transaction is aborted, so nothing
      // ever runs as authenticator.
      const [, , , result] = await Promise.all([
        becomeCaller(tx, callerRole),
        prepare(tx, request),
        enterRole(tx, request),
        work(tx),
      ]);
      outcome.deliver = () => result;
    });
  } catch (error) {
    if (!(error instanceof DatabaseUnavailableError) && isDatabaseUnavailable(error)) {
      throw new DatabaseUnavailableError("08006", { cause: error });
    }
    throw error;
  }
  if (outcome.deliver === undefined) throw new Error("A transaction ended without its work.");
  return outcome.deliver();
}

async function becomeCaller(tx: TransactionSql, callerRole: string | null): Promise<void> {
  if (callerRole !== null) await tx`select set_config('role', ${callerRole}, true)`;
}

/** The driver sends a statement only when it is awaited. */
async function prepare(tx: TransactionSql, request: CallerRequest): Promise<void> {
  await request.prepare?.(tx);
}

async function enterRole(tx: TransactionSql, request: CallerRequest): Promise<void> {
  const { caller, method, path, headers } = request;
  await tx`
    select set_config('role', ${caller.role}, true),
           set_config('request.jwt.claims', ${JSON.stringify(caller.claims)}, true),
           set_config('request.method', ${method}, true),
           set_config('request.path', ${path}, true),
           set_config('request.headers', ${JSON.stringify(headers)}, true),
           set_config('search_path', ${pathText(request.searchPath ?? SEARCH_PATH)}, true),
           set_config('statement_timeout', ${String(timeoutMsOf(request))}, true)`;
}

function pathText(schemas: readonly string[]): string {
  return schemas.map((schema) => `"${schema.replaceAll('"', '""')}"`).join(", ");
}

/** One ping at a time, on a separate connection, so that health checks never wait for the pools. */
function singlePing(sql: Sql): (timeoutMs: number) => Promise<boolean> {
  let running: Promise<boolean> | null = null;
  const start = async (): Promise<boolean> => {
    try {
      await sql`select 1`;
      return true;
    } catch {
      return false;
    } finally {
      running = null;
    }
  };
  return async (timeoutMs) => {
    running ??= start();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<false>((resolve) => {
      timer = setTimeout(resolve, timeoutMs, false);
    });
    try {
      return await Promise.race([running, late]);
    } finally {
      clearTimeout(timer);
    }
  };
}
