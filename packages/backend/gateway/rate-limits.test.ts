import { Hono } from "hono";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAuth } from "#backend/auth/auth.ts";
import type { BackendEnv } from "#backend/context.ts";
import { createRealtime } from "#backend/realtime/realtime.ts";
import { createStorage } from "#backend/storage/storage.ts";
import { createTestGateway, type TestGateway } from "#backend/testing/test-gateway.ts";
import type { Caller } from "#backend/database/caller.ts";
import { IN_PROCESS } from "@reign-tv/kit/http/client-address.ts";
import type { Part } from "./gateway-error.ts";
import {
  createRateLimits,
  limitsOf,
  perCaller,
  rateLimit,
  type LimitName,
  type Sender,
} from "./rate-limits.ts";

const anon: Caller = { role: "anon", claims: { role: "anon" }, userId: null, sessionId: null };
const member = (userId: string): Caller => ({
  role: "authenticated",
  claims: { role: "authenticated" },
  userId,
  sessionId: null,
});
const visitor: Sender = { caller: anon, clientAddress: "203.0.113.9" };

/** Returns how many of `tries` requests pass before the first 429. */
async function passing(
  names: readonly LimitName[],
  tries: number,
  { factor = 1, ...sender }: Partial<Sender> & { factor?: number } = {},
): Promise<number> {
  const limits = createRateLimits({ factor, wait: () => Promise.resolve() });
  for (let count = 0; count < tries; count += 1) {
    if ((await limits.check(names, { ...visitor, ...sender })) !== null) return count;
  }
  return tries;
}

describe("rate limits", () => {
  it.each<[LimitName, number]>([
    ["anonymous", 120],
    ["user", 300],
    ["functions", 120],
    ["password", 30],
    ["refresh", 150],
    ["signUp", 300],
    ["mail", 30],
    ["verify", 150],
    ["account", 300],
    ["upload", 10],
  ])("allow %s requests up to the number of R-60", async (name, limit) => {
    expect(await passing([name], limit + 5)).toBe(limit);
  });

  it.each<[string, readonly LimitName[], Partial<Sender>]>([
    ["routes without a limit", [], {}],
    ["calls inside the process", ["mail"], { clientAddress: IN_PROCESS }],
    ["the secret key", ["mail"], { caller: { ...anon, role: "service_role" } }],
  ])("ignore %s", async (_, names, sender) => {
    expect(await passing(names, 500, sender)).toBe(500);
  });

  it("are scaled by the factor", async () => {
    expect(await passing(["anonymous"], 1_000, { factor: 5 })).toBe(600);
    expect(await passing(["upload"], 10, { factor: 0.1 })).toBe(1);
  });

  it("return Retry-After", async () => {
    const limits = createRateLimits({ factor: 0.01, wait: () => Promise.resolve() });
    await limits.check(["anonymous"], visitor);
    const error = await limits.check(["anonymous"], visitor);
    expect(error).toMatchObject({ status: 429, message: "Request rate limit reached" });
    expect(error?.retryAfterS).toBeGreaterThan(0);
    expect(error?.retryAfterS).toBeLessThanOrEqual(60);
  });

  it("count an IPv6 network as one client, and separate IPs and users", async () => {
    const limits = createRateLimits({ factor: 1 / 300, wait: () => Promise.resolve() });
    const check = async (name: LimitName, sender: Partial<Sender>) =>
      (await limits.check([name], { ...visitor, ...sender })) === null;
    expect(await check("anonymous", { clientAddress: "2001:db8:1:2::1" })).toBe(true);
    expect(await check("anonymous", { clientAddress: "2001:db8:1:2:ffff::9" })).toBe(false);
    expect(await check("anonymous", { clientAddress: "2001:db8:1:3::1" })).toBe(true);
    expect(await check("anonymous", { clientAddress: "203.0.113.1" })).toBe(true);
    expect(await check("user", { caller: member("a") })).toBe(true);
    expect(await check("user", { caller: member("b") })).toBe(true);
    expect(await check("user", { caller: member("b"), clientAddress: "203.0.113.1" })).toBe(false);
  });

  it("delay sign-ups from one IP before they reject: a hall shares one (L-06)", async () => {
    const delays: number[] = [];
    const wait = (delayMs: number): Promise<void> => {
      delays.push(delayMs);
      return Promise.resolve();
    };
    const limits = createRateLimits({ factor: 1, wait });
    for (let count = 0; count < 200; count += 1) {
      expect(await limits.check(["signUp"], visitor)).toBe(null);
    }
    expect(delays.slice(0, 30).every((delayMs) => delayMs === 0)).toBe(true);
    expect(delays.slice(30, 33)).toEqual([250, 500, 750]);
    expect(delays.at(-1)).toBe(10_000);
  });
});

