import { expect, it } from "vitest";
import { createFakeServer, json } from "#tests/support/fake-server.ts";
import { MEMBER, PROTECTED_MEMBER, sessionOf, tokenOf } from "#tests/support/member.ts";
import { serve } from "#tests/support/render-view.tsx";
import { accessToken } from "./access-token.ts";
import { openedSession } from "./account-session.ts";

const KEY = "sb-localhost-auth-token";
const SITE = { backendUrl: "", publishableKey: "key" };

/** One test, because the session is read once in a tab. */
it("loads the backend client for a session that ends soon, not for one with time left", async () => {
  const server = createFakeServer();
  serve(server);
  server.answer("POST /auth/v1/token", () => json(sessionOf(PROTECTED_MEMBER)));
  server.answer("POST /auth/v1/logout", () => new Response(null, { status: 204 }));

  localStorage.setItem(KEY, JSON.stringify(sessionOf(MEMBER)));
  expect(await accessToken(SITE)).toEqual({ userId: MEMBER.id, token: tokenOf(MEMBER) });
  expect(openedSession()).toBeNull();

  const endsSoon = { ...sessionOf(MEMBER), expires_at: Math.floor(Date.now() / 1000) + 60 };
  localStorage.setItem(KEY, JSON.stringify(endsSoon));
  expect(await accessToken(SITE)).toMatchObject({ token: tokenOf(PROTECTED_MEMBER) });
  expect(server.to("POST /auth/v1/token")).toHaveLength(1);
  await openedSession()?.leave("local");
  expect(await accessToken(SITE)).toBeNull();
});
