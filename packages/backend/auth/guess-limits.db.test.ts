import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { Hono } from "hono";
import type { BackendDeps, BackendEnv } from "#backend/context.ts";
import { loadKeys } from "#backend/keys.ts";
import { createLogger } from "@reign-tv/kit/log.ts";
import { requestContextOf } from "@reign-tv/kit/http/request-context.ts";
import { backendSettings } from "#backend/testing/settings.ts";
import { createTestDatabase, type TestDatabase } from "#backend/testing/test-database.ts";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freshAddress } from "./auth-client.fixture.ts";
import { createAuth } from "./auth.ts";
import { DUMMY_HASH, type PasswordHasher } from "./passwords/hash-password.ts";

const RIGHT = "kettle-mistral-47";

/** A hasher that only counts, so that thousands of attempts are fast. */
function countingHasher(): PasswordHasher & { readonly verified: string[]; hashes: number } {
  const counter = {
    verified: new Array<string>(),
    hashes: 0,
    hash(password: string) {
      counter.hashes += 1;
      return Promise.resolve(`${DUMMY_HASH}${password}`);
    },
    verify(password: string, hash: string) {
      counter.verified.push(hash);
      return Promise.resolve(hash === `${DUMMY_HASH}${password}`);
    },
    waiting: () => 0,
  };
  return counter;
}

