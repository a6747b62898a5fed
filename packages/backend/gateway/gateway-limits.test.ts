import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  createTestGateway,
  TEST_PEER,
  TEST_SITE,
  type TestGateway,
} from "#backend/testing/test-gateway.ts";

describe("limits of the gateway", () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await createTestGateway();
  });
  afterAll(() => gateway.close());

  describe("on requests", () => {
    const post = (path: string, body: string, headers: Record<string, string> = {}) =>
      gateway.ask(path, {
        method: "POST",
        body,
        headers: {
          ...gateway.publishable,
          "content-type": "application/json",
          "content-length": String(Buffer.byteLength(body)),
          ...headers,
        },
      });

    it.each([
      ["/auth/v1/read", 64 * 1024],
      ["/rest/v1/read", 256 * 1024],
      ["/functions/v1/open", 64 * 1024],
      ["/storage/v1/object/list/avatars", 256 * 1024],
    ])("%s accepts bodies up to %i bytes", async (path, limit) => {
      const body = (bytes: number) => JSON.stringify("x".repeat(bytes - 2));
      expect((await post(path, body(limit))).status).toBe(200);
      const rejected = await post(path, body(limit + 1));
      expect(rejected.status).toBe(413);
      expect(await rejected.text()).toContain("too large");
    });

    it("a body without a length is counted while it is read", async () => {
      const stream = new ReadableStream<Uint8Array>({
        pull: (controller) => controller.enqueue(new Uint8Array(16_384).fill(32)),
      });
      const init = { method: "POST", body: stream, duplex: "half" } as const;
      const headers = { ...gateway.publishable, "transfer-encoding": "chunked" };
      expect((await gateway.ask("/auth/v1/read", { ...init, headers })).status).toBe(413);
    });

    it("a small body without a length is accepted", async () => {
      const body = new Blob(['{"a":', "1}"]).stream();
      const init = { method: "POST", body, duplex: "half" } as const;
      const headers = { ...gateway.publishable, "transfer-encoding": "chunked" };
      const response = await gateway.ask("/rest/v1/read", { ...init, headers });
      expect(await response.json()).toEqual({ body: { a: 1 } });
    });

    it.each([
      ["nested too deep", "[".repeat(21) + "]".repeat(21)],
      ["with a key that poisons", '{"__proto__":{"a":1}}'],
    ])("JSON %s gets 400", async (_, body) => {
      expect((await post("/rest/v1/read", body)).status).toBe(400);
      const auth = await post("/auth/v1/read", body, { "x-supabase-api-version": "2024-01-01" });
      expect(auth.status).toBe(400);
      expect(await auth.json()).toMatchObject({ code: "bad_json" });
      expect(auth.headers.get("x-sb-error-code")).toBe("bad_json");
    });

    it("compressed bodies get 415 unread", async () => {
      expect((await post("/rest/v1/read", "{}", { "content-encoding": "gzip" })).status).toBe(415);
    });

    it("URLs over 8 KB get 414", async () => {
      const response = await gateway.ask(`/rest/v1/x?${"a".repeat(8_200)}`, {
        headers: gateway.publishable,
      });
      expect(response.status).toBe(414);
    });

    it("requests over the rate get 429, Retry-After and the service's format", async () => {
      const strict = gateway.rebuild({ rateLimitFactor: 0.001 });
      const twice = async (path: string, headers: Record<string, string> = {}) => {
        const init = { headers: { ...gateway.publishable, ...headers } };
        await strict.app.request(`${TEST_SITE}${path}`, init, TEST_PEER);
        return strict.app.request(`${TEST_SITE}${path}`, init, TEST_PEER);
      };
      const message = "Request rate limit reached";
      const auth = await twice("/auth/v1/token?grant_type=password", {
        "x-supabase-api-version": "2024-01-01",
      });
      expect(auth.status).toBe(429);
      expect(Number(auth.headers.get("retry-after"))).toBeGreaterThan(0);
      expect(await auth.json()).toEqual({ code: "over_request_rate_limit", message });
      const legacy = await twice("/auth/v1/token?grant_type=refresh_token");
      expect(await legacy.json()).toEqual({
        code: 429,
        error_code: "over_request_rate_limit",
        msg: message,
      });
      const rest = await twice("/rest/v1/x");
      expect(await rest.json()).toEqual({ code: "429", message, details: null, hint: null });
      const storage = await twice("/storage/v1/bucket");
      expect(await storage.json()).toMatchObject({ statusCode: "429", code: "SlowDown", message });
      const functions = await twice("/functions/v1/open");
      expect(await functions.json()).toEqual({ code: 429, message });
    });
  });
});