describe("limits of routes", () => {
  const services: Partial<Record<Part, Hono<BackendEnv>>> = {};
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await createTestGateway();
    const deps = gateway.depsWithClosedDatabase();
    services.auth = createAuth(deps);
    services.storage = createStorage(deps);
    services.realtime = createRealtime(deps, gateway.liveness).app;
  });
  afterAll(() => gateway.close());

  /** Returns the limits of a request without running its handler. */
  async function limitsAt(
    part: Part,
    request: string,
    service: Hono<BackendEnv> = services[part] ?? new Hono(),
  ): Promise<readonly LimitName[]> {
    const [method = "", path = ""] = request.split(" ");
    let names: readonly LimitName[] = [];
    const app = new Hono<BackendEnv>()
      .use((c, _next) => {
        c.set("caller", c.req.query("as") === "member" ? member("u") : anon);
        names = limitsOf(c, part);
        return Promise.resolve(c.body(null, 204));
      })
      .route("/", service)
      .all("*", (c) => c.body(null, 404));
    expect((await app.request(path, { method })).status).toBe(204);
    return names;
  }

  it.each<[Part, string, readonly LimitName[]]>([
    ["rest", "GET /profiles", ["anonymous"]],
    ["rest", "GET /profiles?as=member", ["user"]],
    ["functions", "POST /tts", ["functions"]],
    ["auth", "POST /token?grant_type=password", ["password"]],
    ["auth", "POST /token?grant_type=pkce", ["password"]],
    ["auth", "POST /token?grant_type=refresh_token", ["refresh"]],
    ["auth", "POST /signup", ["signUp"]],
    ["auth", "POST /recover", ["mail"]],
    ["auth", "POST /resend", ["mail"]],
    ["auth", "POST /otp", ["mail"]],
    ["auth", "GET /verify", ["verify"]],
    ["auth", "POST /verify", ["verify"]],
    ["auth", "POST /verify/follow", ["verify"]],
    ["auth", "PUT /user", ["account"]],
    ["auth", "POST /factors/f/verify", ["account"]],
    ["auth", "GET /unknown", ["account"]],
    ["realtime", "GET /websocket", []],
    ["realtime", "POST /api/broadcast", ["anonymous"]],
    ["storage", "POST /object/avatars/u-1.png?as=member", ["upload", "user"]],
    ["storage", "PUT /object/avatars/u-1.png?as=member", ["upload", "user"]],
    ["storage", "PUT /object/upload/sign/avatars/x.png", ["upload", "anonymous"]],
    ["storage", "POST /upload/resumable", ["upload", "anonymous"]],
    ["storage", "POST /upload/resumable/sign", ["upload", "anonymous"]],
    ["storage", "PATCH /upload/resumable/x", ["anonymous"]],
    ["storage", "POST /object/upload/sign/avatars/x.png?as=member", ["user"]],
    ["storage", "POST /object/list/avatars", ["anonymous"]],
    ["storage", "POST /object/list-v2/avatars", ["anonymous"]],
    ["storage", "POST /object/sign/avatars", ["anonymous"]],
    ["storage", "POST /object/sign/avatars/x.png", ["anonymous"]],
    ["storage", "POST /object/move?as=member", ["user"]],
    ["storage", "POST /object/copy?as=member", ["user"]],
    ["storage", "DELETE /object/avatars/x.png", ["anonymous"]],
    ["storage", "GET /bucket", ["anonymous"]],
    ["storage", "GET /object/public/avatars/x.png", []],
    ["storage", "HEAD /object/avatars/x.png", []],
    ["storage", "GET /object/info/public/avatars/x.png", []],
    ["storage", "GET /object/sign/avatars/x.png", []],
    ["storage", "GET /render/image/public/avatars/x.png", []],
  ])("%s: %s counts as %j", async (part, request, names) => {
    expect(await limitsAt(part, request)).toEqual(names);
  });

  it("apply to the handlers after them only", async () => {
    const service = new Hono<BackendEnv>()
      .get("/a/first", (c) => c.text("first"))
      .get("/a/:other", rateLimit("upload", perCaller), (c) => c.text("other"));
    expect(await limitsAt("rest", "GET /a/first", service)).toEqual(["anonymous"]);
    expect(await limitsAt("rest", "GET /a/second", service)).toEqual(["upload", "anonymous"]);
  });
});