describe("password attempts", () => {
  let database: TestDatabase;
  let folder: string;
  let nowMs = Date.UTC(2025, 5, 1);
  let hasher: ReturnType<typeof countingHasher>;
  let app: Hono<BackendEnv>;

  let owner: string;

  beforeAll(async () => {
    database = await createTestDatabase();
    folder = mkdtempSync(join(tmpdir(), "guess-test-"));
  });
  afterAll(async () => {
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  });
  beforeEach(async () => {
    hasher = countingHasher();
    app = await startService();
    owner = freshAddress();
    await ask("/signup", { email: owner, password: RIGHT }, "192.0.2.1");
    hasher.hashes = 0;
  });

  /** Starts the service behind a fake gateway that trusts a header. */
  async function startService(): Promise<Hono<BackendEnv>> {
    const now = (): number => nowMs;
    const deps: BackendDeps = {
      database: database.database,
      settings: backendSettings({ siteUrl: "https://site.example", dataDir: folder }),
      keys: await loadKeys({ dataDir: folder, now }),
      log: createLogger("silent"),
      now,
    };
    const outer = new Hono<BackendEnv>();
    outer.use(async (c, next) => {
      const caller = {
        role: "anon",
        claims: { role: "anon" },
        userId: null,
        sessionId: null,
      } as const;
      c.set("caller", caller);
      c.set("requestId", "r");
      c.set("facts", requestContextOf(c.req.raw));
      c.set("clientAddress", c.req.header("x-test-address") ?? "");
      await next();
    });
    outer.route("/", createAuth(deps, { hasher, outbox: { send: () => undefined } }));
    return outer;
  }

  function ask(path: string, body: unknown, address: string): Promise<Response> {
    return Promise.resolve(
      app.request(path, {
        method: "POST",
        headers: { "content-type": "application/json", "x-test-address": address },
        body: JSON.stringify(body),
      }),
    );
  }

  function attempt(password: string, address: string, email = owner): Promise<Response> {
    return ask("/token?grant_type=password", { email, password }, address);
  }

  it("cost one hash for a known, an unknown and a passwordless account (R-03, S-02)", async () => {
    await ask("/otp", { email: "waiting@example.org" }, "192.0.2.1");
    for (const email of [owner, "nobody@example.org", "waiting@example.org"]) {
      hasher.verified.length = 0;
      expect((await attempt("wrong", "198.51.100.9", email)).status).toBe(400);
      expect(hasher.verified).toHaveLength(1);
      expect(hasher.hashes).toBe(0);
    }
  });

  it("are free ten times, then delayed by 1, 2, 4 ... 60 seconds", async () => {
    for (let count = 0; count < 10; count += 1) {
      expect((await attempt("wrong", "198.51.100.9")).status).toBe(400);
    }
    for (const waitS of [1, 2, 4, 8, 16, 32, 60, 60]) {
      const rejected = await attempt("wrong", "198.51.100.9");
      expect(rejected.status).toBe(429);
      expect(rejected.headers.get("retry-after")).toBe(String(waitS));
      expect(await rejected.json()).toMatchObject({
        error_code: "over_request_rate_limit",
        msg: "Request rate limit reached",
      });
      nowMs += waitS * 1_000;
      expect((await attempt("wrong", "198.51.100.9")).status).toBe(400);
    }
    nowMs += 15 * 60_000;
    for (let count = 0; count < 10; count += 1) {
      expect((await attempt("wrong", "198.51.100.9")).status).toBe(400);
    }
  });

  it("are not blocked for hours when the clock was ahead and is corrected", async () => {
    const right = nowMs;
    nowMs += 6 * 60 * 60_000;
    for (let count = 0; count < 14; count += 1) await attempt("wrong", "198.51.100.9");
    expect((await attempt(RIGHT, "198.51.100.9")).status).toBe(429);
    nowMs = right;
    expect((await attempt(RIGHT, "198.51.100.9")).status).toBe(200);
  });

  it("are counted one by one when they run in parallel", async () => {
    const replies = await Promise.all(
      Array.from({ length: 40 }, () => attempt("wrong", "198.51.100.9")),
    );
    expect(replies.filter(({ status }) => status === 400)).toHaveLength(10);
    expect(hasher.verified).toHaveLength(10);
  });

  it("are counted alike for an email address without an account", async () => {
    for (let count = 0; count < 10; count += 1) {
      await attempt("wrong", "198.51.100.9", "stranger@example.org");
    }
    expect((await attempt("wrong", "198.51.100.9", "stranger@example.org")).status).toBe(429);
  });

  it("are hashed at most 100 of 300 times, and the owner still signs in", async () => {
    hasher.verified.length = 0;
    for (let count = 0; count < 300; count += 1) {
      await attempt("wrong", `198.51.${count % 250}.9`);
      nowMs += 61_000;
    }
    expect(hasher.verified.length).toBeLessThanOrEqual(100);
    expect((await attempt(RIGHT, "203.0.113.7")).status).toBe(429);
    expect((await attempt(RIGHT, "192.0.2.77")).status).toBe(200);
  });

  it("have a separate counter in the owner's trusted network", async () => {
    for (let count = 0; count < 10; count += 1) await attempt("wrong", "198.51.100.9");
    expect((await attempt(RIGHT, "198.51.100.9")).status).toBe(429);
    expect((await attempt("wrong", "192.0.2.1")).status).toBe(400);
    expect((await attempt(RIGHT, "192.0.2.1")).status).toBe(200);
  });

  it("start again after the right password", async () => {
    for (let round = 0; round < 3; round += 1) {
      for (let count = 0; count < 9; count += 1) await attempt("wrong", "192.0.2.1");
      expect((await attempt(RIGHT, "192.0.2.1")).status).toBe(200);
    }
  });

  it("stay counted over a restart, without IP or email in plain text", async () => {
    for (let count = 0; count < 10; count += 1) await attempt("wrong", "198.51.100.9");
    app = await startService();
    expect((await attempt("wrong", "198.51.100.9")).status).toBe(429);
    const rows = await database.admin`select to_jsonb(r)::text as row from auth.rate_counters r`;
    expect(JSON.stringify(rows)).not.toMatch(/example\.org|198\.51/);
  });

  it("do not count when a busy server has not checked them", async () => {
    const busy = Object.assign(new Error("busy"), { code: "53300" });
    hasher.verify = () => Promise.reject(busy);
    for (let count = 0; count < 12; count += 1) {
      expect((await attempt("wrong", "198.51.100.9")).status).toBe(503);
    }
  });
});
