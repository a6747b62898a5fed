import { screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { sessionMessages } from "#shared/messages/account/session.ts";
import { createFakeServer, json } from "#tests/support/fake-server.ts";
import { signInMember } from "#tests/support/member-session.ts";
import { testSite } from "#tests/support/site-fixture.ts";
import { openSession } from "#web/lib/session/session.ts";
import { hasStoredSession } from "#web/lib/session/session-flag.ts";
import { signOut } from "./sign-out.ts";

const LOGOUT = "POST /auth/v1/logout";
const never = (): Promise<Response> => new Promise(() => undefined);

beforeEach(() => void vi.stubGlobal("indexedDB", { open: () => new EventTarget() }));

it.each([
  ["never answers", never],
  ["cannot be reached", () => Promise.reject(new TypeError("Failed to fetch"))],
  ["fails", () => json({ message: "down" }, 503)],
])(
  "where the service %s and the browser's storage is silent, this device is signed out within 4 s",
  async (_case, answering) => {
    const server = createFakeServer();
    await signInMember(server);
    server.answer(LOGOUT, answering);
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const leaving = signOut(testSite());
    await vi.advanceTimersByTimeAsync(4_000);
    expect(hasStoredSession()).toBe(false);
    expect(openSession(testSite()).current()).toEqual({ status: "signed-out", wasEnded: false });
    await vi.advanceTimersByTimeAsync(2_000);
    await leaving;
    vi.useRealTimers();
    expect(await screen.findByText(sessionMessages.en.signedOutText)).toBeDefined();
  },
);
