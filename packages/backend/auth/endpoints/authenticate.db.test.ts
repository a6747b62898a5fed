import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { callAuth, joinAs, operatorOf, tokenOf } from "#backend/auth/auth-client.fixture.ts";
import { startTestBackend, type TestBackend } from "#backend/testing/test-backend.ts";

const MINUTE_MS = 60_000;

describe("GET /user", () => {
  let backend: TestBackend;
  beforeAll(async () => {
    backend = await startTestBackend();
  });
  afterAll(() => backend.close());

  it("returns the account (S3.5)", async () => {
    const { client, email, id } = await joinAs(backend, { full_name: "Ada Moyo" });
    const { data, error } = await client.auth.getUser();
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ id, email, user_metadata: { full_name: "Ada Moyo" } });
  });

  it("requires a bearer token", async () => {
    const reply = await callAuth(backend, "/user");
    expect(reply.status).toBe(401);
    expect(await reply.json()).toEqual({
      code: "no_authorization",
      message: "This endpoint requires a valid Bearer token",
    });
  });

  it("treats an API key as a role without a user, not as an invalid token", async () => {
    for (const key of [backend.publishableKey, backend.secretKey]) {
      const reply = await callAuth(backend, "/user", {
        key,
        headers: { authorization: `Bearer ${key}` },
      });
      expect(reply.status).toBe(403);
      expect(await reply.json()).toEqual({
        code: "bad_jwt",
        message: "invalid claim: missing sub claim",
      });
    }
  });

  it("rejects tampered and expired tokens", async () => {
    const member = await joinAs(backend);
    const token = await tokenOf(member);
    const [head = "", body = "", signature = ""] = token.split(".");
    const unsigned = `${Buffer.from('{"alg":"none"}').toString("base64url")}.${body}.`;
    const altered = `${head}.${Buffer.from(
      Buffer.from(body, "base64url").toString().replace("authenticated", "service_role"),
    ).toString("base64url")}.${signature}`;
    for (const bad of ["x", "a.b.c", unsigned, altered, `${token}x`]) {
      const reply = await callAuth(backend, "/user", {
        headers: { authorization: `Bearer ${bad}` },
      });
      expect(reply.status).toBe(403);
      const body = await reply.json();
      expect(body.code).toBe("bad_jwt");
      expect(body.message).toMatch(/^invalid JWT: /);
    }
    backend.advance(16 * MINUTE_MS);
    const late = await callAuth(backend, "/user", {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(late.status).toBe(403);
    expect(await late.json()).toMatchObject({ code: "bad_jwt" });
  });

  it("distinguishes a deleted user, an ended session and a ban", async () => {
    const operator = operatorOf(backend);
    const deleted = await joinAs(backend);
    await operator.auth.admin.deleteUser(deleted.id);
    expect((await deleted.client.auth.getUser(await tokenOf(deleted))).error).toMatchObject({
      status: 403,
      code: "user_not_found",
    });
    const banned = await joinAs(backend);
    await operator.auth.admin.updateUserById(banned.id, { ban_duration: "1h" });
    expect((await banned.client.auth.getUser()).error).toMatchObject({
      status: 403,
      code: "user_banned",
    });
    const ended = await joinAs(backend);
    await backend.admin`delete from auth.sessions where user_id = ${ended.id}`;
    const reply = await callAuth(backend, "/user", {
      headers: { authorization: `Bearer ${await tokenOf(ended)}` },
    });
    expect(reply.status).toBe(403);
    expect(await reply.json()).toEqual({
      code: "session_not_found",
      message: "Session from session_id claim in JWT does not exist",
    });
    expect((await ended.client.auth.getUser()).error?.name).toBe("AuthSessionMissingError");
  });
});
