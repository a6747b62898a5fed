import { afterEach, expect, it, vi } from "vitest";
import { createFakeServer, json } from "#tests/support/fake-server.ts";
import { MEMBER, sessionOf } from "#tests/support/member.ts";
import { serve } from "#tests/support/render-view.tsx";
import { openSession } from "./session.ts";

const KEY = "sb-localhost-auth-token";

afterEach(() => void vi.useRealTimers());

/** One test, because the session is read once in a tab. */
it("shows and keeps a session whose renewal is rate-limited", async () => {
  localStorage.setItem(KEY, JSON.stringify({ ...sessionOf(MEMBER), expires_at: 1 }));
  const server = createFakeServer();
  serve(server);
  const rejection = { code: "over_request_rate_limit", message: "Too many" };
  server.answer("POST /auth/v1/token", () => json(rejection, 429, { "retry-after": "60" }));
  server.answer("POST /auth/v1/logout", () => new Response(null, { status: 204 }));
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const session = openSession({ backendUrl: "", publishableKey: "key" });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(session.current()).toMatchObject({ status: "signed-in", user: { id: MEMBER.id } });
  await vi.advanceTimersByTimeAsync(40_000);
  expect(session.current()).toMatchObject({ status: "signed-in", user: { id: MEMBER.id } });
  expect(localStorage.getItem(KEY)).not.toBeNull();
  expect(server.to("POST /auth/v1/token")).toHaveLength(1);
  const leaving = session.leave("local");
  await vi.advanceTimersByTimeAsync(1_000);
  await leaving;
  expect(localStorage.getItem(KEY)).toBeNull();
});
