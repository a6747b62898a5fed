import { Hono } from "hono";
import { createClientLimits } from "@reign-tv/kit/http/ip-rate-limit.ts";
import { describe, expect, it } from "vitest";
import {
  createPermissionsReader,
  createRequirePermission,
} from "#server/studio/require-permission.ts";
import type { HealthCheck } from "#shared/studio/health.ts";
import type { Language } from "#shared/languages.ts";
import { createHealthRoutes } from "./health-routes.ts";

const TOKEN = `Bearer ${"t".repeat(40)}`;
const CHECK: HealthCheck = { id: "disk", tone: "good", text: "diskGood", values: {}, since: null };

type Backend = { me?: unknown; meStatus?: number; user?: unknown };

function openRoutes({ me = { permissions: ["settings"] }, meStatus = 200, user }: Backend) {
  const mails: [string, Language][] = [];
  const tokens: (string | null)[] = [];
  const backend = new Hono()
    .post("/rest/v1/rpc/studio_me", (c) => {
      tokens.push(c.req.header("authorization") ?? null);
      return new Response(JSON.stringify(me), { status: meStatus });
    })
    .get("/auth/v1/user", (c) => c.json(user ?? { email: "ruth@example.org" }));
  const link = {
    transport: async (url: string, init?: RequestInit) => backend.request(url, init),
    publishableKey: "sb_publishable_x",
  };
  const app = createHealthRoutes({
    ...link,
    requirePermission: createRequirePermission(createPermissionsReader(link), (_, next) => next()),
    runChecks: () => Promise.resolve([CHECK]),
    mailer: {
      send: () => Promise.resolve(true),
      test(to, language) {
        mails.push([to, language]);
        return Promise.resolve(true);
      },
    },
    hasAlerts: true,
    hasMailServer: true,
    limits: createClientLimits({ clientAddress: () => "203.0.113.7", factor: 1 }),
    now: () => Date.parse("2026-11-23T09:00:00Z"),
  });
  const request = (authorization: string | null = TOKEN, path = "", method = "GET") =>
    app.request(`/api/studio/health${path}`, {
      method,
      headers: authorization === null ? {} : { authorization },
    });
  return { request, mails, tokens };
}

describe("server health", () => {
  it("is returned uncached to staff with the settings permission", async () => {
    const { request, tokens } = openRoutes({});
    const response = await request();
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(await response.json()).toEqual({
      now: "2026-11-23T09:00:00.000Z",
      lights: [CHECK],
      hasAlerts: true,
    });
    expect(tokens).toEqual([TOKEN]);
  });

  it.each<[string, Backend, string | null, number]>([
    ["a caller without a token", {}, null, 401],
    ["an invalid token", {}, "Bearer x y", 401],
    ["a token that is too long", {}, `Bearer ${"t".repeat(9_000)}`, 401],
    ["an unknown token", { meStatus: 401 }, TOKEN, 401],
    ["a member", { me: { permissions: [] } }, TOKEN, 403],
    ["staff with other permissions", { me: { permissions: ["numbers", "people"] } }, TOKEN, 403],
    ["staff whose permissions cannot be read", { meStatus: 500 }, TOKEN, 503],
    ["staff whose permissions are invalid", { me: [] }, TOKEN, 503],
  ])("is not returned to %s", async (_who, backend, authorization, status) => {
    const { request, mails } = openRoutes(backend);
    for (const [path, method] of [
      ["", "GET"],
      ["/test-mail", "POST"],
    ] as const) {
      const response = await request(authorization, path, method);
      expect(response.status).toBe(status);
      expect(response.headers.get("cache-control")).toBe("no-store");
    }
    expect(mails).toEqual([]);
  });

  it("sends a test mail to the staff member's address, five in an hour", async () => {
    const { request, mails } = openRoutes({});
    const outcomes: unknown[] = [];
    for (let count = 0; count < 6; count += 1) {
      outcomes.push(
        await (await request(TOKEN, "/test-mail?lang=fr&to=evil@example.org", "POST")).json(),
      );
    }
    expect(outcomes).toEqual([
      ...Array.from({ length: 5 }, () => ({ outcome: "sent" })),
      { outcome: "too_many" },
    ]);
    expect(new Set(mails.map(String))).toEqual(new Set(["ruth@example.org,fr"]));
  });

  it("reports a staff member without an address", async () => {
    const { request, mails } = openRoutes({ user: { email: "" } });
    expect(await (await request(TOKEN, "/test-mail", "POST")).json()).toEqual({
      outcome: "no_address",
    });
    expect(mails).toEqual([]);
  });
});
