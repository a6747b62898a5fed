import { expect, it } from "vitest";
import { createFakeServer, json } from "#tests/support/fake-server.ts";
import { MEMBER, sessionOf } from "#tests/support/member.ts";
import { serve } from "#tests/support/render-view.tsx";
import { openItems } from "./open-items.ts";
import { synchronise } from "./synchronise.ts";

const KEY = "sb-localhost-auth-token";

/** One test, because the session is read once in a tab. */
it("ends a session in the browser that the backend no longer accepts", async () => {
  localStorage.setItem(KEY, JSON.stringify(sessionOf(MEMBER)));
  const server = createFakeServer();
  serve(server);
  const headers = { "x-supabase-api-version": "2024-01-01" };
  const gone = { code: "session_not_found", message: "Session does not exist" };
  server.answer("POST /rest/v1/rpc/sync_items", () => json({ code: "PGRST303" }, 401));
  server.answer("GET /auth/v1/user", () => json(gone, 403, headers));
  const store = await openItems();
  await expect(synchronise(store, { backendUrl: "", publishableKey: "key" })).rejects.toThrow(
    "Not synchronised: 401",
  );
  expect(localStorage.getItem(KEY)).toBeNull();
});
