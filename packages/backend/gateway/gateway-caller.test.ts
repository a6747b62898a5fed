import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  createTestGateway,
  ENDED_SESSION,
  TEST_USER,
  type TestGateway,
} from "#backend/testing/test-gateway.ts";

describe("callers of the gateway", () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await createTestGateway();
  });
  afterAll(() => gateway.close());

  describe("need a key", () => {
    it.each(["/auth/v1/user", "/rest/v1/x", "/storage/v1/bucket", "/functions/v1/open"])(
      "on %s",
      async (path) => {
        const none = await gateway.ask(path);
        expect(none.status).toBe(401);
        expect(await none.json()).toEqual({ message: "No API key found in request" });
        const bad = await gateway.ask(path, { headers: { apikey: "sb_secret_guess" } });
        expect(bad.status).toBe(401);
        expect(await bad.json()).toEqual({
          message: "Invalid API key",
          hint: "Double check your API key.",
        });
        const inAddress = await gateway.ask(`${path}?apikey=${gateway.keys.publishableKey}`);
        expect(inAddress.status).toBe(401);
      },
    );

    it.each([
      ["GET", "/auth/v1/verify"],
      ["POST", "/auth/v1/verify/follow"],
      ["GET", "/auth/v1/authorize"],
      ["GET", "/auth/v1/callback"],
      ["POST", "/auth/v1/callback"],
      ["GET", "/auth/v1/.well-known/jwks.json"],
      ["GET", "/storage/v1/object/public/avatars/x.png"],
      ["GET", "/storage/v1/object/sign/avatars/x.png"],
      ["PUT", "/storage/v1/object/upload/sign/avatars/x.png"],
    ])("but not for %s %s", async (method, path) => {
      const response = await gateway.ask(path, { method });
      expect(response.status).toBe(200);
      expect(await response.json()).toEqual({ role: "anon", id: null });
    });

    it.each([
      ["POST", "/auth/v1/verify"],
      ["GET", "/auth/v1/verify/x"],
      ["GET", "/auth/v1/oauth/authorize"],
      ["POST", "/auth/v1/oauth/token"],
      ["GET", "/auth/v1/verify/follow"],
      ["POST", "/storage/v1/object/sign/avatars/x.png"],
      ["POST", "/storage/v1/object/public/avatars/x.png"],
      ["GET", "/storage/v1/object/avatars/x.png"],
      ["GET", "/storage/v1/object/publicity/avatars"],
    ])("and for %s %s", async (method, path) => {
      expect((await gateway.ask(path, { method })).status).toBe(401);
    });
  });

  describe("are resolved", () => {
    it("from the publishable key, also as bearer token, as anonymous", async () => {
      for (const headers of [gateway.publishable, gateway.bearer(gateway.keys.publishableKey)]) {
        const response = await gateway.ask("/rest/v1/x", { headers });
        expect(await response.json()).toEqual({ role: "anon", id: null });
      }
    });

    it("from the secret key as service", async () => {
      for (const headers of [gateway.secret, gateway.bearer(gateway.keys.secretKey)]) {
        const response = await gateway.ask("/rest/v1/x", { headers });
        expect(await response.json()).toEqual({ role: "service_role", id: null });
      }
    });

    it.each([
      ["origin", "https://localhost"],
      ["sec-fetch-site", "same-origin"],
    ])("but not from the secret key in a page (%s)", async (name, value) => {
      for (const keys of [gateway.secret, gateway.bearer(gateway.keys.secretKey)]) {
        const response = await gateway.ask("/rest/v1/x", { headers: { ...keys, [name]: value } });
        expect(response.status).toBe(401);
        expect(await response.json()).toMatchObject({
          message: "Forbidden use of secret API key in browser",
        });
      }
    });

    it("from a session as its user", async () => {
      const headers = gateway.bearer(await gateway.tokenOf());
      for (const path of ["/rest/v1/x", "/storage/v1/bucket", "/functions/v1/closed"]) {
        const response = await gateway.ask(path, { headers });
        expect(await response.json()).toEqual({ role: "authenticated", id: TEST_USER });
      }
    });

    it("but the auth service checks session tokens itself", async () => {
      const response = await gateway.ask("/auth/v1/user", { headers: gateway.bearer("nonsense") });
      expect(await response.json()).toEqual({ role: "anon", id: null });
    });
  });

  describe("get 401 in the service's format for an invalid session", () => {
    const cases: [string, () => Promise<string>, string, string][] = [
      ["nonsense", async () => "nonsense", "PGRST301", "JWT could not be decoded"],
      ["expired", () => gateway.tokenOf({ exp: 1_700_000_000 }), "PGRST303", "JWT expired"],
      [
        "ended",
        () => gateway.tokenOf({ session_id: ENDED_SESSION }),
        "PGRST303",
        "JWT session has ended",
      ],
      [
        "a foreign role",
        () => gateway.tokenOf({ role: "postgres" }),
        "PGRST303",
        "JWT claims validation failed",
      ],
    ];
    it.each(cases)("%s", async (_, make, code, message) => {
      const headers = gateway.bearer(await make());
      const rest = await gateway.ask("/rest/v1/x", { headers });
      expect(rest.status).toBe(401);
      expect(rest.headers.get("www-authenticate")).toContain(message);
      expect(await rest.json()).toEqual({ code, message, details: null, hint: null });

      const storage = await gateway.ask("/storage/v1/bucket", { headers });
      expect(storage.status).toBe(401);
      expect(await storage.json()).toEqual({
        statusCode: "401",
        code: "InvalidJWT",
        error: "Unauthorized",
        message,
      });

      const closed = await gateway.ask("/functions/v1/closed", { headers });
      expect(closed.status).toBe(401);
      expect(await closed.json()).toEqual({ code: 401, message: "Invalid JWT" });

      const open = await gateway.ask("/functions/v1/open", { headers });
      expect(await open.json()).toEqual({ role: "anon", id: null });
    });

    it("and for a missing session when the function verifies it", async () => {
      const response = await gateway.ask("/functions/v1/closed", { headers: gateway.publishable });
      expect(response.status).toBe(401);
      expect(await response.json()).toEqual({ code: 401, message: "Missing authorization header" });
    });
  });
});
