import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  callAuth,
  freshAddress,
  GOOD_PASSWORD,
  visitorOf,
} from "#backend/auth/auth-client.fixture.ts";
import { createSessionLiveness } from "#backend/auth/store/session-liveness.ts";
import { startTestBackend, type TestBackend } from "#backend/testing/test-backend.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

type Tokens = { readonly access_token: string; readonly refresh_token: string };

describe("refreshSession", () => {
  let backend: TestBackend;
  beforeAll(async () => {
    backend = await startTestBackend();
  });
  afterAll(() => backend.close());

  async function signUp(): Promise<
    Tokens & { readonly sessionId: string; readonly userId: string }
  > {
    const { data } = await visitorOf(backend).auth.signUp({
      email: freshAddress(),
      password: GOOD_PASSWORD,
    });
    if (data.session === null || data.user === null) throw new Error("No session");
    const [row] = await backend.admin<{ id: string }[]>`
      select id from auth.sessions where user_id = ${data.user.id}`;
    return { ...data.session, sessionId: row?.id ?? "", userId: data.user.id };
  }

  function present(token: string): Promise<Response> {
    return callAuth(backend, "/token?grant_type=refresh_token", {
      body: { refresh_token: token },
    });
  }

  async function refresh(token: string): Promise<Tokens> {
    const reply = await present(token);
    expect(reply.status).toBe(200);
    return reply.json();
  }

  async function errorOf(token: string): Promise<unknown> {
    const reply = await present(token);
    expect(reply.status).toBe(400);
    return reply.json();
  }

  it("replaces the token and keeps session and method (S7.23)", async () => {
    const first = await signUp();
    backend.advance(MINUTE_MS);
    const { auth } = visitorOf(backend);
    const { data, error } = await auth.refreshSession({ refresh_token: first.refresh_token });
    expect(error).toBeNull();
    expect(data.session?.refresh_token).not.toBe(first.refresh_token);
    expect(data.user?.id).toBe(first.userId);
    const claims = await auth.getClaims(data.session?.access_token);
    expect(claims.data?.claims).toMatchObject({
      session_id: first.sessionId,
      amr: [{ method: "password" }],
    });
  });

  it("stores only hashes and encrypted tokens", async () => {
    const first = await signUp();
    const second = await refresh(first.refresh_token);
    const rows = await backend.admin`
      select to_jsonb(t)::text as row from auth.refresh_tokens t
      where session_id = ${first.sessionId}`;
    expect(rows).toHaveLength(2);
    const text = JSON.stringify(rows);
    expect(text).not.toContain(first.refresh_token);
    expect(text).not.toContain(second.refresh_token);
  });

  it("returns the same child to ten parallel calls", async () => {
    const first = await signUp();
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => refresh(first.refresh_token)),
    );
    expect(new Set(replies.map((reply) => reply.refresh_token)).size).toBe(1);
    const live = await backend.admin`
      select 1 from auth.refresh_tokens where session_id = ${first.sessionId} and not revoked`;
    expect(live).toHaveLength(1);
  });

  it("returns the live child for its parent at any time, as the response may have been lost", async () => {
    const first = await signUp();
    const second = await refresh(first.refresh_token);
    backend.advance(20 * DAY_MS);
    expect((await refresh(first.refresh_token)).refresh_token).toBe(second.refresh_token);
  });

  it("accepts an older token for ten seconds and returns the live one", async () => {
    const first = await signUp();
    const second = await refresh(first.refresh_token);
    const third = await refresh(second.refresh_token);
    backend.advance(9_000);
    expect((await refresh(first.refresh_token)).refresh_token).toBe(third.refresh_token);
  });

  it("revokes the family when an older token is reused, and rejects each further use", async () => {
    const first = await signUp();
    const second = await refresh(first.refresh_token);
    const third = await refresh(second.refresh_token);
    backend.advance(11_000);
    const message = "Invalid Refresh Token: Already Used";
    expect(await errorOf(first.refresh_token)).toEqual({
      code: "refresh_token_already_used",
      message,
    });
    for (const { refresh_token: token } of [first, second, third]) {
      expect(await errorOf(token)).toEqual({ code: "refresh_token_already_used", message });
    }
    const user = await callAuth(backend, "/user", {
      headers: { authorization: `Bearer ${third.access_token}` },
    });
    expect(user.status).toBe(403);
    expect(await user.json()).toMatchObject({ code: "session_not_found" });
    const liveness = createSessionLiveness({
      database: backend.database,
      now: () => Date.now() + DAY_MS,
    });
    expect(await liveness.isLive(first.sessionId)).toBe(false);
  });

  it("rejects a session after 30 idle days", async () => {
    const first = await signUp();
    backend.advance(29 * DAY_MS);
    const second = await refresh(first.refresh_token);
    backend.advance(30 * DAY_MS);
    const message = "Invalid Refresh Token: Session Expired";
    expect(await errorOf(second.refresh_token)).toEqual({ code: "session_expired", message });
  });

  it("rejects a session after 90 days", async () => {
    let tokens: Tokens = await signUp();
    for (let month = 0; month < 4; month += 1) {
      backend.advance(22 * DAY_MS);
      tokens = await refresh(tokens.refresh_token);
    }
    backend.advance(3 * DAY_MS);
    const message = "Invalid Refresh Token: Session Expired";
    expect(await errorOf(tokens.refresh_token)).toEqual({ code: "session_expired", message });
  });

  it("rejects a token of an ended session or a deleted user, and an unknown token", async () => {
    const first = await signUp();
    await backend.admin`delete from auth.users where id = ${first.userId}`;
    const message = "Invalid Refresh Token: Refresh Token Not Found";
    expect(await errorOf(first.refresh_token)).toEqual({
      code: "refresh_token_not_found",
      message,
    });
    expect(await errorOf("x".repeat(43))).toEqual({ code: "refresh_token_not_found", message });
  });

  it("rejects a banned user", async () => {
    const first = await signUp();
    await backend.admin`
      update auth.users set banned_until = 'infinity' where id = ${first.userId}`;
    const message = "Invalid Refresh Token: User Banned";
    expect(await errorOf(first.refresh_token)).toEqual({ code: "user_banned", message });
  });

  it("rejects malformed tokens", async () => {
    expect(await errorOf("no token at all")).toEqual({
      code: "validation_failed",
      message: "Refresh token is not valid",
    });
    const reply = await present("");
    expect(reply.status).toBe(400);
    expect(await reply.json()).toEqual({
      error: "invalid_request",
      error_description: "refresh_token required",
    });
  });
});
