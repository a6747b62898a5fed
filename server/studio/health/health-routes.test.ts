import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import { createRightsReader, createRequirePermission } from "#server/studio/require-permission.ts";
import type { HealthCheck } from "#shared/studio/health.ts";
import type { Language } from "#shared/languages.ts";
import { createHealthRoutes } from "./health-routes.ts";

const TOKEN = `Bearer ${"t".repeat(40)}`;
const LIGHT: HealthCheck = { id: "disk", tone: "good", text: "diskGood", values: {}, since: null };

type Backend = { me?: unknown; meStatus?: number; user?: unknown };

function roomOf({ me = { permissions: ["settings"] }, meStatus = 200, user }: Backend) {
  const mails: [string, Language][] = [];
  const asked: (string | null)[] = [];
  const backend = new Hono()
    .post("/rest/v1/rpc/studio_me", (c) => {
      asked.push(c.req.header("authorization") ?? null);
      return new Response(JSON.stringify(me), { status: meStatus });
    })
    .get("/auth/v1/user", (c) => c.json(user ?? { email: "ruth@example.org" }));
  const link = {
    transport: async (url: string, init?: RequestInit) => backend.request(url, init),
    publishableKey: "sb_publishable_x",
  };
  const app = createHealthRoutes({
    ...link,
    door: createRequirePermission(createRightsReader(link)),
    lights: () => Promise.resolve([LIGHT]),
    mailer: {
      tell: () => Promise.resolve(true),
      test(to, language) {
        mails.push([to, language]);
        return Promise.resolve(true);
      },
    },
    hasAlerts: true,
    hasMailServer: true,
    clientAddress: () => "203.0.113.7",
    rateLimitFactor: 1,
    now: () => Date.parse("2026-11-23T09:00:00Z"),
  });
  const ask = (authorization: string | null = TOKEN, path = "", method = "GET") =>
    app.request(`/api/studio/health${path}`, {
      method,
      headers: authorization === null ? {} : { authorization },
    });
  return { ask, mails, asked };
}

describe("the health of the server", () => {
  it("is told to a helper with the settings, and kept by nobody", async () => {
    const { ask, asked } = roomOf({});
    const response = await ask();
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(await response.json()).toEqual({
      now: "2026-11-23T09:00:00.000Z",
      lights: [LIGHT],
      hasAlerts: true,
    });
    expect(asked).toEqual([TOKEN]);
  });

  it.each<[string, Backend, string | null, number]>([
    ["nobody", {}, null, 401],
    ["somebody with no token at all", {}, "Bearer x y", 401],
    ["a token that is too long", {}, `Bearer ${"t".repeat(9_000)}`, 401],
    ["a token that the backend does not know", { meStatus: 401 }, TOKEN, 401],
    ["a member", { me: { permissions: [] } }, TOKEN, 403],
    ["a helper with other rights", { me: { permissions: ["numbers", "people"] } }, TOKEN, 403],
    ["a helper whose rights cannot be read", { meStatus: 500 }, TOKEN, 503],
    ["a helper whose rights make no sense", { me: [] }, TOKEN, 503],
  ])("is not told to %s", async (_who, backend, authorization, status) => {
    const { ask, mails } = roomOf(backend);
    for (const [path, method] of [
      ["", "GET"],
      ["/test-mail", "POST"],
    ] as const) {
      const response = await ask(authorization, path, method);
      expect(response.status).toBe(status);
      expect(response.headers.get("cache-control")).toBe("no-store");
    }
    expect(mails).toEqual([]);
  });

  it("sends a test to the helper's own address, five in an hour", async () => {
    const { ask, mails } = roomOf({});
    const outcomes: unknown[] = [];
    for (let count = 0; count < 6; count += 1) {
      outcomes.push(
        await (await ask(TOKEN, "/test-mail?lang=fr&to=evil@example.org", "POST")).json(),
      );
    }
    expect(outcomes).toEqual([
      ...Array.from({ length: 5 }, () => ({ outcome: "sent" })),
      { outcome: "too_many" },
    ]);
    expect(new Set(mails.map(String))).toEqual(new Set(["ruth@example.org,fr"]));
  });

  it("says so to a helper without an address", async () => {
    const { ask, mails } = roomOf({ user: { email: "" } });
    expect(await (await ask(TOKEN, "/test-mail", "POST")).json()).toEqual({
      outcome: "no_address",
    });
    expect(mails).toEqual([]);
  });
});
