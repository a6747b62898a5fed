import { Hono } from "hono";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { logRequests } from "@reign-tv/kit/http/request-log.ts";
import { createLogger } from "@reign-tv/kit/log.ts";
import {
  createTestGateway,
  TEST_PEER,
  TEST_SITE,
  TEST_USER,
  type TestGateway,
} from "#backend/testing/test-gateway.ts";

describe("responses of the gateway", () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await createTestGateway();
  });
  afterAll(() => gateway.close());

  describe("allow an exact list of origins (R-25)", () => {
    it.each([TEST_SITE, "https://localhost", "capacitor://localhost", "https://other.example"])(
      "%s may call, without cookies",
      async (origin) => {
        const preflight = await gateway.ask("/rest/v1/x", {
          method: "OPTIONS",
          headers: { origin },
        });
        expect(preflight.status).toBe(204);
        expect(preflight.headers.get("access-control-allow-origin")).toBe(origin);
        expect(preflight.headers.get("access-control-max-age")).toBe("600");
        expect(preflight.headers.get("access-control-allow-headers")).toContain("x-upsert");
        const response = await gateway.ask("/rest/v1/x", {
          headers: { ...gateway.publishable, origin },
        });
        expect(response.headers.get("access-control-allow-origin")).toBe(origin);
        expect(response.headers.get("access-control-expose-headers")).toBe(
          "content-encoding, content-location, content-range, content-type, date, location, server, " +
            "transfer-encoding, range-unit, preference-applied, x-supabase-api-version, x-sb-error-code, x-total-count, link, retry-after",
        );
        expect(response.headers.get("access-control-allow-credentials")).toBe(null);
        expect(response.headers.get("vary")).toContain("Origin");
      },
    );

    it.each(["https://evil.example", "null", "https://localhost.evil.example", `${TEST_SITE}0`])(
      "%s gets no permission, from a function that gives it neither",
      async (origin) => {
        const headers = { ...gateway.publishable, origin };
        for (const [method, path] of [
          ["OPTIONS", "/rest/v1/x"],
          ["GET", "/rest/v1/x"],
          ["GET", "/functions/v1/open"],
        ] as const) {
          const response = await gateway.ask(path, { method, headers });
          expect(response.headers.get("access-control-allow-origin")).toBe(null);
        }
      },
    );
  });

  describe("reveal nothing about the server", () => {
    it("500 with an id, no stack, no SQL when a service fails", async () => {
      const response = await gateway.ask("/rest/v1/fails", { headers: gateway.publishable });
      expect(response.status).toBe(500);
      expect(await response.json()).toEqual({
        code: "XX000",
        message: "Something went wrong on the server",
        details: null,
        hint: null,
        error_id: response.headers.get("x-request-id"),
      });
    });

    it("503 and Retry-After in the service's format when the database is down", async () => {
      const rest = await gateway.ask("/rest/v1/down", { headers: gateway.publishable });
      expect(rest.status).toBe(503);
      expect(rest.headers.get("retry-after")).toBe("2");
      expect(await rest.json()).toMatchObject({ code: "57014" });
      const storage = await gateway.ask("/storage/v1/down", { headers: gateway.publishable });
      expect(storage.status).toBe(503);
      expect(await storage.json()).toMatchObject({ statusCode: "503" });
    });

    it.each(["/graphql/v1", "/realtime/v2/x", "/pg/x", "/rest/v2/x", "/.env"])(
      "404 for %s",
      async (path) => {
        expect((await gateway.ask(path, { headers: gateway.publishable })).status).toBe(404);
      },
    );

    it("405 for TRACE", async () => {
      const request = new Request(`${TEST_SITE}/rest/v1/x`, { headers: gateway.publishable });
      Object.defineProperty(request, "method", { value: "TRACE" });
      expect((await gateway.rebuild().app.fetch(request, TEST_PEER)).status).toBe(405);
    });

    it("templates and hashed users in the log, no IP, no query", async () => {
      const lines: Record<string, unknown>[] = [];
      const log = createLogger("info", { write: (line) => void lines.push(JSON.parse(line)) });
      const inner = gateway.rebuild().app;
      const app = new Hono()
        .use(logRequests({ log, slowMs: Infinity, isAccessLogged: true }))
        .all("*", (c) => inner.fetch(c.req.raw, c.env));
      const ask = async (path: string, headers: Record<string, string>): Promise<Response> =>
        app.request(`${TEST_SITE}${path}`, { headers }, TEST_PEER);
      const asMember = gateway.bearer(await gateway.tokenOf());
      await ask("/rest/v1/canary_table?email=eq.canary@example.test", asMember);
      await ask("/storage/v1/object/avatars/canary.png", asMember);
      await ask(`/auth/v1/admin/users/${TEST_USER}?token=canary`, gateway.secret);
      const failed = await ask("/rest/v1/fails", gateway.publishable);
      expect(lines.map(({ route }) => route)).toEqual([
        "/rest/v1/:table",
        "/storage/v1/object/:path",
        "/auth/v1/admin/users/:id",
        "/rest/v1/:table",
      ]);
      expect(lines[0]).toEqual({
        level: 30,
        time: expect.any(String),
        event: "request",
        requestId: expect.any(String),
        method: "GET",
        route: "/rest/v1/:table",
        status: 200,
        ms: expect.any(Number),
        user: expect.stringMatching(/^[0-9a-f]{12}$/),
      });
      expect(lines[3]).toMatchObject({
        event: "request_failed",
        requestId: failed.headers.get("x-request-id"),
        status: 500,
        err: { type: "Error" },
      });
      expect(JSON.stringify(lines)).not.toMatch(/canary|203\.0\.113|11111111/);
    });
  });
});
