import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Hono } from "hono";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { BackendEnv } from "#backend/context.ts";
import type { Caller } from "#backend/database/caller.ts";
import { createLogger } from "@reign-tv/kit/log.ts";
import { StartError } from "@reign-tv/kit/start-error.ts";
import { createRateLimits } from "#backend/gateway/rate-limits.ts";
import { backendSettings } from "#backend/testing/settings.ts";
import { createFunctionsHost } from "./host.ts";

const anon: Caller = { role: "anon", claims: { role: "anon" }, userId: null, sessionId: null };
const settings = backendSettings({
  siteUrl: "http://127.0.0.1:3000",
  dataDir: "",
  rateLimitFactor: 1,
});

describe("createFunctionsHost", () => {
  let root = "";
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "functions-"));
    mkdirSync(join(root, "functions", "_shared"), { recursive: true });
  });
  afterEach(() => rmSync(root, { recursive: true }));

  const write = (name: string, code: string, ageS = 0) => {
    const folder = join(root, "functions", name);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "index.ts"), code);
    const date = new Date(1_700_000_000_000 - ageS * 1_000);
    utimesSync(join(folder, "index.ts"), date, date);
  };
  const start = (options: { isReloading?: boolean; timeLimitMs?: number } = {}) =>
    createFunctionsHost(
      {
        settings: { ...settings, dataDir: join(root, "data") },
        log: createLogger("silent"),
        now: () => 1_234,
        limits: createRateLimits({ factor: 1 / 60, wait: () => Promise.resolve() }),
      },
      {
        functionsDir: join(root, "functions"),
        functionEnv: () => ({ GREETING: "hello" }),
        functionFetch: () => Promise.resolve(new Response("from upstream")),
        isReloading: options.isReloading ?? false,
        ...(options.timeLimitMs === undefined ? {} : { timeLimitMs: options.timeLimitMs }),
      },
    );
  const call = (
    host: ReturnType<typeof start>,
    path: string,
    init: RequestInit = {},
    caller: Caller = anon,
  ) => {
    const app = new Hono<BackendEnv>();
    app.use(async (c, next) => {
      c.set("requestId", "request-1");
      c.set("clientAddress", "203.0.113.9");
      c.set("caller", caller);
      await next();
    });
    app.route("/functions/v1", host.app);
    return app.request(`http://127.0.0.1:3000/functions/v1${path}`, init);
  };

  it("runs a function with its request in the format of Supabase's runtime", async () => {
    write(
      "echo",
      `export default { async fetch(request: Request) {
         return Response.json({
           method: request.method, path: new URL(request.url).pathname,
           search: new URL(request.url).search, body: await request.text(),
           own: request.headers.get("x-own"), from: request.headers.get("x-forwarded-for"),
         }, { status: 201, headers: { "x-answer": "yes" } });
       } };`,
    );
    const response = await call(start(), "/echo/deeper?a=1", {
      method: "POST",
      body: "ping",
      headers: { "x-own": "mine", "x-forwarded-for": "10.0.0.1" },
    });
    expect(response.status).toBe(201);
    expect(response.headers.get("x-answer")).toBe("yes");
    expect(await response.json()).toEqual({
      method: "POST",
      path: "/echo/deeper",
      search: "?a=1",
      body: "ping",
      own: "mine",
      from: "203.0.113.9",
    });
  });

  it("passes the configured variables, fetch, clock and a persistent store", async () => {
    write(
      "context",
      `export default { async fetch(_request: Request, context: any) {
         const before = await context.store.get("../key");
         await context.store.set("../key", JSON.stringify("kept"));
         return Response.json({ env: context.env, now: context.now(), before,
           upstream: await (await context.fetch("https://example.test")).text() });
       } };`,
    );
    const first = await call(start(), "/context");
    expect(await first.json()).toEqual({
      env: { GREETING: "hello" },
      now: 1_234,
      before: null,
      upstream: "from upstream",
    });
    const second = await call(start(), "/context");
    expect(await second.json()).toMatchObject({ before: '"kept"' });
  });

  it("sets the verified headers, which no client can", async () => {
    write(
      "who",
      `export default { async fetch(request: Request) {
         const names = ["x-verified-role", "x-verified-user", "x-verified-claims"];
         return Response.json(names.map((name) => request.headers.get(name)));
       } };`,
    );
    const host = start();
    const forged = {
      "x-verified-role": "service_role",
      "X-Verified-User": "root",
      "x-verified-claims": "e30",
    };
    const visitor = await call(host, "/who", { headers: forged });
    expect(await visitor.json()).toEqual(["anon", null, null]);

    const claims = { role: "authenticated", sub: "user-1", email: "zoë@example.test" } as const;
    const caller = { role: "authenticated", claims, userId: "user-1", sessionId: "s" } as const;
    const member = await call(host, "/who", { headers: forged }, caller);
    const [role, user, text] = await member.json();
    expect([role, user]).toEqual(["authenticated", "user-1"]);
    expect(JSON.parse(Buffer.from(text, "base64url").toString())).toEqual(claims);
  });

  it("counts costly requests, and lets functions count themselves", async () => {
    write(
      "counts",
      `export default { countsItself: true, async fetch(request: Request, context: any) {
         return Response.json(await context.admit(request));
       } };`,
    );
    write("plain", "export default { fetch: () => new Response() };");
    const host = start();
    expect([await host.countsItself("counts"), await host.countsItself("plain")]).toEqual([
      true,
      false,
    ]);
    expect(await host.countsItself("nothing")).toBe(false);
    const answers = [];
    for (let count = 0; count < 3; count += 1)
      answers.push(await (await call(host, "/counts")).json());
    expect(answers).toEqual([null, null, 60]);
  });

  it.each(["/nothing", "/_shared", "/..%2fsecrets", "/index.ts", "/__proto__", "/constructor"])(
    "responds 404 for %s",
    async (path) => {
      write("_shared", "export default { fetch: () => new Response('leak') };");
      const response = await call(start(), path);
      expect(response.status).toBe(404);
      expect(await response.json()).toEqual({
        code: "NOT_FOUND",
        message: "Requested function was not found",
      });
    },
  );

  it.each([
    [
      "throws",
      `export default { fetch() { throw new Error("secret words"); } };`,
      500,
      "WORKER_ERROR",
    ],
    ["cannot be loaded", `throw new Error("secret words");`, 503, "BOOT_ERROR"],
    ["exports nothing", `export const fetch = 1;`, 503, "BOOT_ERROR"],
    ["never ends", `export default { fetch: () => new Promise(() => {}) };`, 504, "IDLE_TIMEOUT"],
  ])("sends a generic error for a function that %s", async (_, code, status, errorCode) => {
    write("broken", code);
    const response = await call(start({ timeLimitMs: 20 }), "/broken");
    expect(response.status).toBe(status);
    const text = await response.text();
    expect(JSON.parse(text)).toMatchObject({ code: errorCode });
    expect(text).not.toContain("secret words");
  });

  it("aborts a function that is too slow", async () => {
    write(
      "slow",
      `export default { async fetch(request: Request, context: any) {
         await new Promise((resolve) => request.signal.addEventListener("abort", resolve));
         await context.store.set("stopped", "true");
         return new Response("late");
       } };`,
    );
    const response = await call(start({ timeLimitMs: 20 }), "/slow");
    expect(response.status).toBe(504);
    await vi.waitFor(() =>
      expect(readdirSync(join(root, "data", "functions-store", "slow"))).toHaveLength(1),
    );
  });

  it("reads verify_jwt from config.toml, by default true", () => {
    write("open", "");
    write("closed", "");
    writeFileSync(
      join(root, "config.toml"),
      `[auth]\nverify_jwt = false\n\n# [functions.closed]\n[functions.open] # public\nverify_jwt = false # yes\n`,
    );
    const host = start();
    expect(host.verifiesJwt("open")).toBe(false);
    expect(host.verifiesJwt("closed")).toBe(true);
    expect(host.verifiesJwt("other")).toBe(null);
    writeFileSync(join(root, "config.toml"), `[functions.open]\nverify_jwt = "false"\n`);
    expect(start).toThrow(StartError);
    expect(start).toThrow("functions.open.verify_jwt must be true or false, without quotes.");
    writeFileSync(join(root, "config.toml"), `[functions.open\n`);
    expect(start).toThrow(StartError);
  });
});
