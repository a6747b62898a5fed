import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { callAuth, joinAs, visitorOf } from "#backend/auth/auth-client.fixture.ts";
import { followLink, newestMail } from "#backend/testing/sent-mails.ts";
import { startTestBackend, type TestBackend } from "#backend/testing/test-backend.ts";

describe("PKCE", () => {
  let backend: TestBackend;
  beforeAll(async () => {
    backend = await startTestBackend();
  });
  afterAll(() => backend.close());

  it("gives the page a code, and the client with the verifier a session (S7.24)", async () => {
    const { email } = await joinAs(backend);
    const client = visitorOf(backend, { flowType: "pkce" });
    await client.auth.resetPasswordForEmail(email, { redirectTo: `${backend.url}/reset` });
    const { link } = await newestMail(backend, email);
    expect(link?.searchParams.get("token")).toMatch(/^pkce_/);
    const { address } = await followLink(link);
    expect(address.hash).toBe("");
    const code = address.searchParams.get("code") ?? "";
    const { data, error } = await client.auth.exchangeCodeForSession(code);
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ email });
    const claims = await client.auth.getClaims();
    expect(claims.data?.claims).toMatchObject({ amr: [{ method: "recovery" }] });
  });

  async function codeOf(email: string): Promise<{ code: string; verifier: string }> {
    const verifier = "v".repeat(50);
    await callAuth(backend, "/recover", {
      body: { email, code_challenge: verifier, code_challenge_method: "plain" },
    });
    const { link } = await newestMail(backend, email);
    const { address } = await followLink(link);
    return { code: address.searchParams.get("code") ?? "", verifier };
  }

  function exchange(code: string, verifier: string): Promise<Response> {
    return callAuth(backend, "/token?grant_type=pkce", {
      body: { auth_code: code, code_verifier: verifier },
    });
  }

  it("accepts a code once", async () => {
    const { code, verifier } = await codeOf((await joinAs(backend)).email);
    expect((await exchange(code, verifier)).status).toBe(200);
    const again = await exchange(code, verifier);
    expect(again.status).toBe(404);
    expect(await again.json()).toEqual({
      code: "flow_state_not_found",
      message: "invalid flow state, no valid flow state found",
    });
  });

  it("rejects a wrong verifier and deletes the code", async () => {
    const { code, verifier } = await codeOf((await joinAs(backend)).email);
    const wrong = await exchange(code, "w".repeat(50));
    expect(wrong.status).toBe(400);
    expect(await wrong.json()).toEqual({
      code: "bad_code_verifier",
      message: "code challenge does not match previously saved code verifier",
    });
    expect((await exchange(code, verifier)).status).toBe(404);
  });

  it("rejects a code after five minutes", async () => {
    const { code, verifier } = await codeOf((await joinAs(backend)).email);
    backend.advance(300_001);
    const late = await exchange(code, verifier);
    expect(late.status).toBe(422);
    expect(await late.json()).toEqual({
      code: "flow_state_expired",
      message: "invalid flow state, flow state has expired",
    });
  });

  it("rejects an exchange without code or verifier", async () => {
    const reply = await exchange("x", "");
    expect(reply.status).toBe(400);
    expect(await reply.json()).toMatchObject({ code: "validation_failed" });
  });

  it("adds an error to query and fragment", async () => {
    const link = new URL(`${backend.url}/auth/v1/verify?type=recovery&token=pkce_x`);
    const { address, fragment } = await followLink(link);
    expect(address.searchParams.get("error_code")).toBe("otp_expired");
    expect(fragment).toMatchObject({ error_code: "otp_expired" });
  });
});
