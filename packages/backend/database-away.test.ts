import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@supabase/supabase-js";
import { SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connector } from "#backend/database/connection.ts";
import { openPools } from "#backend/database/pools.ts";
import { createLogger } from "@reign-tv/kit/log.ts";
import { TEST_SITE, testSettings } from "#backend/testing/test-gateway.ts";
import { createBackend, type Backend } from "./backend.ts";
import type { BackendKeys } from "./context.ts";
import { loadKeys } from "./keys.ts";

/** Public: its role is the caller that the gateway verified. */
const FUNCTION = `export default { fetch: async (request) => Response.json(
  { role: request.headers.get("x-verified-role") }) };`;

/** F-04: pools that connect to a socket on which no server listens. */
describe("while the database is down", () => {
  let dataDir = "";
  let keys: BackendKeys;
  let backend: Backend;
  let close: () => Promise<void>;

  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), "away-"));
    mkdirSync(join(dataDir, "functions", "open"), { recursive: true });
    writeFileSync(join(dataDir, "functions", "open", "index.ts"), FUNCTION);
    writeFileSync(join(dataDir, "config.toml"), "[functions.open]\nverify_jwt = false\n");
    keys = await loadKeys({ dataDir, now: Date.now });
    const address = { kind: "socket", directory: dataDir, port: 5432 } as const;
    const database = openPools(connector(address, "secret", "none"), () => Promise.resolve());
    close = () => database.close();
    backend = createBackend({
      database,
      settings: testSettings(dataDir),
      keys,
      log: createLogger("silent"),
      now: Date.now,
      functionsDir: join(dataDir, "functions"),
      functionEnv: () => ({}),
      functionFetch: () => Promise.reject(new Error("no network")),
      isReloading: false,
    });
  });
  afterAll(async () => {
    await close();
    rmSync(dataDir, { recursive: true });
  });

  const session = () =>
    new SignJWT({ role: "authenticated", session_id: "22222222-2222-4222-8222-222222222222" })
      .setProtectedHeader({ alg: "ES256", kid: keys.signingKeyId })
      .setIssuer(`${TEST_SITE}/auth/v1`)
      .setAudience("authenticated")
      .setSubject("11111111-1111-4111-8111-111111111111")
      .setIssuedAt()
      .setExpirationTime("15m")
      .sign(keys.signingKey);
  const ask = async (path: string, headers: Record<string, string> = {}, body?: string) =>
    backend.app.request(`${TEST_SITE}${path}`, {
      headers: { apikey: keys.publishableKey, ...headers },
      ...(body === undefined ? {} : { method: "POST", body }),
    });

  it.each(["/rest/v1/profiles?select=id", "/storage/v1/bucket", "/auth/v1/user"])(
    "%s with a session gets 503 and Retry-After, never 401",
    async (path) => {
      const response = await ask(path, { authorization: `Bearer ${await session()}` });
      expect(response.status).toBe(503);
      expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
      expect(await response.text()).not.toMatch(/ENOENT|sock|postgres/i);
    },
  );

  it.each(["/rest/v1/profiles?select=id", "/storage/v1/object/public/avatars/x.png"])(
    "%s without a session gets 503",
    async (path) => {
      expect((await ask(path)).status).toBe(503);
    },
  );

  it("the client reports a retryable error and keeps the session", async () => {
    const client = createClient(TEST_SITE, keys.publishableKey, {
      auth: { persistSession: false, autoRefreshToken: false },
      global: { fetch: async (input, init) => backend.app.request(new Request(input, init)) },
    });
    const { error } = await client.auth.signInWithPassword({
      email: "anna@example.test",
      password: "a long enough passphrase",
    });
    expect(error?.name).toBe("AuthRetryableFetchError");
    expect(error?.status).toBe(503);
  });

  it("public functions serve signed-in users as anonymous", async () => {
    const headers = {
      "content-type": "application/json",
      authorization: `Bearer ${await session()}`,
    };
    const response = await ask("/functions/v1/open", headers, "{}");
    expect(await response.json()).toEqual({ role: "anon" });
  });
});
