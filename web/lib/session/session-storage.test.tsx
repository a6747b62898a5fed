import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { MEMBER, sessionOf } from "#tests/support/member.ts";
import { serverAheadMs } from "#web/lib/clock.ts";
import { createSessionStorage } from "./session-storage.ts";
import { parseSession } from "./stored-session.ts";

const HOUR_S = 3_600;
const YEAR_S = 365 * 24 * HOUR_S;
const KEY = "sb-localhost-auth-token";

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 5, 14) }));
afterEach(() => void vi.useRealTimers());

/** Shifts the device's clock by seconds; the server's stays. */
function setClock(aheadS: number) {
  const now = new Date().toISOString();
  vi.setSystemTime(Date.now() + aheadS * 1000);
  return { getJson: vi.fn(() => Promise.resolve({ now })) };
}

async function leftS(api: ReturnType<typeof setClock>): Promise<number> {
  const text = await createSessionStorage(api).getItem(KEY);
  const session = parseSession(text);
  return Math.round((session?.expires_at ?? 0) - Date.now() / 1000);
}

it.each([1, 2, 5.5, 24 * 40, -1, -2, -24 * 40])(
  "with a clock that is %s hours ahead, the client reads the session's remaining time",
  async (hours) => {
    localStorage.setItem(KEY, JSON.stringify(sessionOf(MEMBER)));
    expect(await leftS(setClock(hours * HOUR_S))).toBe(HOUR_S);
    expect(serverAheadMs()).toBe(-hours * HOUR_S * 1000);
  },
);

it("reads a session that began while the server's clock was a year ahead as over, and keeps it", async () => {
  const session = { ...sessionOf(MEMBER), expires_at: Date.now() / 1000 + YEAR_S };
  const text = JSON.stringify(session);
  localStorage.setItem(KEY, text);
  expect(await leftS(setClock(0))).toBe(0);
  const storage = createSessionStorage(setClock(0));
  await storage.setItem(KEY, (await storage.getItem(KEY)) ?? "");
  expect(localStorage.getItem(KEY)).toBe(text);
  // Renewed by a service whose clock differs from this server's: it is not renewed each time.
  await storage.setItem(KEY, JSON.stringify({ ...session, access_token: "another" }));
  expect(parseSession(await storage.getItem(KEY))?.expires_at).toBe(session.expires_at);
});

it("asks nothing with a right clock", async () => {
  localStorage.setItem(KEY, JSON.stringify(sessionOf(MEMBER)));
  const api = setClock(0);
  expect(await leftS(api)).toBe(HOUR_S);
  expect(api.getJson).not.toHaveBeenCalled();
});

it("falls back to the device's clock without a response", async () => {
  localStorage.setItem(KEY, JSON.stringify(sessionOf(MEMBER)));
  const api = setClock(2 * HOUR_S);
  api.getJson.mockRejectedValue(new Error("offline"));
  expect(await leftS(api)).toBe(-HOUR_S);
});
