import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Hono } from "hono";
import type { Sql } from "postgres";
import { createBackend } from "#backend/backend.ts";
import type { BackendKeys } from "#backend/context.ts";
import type { BackendSettings } from "#backend/settings.ts";
import { logRequests } from "@reign-tv/kit/http/request-log.ts";
import { loadKeys } from "#backend/keys.ts";
import type { SharedSecret } from "#backend/shared-secret.ts";
import type { Database } from "#backend/database/database.ts";
import { createLogger, type Logger } from "@reign-tv/kit/log.ts";
import { listen } from "#backend/start-backend.ts";
import { backendSettings, createQuickHasher } from "./settings.ts";
import { createTestDatabase, type TestDatabase } from "./test-database.ts";

export type TestBackendOptions = {
  readonly settings?: Partial<BackendSettings>;
  /** Default: no functions. */
  readonly functionsDir?: string;
  readonly functionEnv?: Readonly<Record<string, string | undefined>>;
  readonly functionFetch?: typeof globalThis.fetch;
  readonly functionTimeLimitMs?: number;
  /** The test's own database; closed with the backend. */
  readonly testDatabase?: TestDatabase;
  /** The backend whose database and keys this one shares; closed after this one. */
  readonly sharedWith?: TestBackend;
  /** Rate limits are shared by all backends on the database. */
  readonly hasOthers?: boolean;
  /** Secret of a project that was moved here. */
  readonly sharedSecret?: SharedSecret;
  /** Silent when absent. */
  readonly log?: Logger;
  /** Hashes passwords at the full cost of R-02. */
  readonly hashesInEarnest?: boolean;
};

/** The whole backend on its own port, for the unmodified @supabase/supabase-js. */
export type TestBackend = {
  /** For `createClient(url, publishableKey)`. */
  readonly url: string;
  readonly publishableKey: string;
  readonly secretKey: string;
  readonly keys: BackendKeys;
  readonly database: Database;
  /** Superuser connection, for direct access to the tables. */
  readonly admin: Sql;
  /** Opens the same database as another server process does. */
  openAgain(): Database;
  readonly settings: BackendSettings;
  /** Folder of sent mails. */
  readonly mailDir: string;
  /** Sends a message to the sockets of this backend, as the product's routes do. */
  tell(topic: string, event: string, payload: object): void;
  /** Sets the backend's clock, which keeps running. */
  setNow(epochMs: number): void;
  advance(ms: number): void;
  close(): Promise<void>;
};

/** Starts a backend with a copy of the prepared database and an empty DATA_DIR. Sign-ups need no confirmation. */
export async function startTestBackend(options: TestBackendOptions = {}): Promise<TestBackend> {
  const dataDir = mkdtempSync(join(tmpdir(), "backend-test-"));
  const testDatabase = await ownDatabase(options);
  const prepared = testDatabase ?? sharedDatabase(options.sharedWith);
  const { database, admin } = prepared;
  let aheadMs = 0;
  const now = (): number => Date.now() + aheadMs;

  const server = await listen("127.0.0.1", 0);
  const { url } = server;
  const settings = backendSettings({
    siteUrl: url,
    dataDir,
    ...options.settings,
  });
  const { sharedSecret = null } = options;
  const keys = options.sharedWith?.keys ?? (await loadKeys({ dataDir, sharedSecret, now }));
  const backend = createBackend({
    database,
    settings,
    keys,
    log: options.log ?? createLogger("silent"),
    now,
    functionsDir: options.functionsDir ?? null,
    functionEnv: () => options.functionEnv ?? {},
    functionFetch: options.functionFetch ?? refuseOutbound,
    isReloading: false,
    hasOthers: options.hasOthers ?? false,
    wait: () => Promise.resolve(),
    auth: options.hashesInEarnest === true ? {} : { hasher: createQuickHasher() },
    ...(options.functionTimeLimitMs === undefined
      ? {}
      : { timeLimitMs: options.functionTimeLimitMs }),
  });
  const log = options.log ?? createLogger("silent");
  const app = new Hono()
    .use(logRequests({ log, slowMs: Infinity, isAccessLogged: false }))
    .route("/", backend.app);
  server.serve(app.fetch);
  return {
    url,
    publishableKey: keys.publishableKey,
    secretKey: keys.secretKey,
    keys,
    database,
    admin,
    openAgain: () => prepared.openAgain(),
    settings,
    mailDir: join(dataDir, "mail"),
    tell: (topic, event, payload) => backend.tell(topic, event, payload),
    setNow(epochMs) {
      aheadMs = epochMs - Date.now();
    },
    advance(ms) {
      aheadMs += ms;
    },
    async close() {
      await backend.startDraining();
      await server.close(0);
      await backend.close();
      await (testDatabase ?? database).close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Returns null for a backend that shares another's database. */
async function ownDatabase(options: TestBackendOptions): Promise<TestDatabase | null> {
  if (options.sharedWith !== undefined) return null;
  return options.testDatabase ?? createTestDatabase();
}

function sharedDatabase(
  other: TestBackend | undefined,
): Pick<TestBackend, "database" | "admin" | "openAgain"> {
  if (other === undefined) throw new Error("There is no backend to share a database with.");
  return { database: other.openAgain(), admin: other.admin, openAgain: () => other.openAgain() };
}

const refuseOutbound: typeof globalThis.fetch = () =>
  Promise.reject(new Error("Tests make no outbound calls."));
