import { describe, expect, it } from "vitest";
import {
  createFakeServer,
  type FakeServer,
  json,
  unreachable,
} from "#tests/support/fake-server.ts";
import { PROTECTED_MEMBER } from "#tests/support/member.ts";
import { signInMember } from "#tests/support/member-session.ts";
import { testSite } from "#tests/support/site-fixture.ts";
import { openSession } from "#web/lib/session/session.ts";
import { createCodeCheck, factorIdsOf, TOO_MANY_CODES, factorKindsOf } from "./mfa.data.ts";

const [APP = ""] = factorIdsOf(PROTECTED_MEMBER, "app");
const SECOND_APP = "second-app";
const challengePath = (id: string) => `POST /auth/v1/factors/${id}/challenge`;
const verifyPath = (id: string) => `POST /auth/v1/factors/${id}/verify`;

function rejectWith(code: string, status = 422): () => Response {
  return () => json({ code, message: "No" }, status, { "x-supabase-api-version": "2024-01-01" });
}

async function checkOn(server: FakeServer, factorIds = [APP]) {
  await signInMember(server, PROTECTED_MEMBER, "aal1");
  for (const id of factorIds) {
    server.answer(challengePath(id), () =>
      json({ id: `asked-${id}`, type: "totp", expires_at: 1 }),
    );
  }
  return createCodeCheck(openSession(testSite()).client, factorIds);
}

describe("an authenticator code", () => {
  it("creates one challenge for up to five wrong codes", async () => {
    const server = createFakeServer();
    const check = await checkOn(server);
    server.answer(verifyPath(APP), rejectWith("mfa_verification_failed"));
    const codes: string[] = [];
    for (const code of ["000001", "000002", "000003", "000004", "000005", "000006"]) {
      const result = await check(code);
      if (!result.ok) codes.push(result.failure.code);
    }
    const wrong = "mfa_verification_failed";
    expect(codes).toEqual([wrong, wrong, wrong, wrong, TOO_MANY_CODES, wrong]);
    expect(server.to(challengePath(APP))).toHaveLength(2);
    expect(server.to(verifyPath(APP))[0]?.body).toEqual({
      challenge_id: `asked-${APP}`,
      code: "000001",
    });
  });

  it("creates one new challenge when the challenge has expired", async () => {
    const server = createFakeServer();
    const check = await checkOn(server);
    server.answer(verifyPath(APP), rejectWith("mfa_challenge_expired"));
    const result = await check("000001");
    expect(result).toMatchObject({ ok: false, failure: { code: "mfa_challenge_expired" } });
    expect(server.to(challengePath(APP))).toHaveLength(2);
  });

  it("matches any of several apps", async () => {
    const server = createFakeServer();
    const check = await checkOn(server, [APP, SECOND_APP]);
    server.answer(verifyPath(APP), rejectWith("mfa_verification_failed"));
    server.answer(verifyPath(SECOND_APP), rejectWith("mfa_verification_failed"));
    await check("000001");
    expect(server.to(verifyPath(SECOND_APP))).toHaveLength(1);
  });

  it("keeps the attempts of other apps when the network fails, and reports an ended session", async () => {
    const server = createFakeServer();
    const check = await checkOn(server, [APP, SECOND_APP]);
    server.answer(verifyPath(APP), unreachable);
    expect(await check("000001")).toMatchObject({ ok: false, failure: { code: "network" } });
    expect(server.to(verifyPath(SECOND_APP))).toEqual([]);
    server.answer(verifyPath(APP), rejectWith("session_not_found", 403));
    expect(await check("000001")).toMatchObject({
      ok: false,
      failure: { code: "session_not_found" },
    });
  });
});

it("ignores unverified and unknown factors", () => {
  const factors = (PROTECTED_MEMBER.factors ?? []).map((factor) => ({
    ...factor,
    status: "unverified" as const,
  }));
  expect(factorKindsOf(PROTECTED_MEMBER)).toEqual(["app", "recovery"]);
  expect(factorKindsOf({ ...PROTECTED_MEMBER, factors })).toEqual([]);
});
