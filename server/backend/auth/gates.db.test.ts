import { describe, expect, it } from "vitest";
import { startTestBackend } from "#tests/support/test-backend.ts";
import { callAuth, joinAs } from "./auth-client.fixture.ts";

describe("the operator", () => {
  it("reads what happened to accounts, newest first", async () => {
    const backend = await startTestBackend();
    const member = await joinAs(backend);
    const reply = await callAuth(backend, "/admin/audit?per_page=1", { key: backend.secretKey });
    expect(reply.headers.get("x-total-count")).toBe("1");
    expect(await reply.json()).toMatchObject([
      { payload: { action: "user_signedup", actor_id: member.id } },
    ]);
    expect((await callAuth(backend, "/admin/audit")).status).toBe(401);
    await backend.close();
  });
});
