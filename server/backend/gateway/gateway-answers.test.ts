import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  createTestGateway,
  TEST_PEER,
  TEST_SITE,
  TEST_USER,
  type TestGateway,
} from "#tests/support/test-gateway.ts";

describe("the gateway and its answers", () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await createTestGateway();
  });
  afterAll(() => gateway.close());

  describe("answers other origins by an exact list (R-25)", () => {
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

  describe("says nothing about itself", () => {
    it("when a part fails: 500 with an id, no stack, no SQL", async () => {
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

    it("when the database is away: 503 and Retry-After in the part's shape", async () => {
      const rest = await gateway.ask("/rest/v1/down", { headers: gateway.publishable });
      expect(rest.status).toBe(503);
      expect(rest.headers.get("retry-after")).toBe("2");
      expect(await rest.json()).toMatchObject({ code: "57014" });
      const storage = await gateway.ask("/storage/v1/down", { headers: gateway.publishable });
      expect(storage.status).toBe(503);
      expect(await storage.json()).toMatchObject({ statusCode: "503" });
    });

    it.each(["/graphql/v1", "/realtime/v2/x", "/pg/x", "/rest/v2/x", "/.env"])(
      "%s is not there",
      async (path) => {
        expect((await gateway.ask(path, { headers: gateway.publishable })).status).toBe(404);
      },
    );

    it("TRACE gets 405", async () => {
      const request = new Request(`${TEST_SITE}/rest/v1/x`, { headers: gateway.publishable });
      Object.defineProperty(request, "method", { value: "TRACE" });
      expect((await gateway.rebuild().app.fetch(request, TEST_PEER)).status).toBe(405);
    });

    it("in the log: templates, short addresses, hashed users, no query", async () => {
      gateway.logged.length = 0;
      const headers = gateway.bearer(await gateway.tokenOf());
      await gateway.ask("/rest/v1/canary_table?email=eq.canary@example.test", { headers });
      await gateway.ask("/storage/v1/object/avatars/canary.png", { headers });
      await gateway.ask(`/auth/v1/admin/users/${TEST_USER}?token=canary`, {
        headers: gateway.secret,
      });
      const lines = gateway.logged.map((line) => JSON.parse(line));
      expect(lines.map(({ route }) => route)).toEqual([
        "/rest/v1/:table",
        "/storage/v1/object/:path",
        "/auth/v1/admin/users/:id",
      ]);
      expect(lines[0]).toMatchObject({
        event: "request",
        method: "GET",
        status: 200,
        ip: "203.0.113.0",
        user: expect.stringMatching(/^[0-9a-f]{12}$/),
      });
      expect(gateway.logged.join("")).not.toMatch(/canary|203\.0\.113\.9|11111111/);
    });
  });
});
