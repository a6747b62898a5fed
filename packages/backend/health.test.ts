import { tmpdir } from "node:os";
import { describe, expect, it } from "vitest";
import { createHealth, createProjectProbe } from "./health.ts";

const TOKEN = "a-token-of-the-operator";
const COMPONENTS = {
  "live:english": {
    state: "failing",
    since: "2026-11-22T10:00:00.000Z",
    reason: "status 500",
    workedAt: null,
  },
} as const;

function healthOf(state: { isReady: boolean; isDraining: boolean; dataDir?: string }) {
  return createHealth({
    faults: { states: () => COMPONENTS },
    token: TOKEN,
    trustedProxies: ["10.0.0.1"],
    database: { isReady: () => Promise.resolve(state.isReady) },
    dataDir: state.dataDir ?? tmpdir(),
    isDraining: () => state.isDraining,
  }).app;
}

describe("health", () => {
  it("serves /healthz without the database", async () => {
    const response = await healthOf({ isReady: false, isDraining: true }).request("/healthz");
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ status: "ok" });
  });

  it("is ready when database, disk and storage are", async () => {
    const response = await healthOf({ isReady: true, isDraining: false }).request("/readyz");
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ status: "ready" });
  });

  it("returns details for the token only, and stays ready when an external service fails", async () => {
    const health = healthOf({ isReady: true, isDraining: false });
    const ask = (authorization: string) =>
      health.request("/readyz", { headers: { authorization } });
    const response = await ask(`Bearer ${TOKEN}`);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      status: "ready",
      checks: { database: true, disk: true, storage: true, running: true },
      components: COMPONENTS,
      request: { host: null, protocol: null, isForwarded: false, unnamedProxy: null },
    });
    for (const wrong of [`Bearer ${TOKEN}x`, TOKEN, "Bearer", `Basic ${TOKEN}`]) {
      expect(await (await ask(wrong)).json()).toEqual({ status: "ready" });
    }
  });

  it.each([
    ["10.0.0.1", null],
    ["10.0.0.2", "10.0.0.2"],
  ])("tells the token whether the proxy at %s is trusted", async (remoteAddress, unnamedProxy) => {
    const headers = {
      authorization: `Bearer ${TOKEN}`,
      host: "tv.example.org",
      "x-forwarded-for": "198.51.100.7",
      "x-forwarded-proto": "https",
    };
    const env = { incoming: { socket: { remoteAddress } } };
    const health = healthOf({ isReady: true, isDraining: false });
    const response = await health.request("/readyz", { headers }, env);
    expect(await response.json()).toMatchObject({
      request: { host: "tv.example.org", protocol: "https", isForwarded: true, unnamedProxy },
    });
  });

  it("returns no details when no token is set", async () => {
    const { app } = createHealth({
      faults: { states: () => COMPONENTS },
      token: null,
      trustedProxies: [],
      database: { isReady: () => Promise.resolve(true) },
      dataDir: tmpdir(),
      isDraining: () => false,
    });
    const headers = { authorization: "Bearer null" };
    expect(await (await app.request("/readyz", { headers })).json()).toEqual({
      status: "ready",
    });
  });

  it.each([
    ["the database is down", { isReady: false, isDraining: false }, "database"],
    ["the server is stopping", { isReady: true, isDraining: true }, "running"],
    ["the folder is gone", { isReady: true, isDraining: false, dataDir: "/nowhere" }, "storage"],
  ])("is not ready when %s", async (_, state, check) => {
    const headers = { authorization: `Bearer ${TOKEN}` };
    const response = await healthOf(state).request("/readyz", { headers });
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({
      status: "not ready",
      checks: { [check]: false },
    });
  });
});

function probeWith(replies: (() => Promise<Response>)[]) {
  const asked: string[] = [];
  const clock = { nowMs: 0 };
  const probe = createProjectProbe({
    origin: "https://project.supabase.example",
    publishableKey: "sb_publishable_of_the_project",
    fetch: (input, init) => {
      const { url, headers } = new Request(input, init);
      asked.push(`${url} ${headers.get("apikey")}`);
      return replies.shift()?.() ?? Promise.reject(new TypeError("fetch failed"));
    },
    now: () => clock.nowMs,
  });
  return { probe, asked, clock };
}
const respondWith = (status: number) => () => Promise.resolve(new Response("{}", { status }));
const never = () => new Promise<Response>(() => undefined);

describe("createProjectProbe", () => {
  it("calls the auth service with the key, at most once in ten seconds", async () => {
    const { probe, asked, clock } = probeWith([respondWith(200), respondWith(200)]);
    const answers = await Promise.all(Array.from({ length: 9 }, () => probe.isReady(500)));
    expect(answers).toEqual(Array.from({ length: 9 }, () => true));
    await probe.isReady(500);
    expect(asked).toEqual([
      "https://project.supabase.example/auth/v1/health sb_publishable_of_the_project",
    ]);
    clock.nowMs += 10_000;
    await probe.isReady(500);
    expect(asked).toHaveLength(2);
  });

  it.each([
    ["is paused (540)", respondWith(540), false],
    ["fails", respondWith(503), false],
    ["cannot be reached", () => Promise.reject(new TypeError("fetch failed")), false],
    ["refuses the key", respondWith(401), true],
  ])("reports a project that %s", async (_, reply, isReady) => {
    const { probe } = probeWith([reply]);
    expect(await probe.isReady(500)).toBe(isReady);
  });

  it("does not wait for an unresponsive project and returns the previous result", async () => {
    const { probe, clock } = probeWith([respondWith(200), never]);
    expect(await probe.isReady(500)).toBe(true);
    clock.nowMs += 60_000;
    expect(await probe.isReady(0)).toBe(true);
  });
});
