import { afterEach, expect, it, vi } from "vitest";
import { createFakeServer, json } from "#tests/support/fake-server.ts";
import { MEMBER, sessionOf } from "#tests/support/member.ts";
import { serve } from "#tests/support/render-view.tsx";
import { testSite } from "#tests/support/site-fixture.ts";
import { createApi } from "#web/lib/http/http.ts";
import { openSession } from "./session.ts";

const HOUR_MS = 3_600_000;
const KEY = "sb-localhost-auth-token";

afterEach(() => void vi.useRealTimers());

/** One test, because the session is read once in a tab. */
it("neither renews, changes nor ends a session on a device whose clock is two hours ahead", async () => {
  const stored = sessionOf(MEMBER);
  localStorage.setItem(KEY, JSON.stringify(stored));
  const now = new Date().toISOString();
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 2 * HOUR_MS });
  const server = createFakeServer();
  serve(server);
  server.answer("GET /api/live", () => json({ now }));
  server.answer("PUT /auth/v1/user", () => json(MEMBER));
  server.answer("POST /auth/v1/logout", () => new Response(null, { status: 204 }));
  const site = testSite();
  const session = openSession({ ...site, api: createApi(site) });
  await vi.waitFor(() => expect(session.current().status).toBe("signed-in"));
  await session.client.auth.updateUser({ data: {} });
  const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "");
  expect(kept).toMatchObject({ expires_at: Reflect.get(stored, "expires_at") });
  expect(server.to("POST /auth/v1/token")).toEqual([]);
  expect(server.to("GET /api/live")).toHaveLength(1);
  await session.leave("local");
});
