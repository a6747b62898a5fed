import { once } from "node:events";
import { Server } from "node:http";
import { resolve } from "node:path";
import { createAdaptorServer } from "@hono/node-server";
import { Hono } from "hono";
import type { Database } from "#backend/database/database.ts";
import { openDatabase } from "#backend/database/open-database.ts";
import { acceptSockets, isWebSocketUpgrade } from "@reign-tv/kit/http/web-sockets.ts";
import { logRequests } from "@reign-tv/kit/http/request-log.ts";
import { createLogger, type Logger } from "@reign-tv/kit/log.ts";
import { createBackend } from "./backend.ts";
import { BACKEND_DEFAULTS } from "./default-settings.ts";
import { loadKeys } from "./keys.ts";
import type { BackendSettings } from "./settings.ts";

export type StartBackendOptions = {
  /** Folder of database, keys and files; created when it is missing. */
  readonly dataDir: string;
  /** Folder of the migrations, `{14 digits}_{name}.sql`, which run at the start. */
  readonly migrations: string;
  /** Has a folder with an `index.ts` for each function; default: no functions. */
  readonly functions?: string;
  /** Variables of the functions besides SUPABASE_URL and the two keys. */
  readonly functionEnv?: Readonly<Record<string, string>>;
  /** Default 127.0.0.1. */
  readonly host?: string;
  /** 0 selects a free port. */
  readonly port: number;
  /** Replace the defaults; `siteUrl` is by default the URL of this server. */
  readonly settings?: Partial<Omit<BackendSettings, "dataDir">>;
  /** Default: warnings and errors on standard output. */
  readonly log?: Logger;
};

export type RunningBackend = {
  /** For `createClient(url, publishableKey)`. */
  readonly url: string;
  readonly publishableKey: string;
  /** Grants every right; for servers only. */
  readonly secretKey: string;
  readonly database: Database;
  /** Finishes running requests and stops the database. */
  close(): Promise<void>;
};

const DRAIN_MS = 10_000;

/** Opens database, keys and services in a folder and listens on a port. */
export async function startBackend(options: StartBackendOptions): Promise<RunningBackend> {
  const { host = "127.0.0.1", port, log = createLogger("warn") } = options;
  const dataDir = resolve(options.dataDir);
  const migrationsDir = resolve(options.migrations);
  const server = await listen(host, port);
  let database: Database | null = null;
  try {
    database = await openDatabase({ dataDir, databaseUrl: null, uid: null, migrationsDir, log });
    return await serveBackend(server, database, { ...options, dataDir, log });
  } catch (error) {
    await server.close(0);
    await database?.close();
    throw error;
  }
}

async function serveBackend(
  server: Listener,
  database: Database,
  options: StartBackendOptions & { readonly log: Logger },
): Promise<RunningBackend> {
  const { dataDir, functions, log } = options;
  const { url } = server;
  const now = Date.now;
  const keys = await loadKeys({ dataDir, now });
  const { publishableKey, secretKey } = keys;
  const backend = createBackend({
    database,
    settings: { ...BACKEND_DEFAULTS, siteUrl: url, ...options.settings, dataDir },
    keys,
    log,
    now,
    functionsDir: functions === undefined ? null : resolve(functions),
    functionEnv: () => ({
      SUPABASE_URL: url,
      SUPABASE_ANON_KEY: publishableKey,
      SUPABASE_SERVICE_ROLE_KEY: secretKey,
      ...options.functionEnv,
    }),
    functionFetch: fetch,
    isReloading: false,
  });
  const app = new Hono()
    .use(logRequests({ log, slowMs: Infinity, isAccessLogged: false }))
    .route("/", backend.app);
  server.serve(app.fetch);
  return {
    url,
    publishableKey,
    secretKey,
    database,
    async close() {
      await backend.startDraining();
      await server.close(DRAIN_MS);
      await backend.close();
      await database.close();
    },
  };
}

type Handler = (request: Request, env: object) => Response | Promise<Response>;

export type Listener = {
  readonly url: string;
  /** Replaces the response 503. */
  serve(handler: Handler): void;
  /** Stops listening and waits for running requests; cuts them off after `drainMs`. */
  close(drainMs: number): Promise<void>;
};

/** Listens for requests and sockets. The port is known before the app that serves it. */
export async function listen(host: string, port: number): Promise<Listener> {
  let handler: Handler = () => new Response("Starting", { status: 503 });
  const server = createAdaptorServer({
    fetch: (request, env) => handler(request, env),
    serverOptions: { shouldUpgradeCallback: isWebSocketUpgrade },
  });
  if (!(server instanceof Server)) throw new TypeError("The port takes an HTTP server.");
  acceptSockets(server, (request, env) => handler(request, env));
  server.listen(port, host);
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new TypeError("There is no port.");
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${address.port}`,
    serve(next) {
      handler = next;
    },
    async close(drainMs) {
      const closed = new Promise((done) => server.close(done));
      server.closeIdleConnections();
      const cut = setTimeout(() => server.closeAllConnections(), drainMs);
      await closed;
      clearTimeout(cut);
    },
  };
}
