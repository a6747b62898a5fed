import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Hono } from "hono";
import { SignJWT } from "jose";
import type { BackendDeps, BackendEnv } from "#backend/context.ts";
import type { SessionLiveness } from "#backend/auth/store/session-liveness.ts";
import type { BackendSettings } from "#backend/settings.ts";
import { createFunctionsHost } from "#backend/functions/host.ts";
import { createGateway, type Gateway } from "#backend/gateway/gateway.ts";
import { createRateLimits } from "#backend/gateway/rate-limits.ts";
import { loadKeys } from "#backend/keys.ts";
import { postgres } from "#backend/database/driver.ts";
import { DatabaseUnavailableError } from "#backend/database/database-errors.ts";
import { createLogger } from "@reign-tv/kit/log.ts";
import { backendSettings } from "./settings.ts";

export const TEST_SITE = "http://127.0.0.1:3000";
/** The socket data that @hono/node-server passes on. */
export const TEST_PEER = { incoming: { socket: { remoteAddress: "203.0.113.9" } } };
export const TEST_USER = "11111111-1111-4111-8111-111111111111";
const LIVE_SESSION = "22222222-2222-4222-8222-222222222222";
export const ENDED_SESSION = "33333333-3333-4333-8333-333333333333";

/**
 * A gateway without a database. Each service echoes the caller that the gateway verified, as do two functions
 * ("open" without verify_jwt, "closed" with it).
 */
export type TestGateway = {
  readonly keys: BackendDeps["keys"];
  /** Headers with the publishable or the secret key. */
  readonly publishable: Readonly<Record<string, string>>;
  readonly secret: Readonly<Record<string, string>>;
  readonly logged: string[];
  ask(path: string, init?: RequestInit): Promise<Response>;
  /** Returns the same gateway with other settings. */
  rebuild(change?: Partial<BackendSettings>): Gateway;
  readonly liveness: SessionLiveness;
  /** Returns the dependencies of real services, of which no request may reach the database. */
  depsWithClosedDatabase(): BackendDeps;
  /** Signs a session token with changed claims; `exp` in seconds. */
  tokenOf(change?: Readonly<Record<string, unknown>>): Promise<string>;
  bearer(token: string): Record<string, string>;
  close(): void;
};

const FUNCTION = `export default { fetch: async (request: Request) => Response.json(
  { role: request.headers.get("x-verified-role"), id: request.headers.get("x-verified-user") },
  { headers: { "access-control-allow-origin": "*" } }) };`;

export async function createTestGateway(): Promise<TestGateway> {
  const folder = mkdtempSync(join(tmpdir(), "gateway-"));
  for (const name of ["open", "closed"]) {
    mkdirSync(join(folder, "functions", name), { recursive: true });
    writeFileSync(join(folder, "functions", name, "index.ts"), FUNCTION);
  }
  writeFileSync(join(folder, "config.toml"), "[functions.open]\nverify_jwt = false\n");
  const logged: string[] = [];
  const log = createLogger("info", { write: (line) => void logged.push(line) });
  const keys = await loadKeys({ dataDir: folder, now: Date.now });
  const publishable = { apikey: keys.publishableKey };

  const rebuild = (change: Partial<BackendSettings> = {}): Gateway => {
    const settings = { ...testSettings(folder), ...change };
    const deps: BackendDeps = { database: noDatabase, settings, keys, log, now: Date.now };
    const limits = createRateLimits({
      factor: settings.rateLimitFactor,
      wait: () => Promise.resolve(),
    });
    const functions = createFunctionsHost(
      { ...deps, limits },
      {
        functionsDir: join(folder, "functions"),
        functionEnv: () => ({}),
        functionFetch: fetch,
        isReloading: false,
      },
    );
    const echo = createEcho();
    const services = {
      auth: echo,
      rest: echo,
      storage: echo,
      realtime: echo,
      functions,
      liveness,
      limits,
    };
    return createGateway(deps, services);
  };
  const gateway = rebuild();
  const sql = postgres();
  return {
    keys,
    publishable,
    secret: { apikey: keys.secretKey },
    logged,
    rebuild,
    liveness,
    depsWithClosedDatabase: () => ({
      database: { ...noQueries, auth: sql, storage: sql, realtime: sql },
      settings: testSettings(folder),
      keys,
      log,
      now: Date.now,
    }),
    ask: async (path, init) => gateway.app.request(`${TEST_SITE}${path}`, init, TEST_PEER),
    tokenOf: (change = {}) =>
      new SignJWT({ role: "authenticated", session_id: LIVE_SESSION, ...change })
        .setProtectedHeader({ alg: "ES256", kid: keys.signingKeyId })
        .setIssuer(`${TEST_SITE}/auth/v1`)
        .setAudience("authenticated")
        .setSubject(TEST_USER)
        .setIssuedAt()
        .setExpirationTime(typeof change["exp"] === "number" ? change["exp"] : "15m")
        .sign(keys.signingKey),
    bearer: (token) => ({ ...publishable, authorization: `Bearer ${token}` }),
    close: () => rmSync(folder, { recursive: true }),
  };
}

function createEcho(): Hono<BackendEnv> {
  const app = new Hono<BackendEnv>();
  app.get("/fails", () => {
    throw new Error("select secret from nowhere");
  });
  app.get("/down", () => {
    throw new DatabaseUnavailableError("08006");
  });
  app.post("/read", async (c) => c.json({ body: await c.req.json() }));
  app.on(["GET", "POST", "PUT"], "/*", (c) => {
    const { role, userId } = c.get("caller");
    return c.json({ role, id: userId });
  });
  return app;
}

const liveness: SessionLiveness = {
  isLive: (id) => Promise.resolve(id === LIVE_SESSION),
  liveOf: () => Promise.resolve(new Set<string>()),
};

const noQueries = {
  asCaller: () => Promise.reject(new Error("no database")),
  asService: () => Promise.reject(new Error("no database")),
  listen: () => Promise.reject(new Error("no database")),
  leads: () => Promise.resolve(true),
  isReady: () => Promise.resolve(false),
  close: () => Promise.resolve(),
} satisfies Partial<BackendDeps["database"]>;

/** The gateway itself makes no queries: a query is an error. */
const noDatabase: BackendDeps["database"] = {
  ...noQueries,
  get auth(): never {
    throw new Error("no database");
  },
  get storage(): never {
    throw new Error("no database");
  },
  get realtime(): never {
    throw new Error("no database");
  },
};

/** Returns settings without a mail server, with limits that no test reaches. */
export function testSettings(dataDir: string): BackendSettings {
  return backendSettings({
    siteUrl: TEST_SITE,
    dataDir,
    corsOrigins: ["https://other.example"],
    rateLimitFactor: 1_000,
  });
}
