import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createFakeServer, json } from "#tests/support/fake-server.ts";
import { MEMBER } from "#tests/support/member.ts";
import { signInMember } from "#tests/support/member-session.ts";
import { testSite } from "#tests/support/site-fixture.ts";
import { openSession } from "#web/lib/session/session.ts";
import { watchSession } from "./session-watcher.tsx";

const ASK = "GET /auth/v1/user";
const OPTIONS = { userId: MEMBER.id, usesSocket: false };

describe("a page whose session may be ended elsewhere, without a socket", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] }));
  afterEach(() => void vi.useRealTimers());

  it("checks every 15 seconds and when the page becomes visible, and stops after sign-out", async () => {
    const server = createFakeServer();
    await signInMember(server);
    server.answer(ASK, () => json(MEMBER));
    const stop = watchSession(openSession(testSite()), OPTIONS);
    vi.advanceTimersByTime(15_000);
    await vi.waitFor(() => expect(server.to(ASK)).toHaveLength(1));
    document.dispatchEvent(new Event("visibilitychange"));
    await vi.waitFor(() => expect(server.to(ASK)).toHaveLength(2));
    stop();
    vi.advanceTimersByTime(60_000);
    document.dispatchEvent(new Event("visibilitychange"));
    expect(server.to(ASK)).toHaveLength(2);
  });

  it("a session that is gone is dropped and reported as ended elsewhere", async () => {
    const server = createFakeServer();
    await signInMember(server);
    const headers = { "x-supabase-api-version": "2024-01-01" };
    const gone = { code: "session_not_found", message: "Session does not exist" };
    server.answer(ASK, () => json(gone, 403, headers));
    const session = openSession(testSite());
    const stop = watchSession(session, OPTIONS);
    vi.advanceTimersByTime(15_000);
    await vi.waitFor(() =>
      expect(session.current()).toEqual({ status: "signed-out", wasEnded: true }),
    );
    stop();
  });

  it("a user who signs out gets no notice that the session was ended elsewhere", async () => {
    const server = createFakeServer();
    await signInMember(server);
    const session = openSession(testSite());
    await session.leave("global");
    expect(session.current()).toEqual({ status: "signed-out", wasEnded: false });
  });
});
