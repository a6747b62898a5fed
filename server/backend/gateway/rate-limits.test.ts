import { describe, expect, it } from "vitest";
import type { Caller } from "#server/database/caller.ts";
import { IN_PROCESS } from "#server/kit/http/client-address.ts";
import { createRateLimits, type Counted } from "./rate-limits.ts";

const anon: Caller = { role: "anon", claims: { role: "anon" }, userId: null, sessionId: null };
const member = (userId: string): Caller => ({
  role: "authenticated",
  claims: { role: "authenticated" },
  userId,
  sessionId: null,
});
const base: Counted = {
  part: "rest",
  method: "GET",
  path: "/profiles",
  grantType: null,
  caller: anon,
  clientAddress: "203.0.113.9",
};
const upload: Partial<Counted> = {
  part: "storage",
  method: "POST",
  path: "/object/avatars/u-1.png",
  caller: member("u"),
};

/** Returns how many of `tries` requests pass before the first 429. */
async function passing(change: Partial<Counted>, tries: number, factor = 1): Promise<number> {
  const limits = createRateLimits({ factor, wait: () => Promise.resolve() });
  for (let count = 0; count < tries; count += 1) {
    if ((await limits.check({ ...base, ...change })) !== null) return count;
  }
  return tries;
}

describe("rate limits", () => {
  it.each<[string, Partial<Counted>, number]>([
    ["REST by visitors", {}, 120],
    ["REST by a member", { caller: member("u") }, 300],
    ["functions", { part: "functions", path: "/tts" }, 120],
    ["passwords in one burst", { part: "auth", path: "/token", grantType: "password" }, 30],
    ["refreshes", { part: "auth", path: "/token", grantType: "refresh_token" }, 150],
    ["sign-ups", { part: "auth", method: "POST", path: "/signup" }, 300],
    ["recovery mails", { part: "auth", method: "POST", path: "/recover" }, 30],
    ["confirmation mails", { part: "auth", method: "POST", path: "/resend" }, 30],
    ["one-time codes", { part: "auth", method: "POST", path: "/otp" }, 30],
    ["verifications", { part: "auth", method: "POST", path: "/verify" }, 150],
    ["uploads by a member", upload, 10],
    [
      "uploads with a signed address",
      { part: "storage", method: "PUT", path: "/object/upload/sign/avatars/x.png" },
      10,
    ],
    ["lists of files", { part: "storage", method: "POST", path: "/object/list/avatars" }, 120],
    [
      "moves of files",
      { part: "storage", method: "POST", path: "/object/move", caller: member("u") },
      300,
    ],
  ])("allow %s up to the number of R-60", async (_, change, limit) => {
    expect(await passing(change, limit + 5)).toBe(limit);
  });

  it.each<[string, Partial<Counted>]>([
    ["public files", { part: "storage", path: "/object/public/avatars/x.png" }],
    ["calls inside the process", { clientAddress: IN_PROCESS }],
    ["the secret key", { caller: { ...anon, role: "service_role" } }],
  ])("ignore %s", async (_, change) => {
    expect(await passing(change, 500)).toBe(500);
  });

  it("are scaled by the factor", async () => {
    expect(await passing({}, 1_000, 5)).toBe(600);
    expect(await passing(upload, 10, 0.1)).toBe(1);
  });

  it("return Retry-After", async () => {
    const limits = createRateLimits({ factor: 0.01, wait: () => Promise.resolve() });
    await limits.check(base);
    const error = await limits.check(base);
    expect(error).toMatchObject({ status: 429, message: "Request rate limit reached" });
    expect(error?.retryAfterS).toBeGreaterThan(0);
    expect(error?.retryAfterS).toBeLessThanOrEqual(60);
  });

  it("count an IPv6 network as one client, and separate IPs and users", async () => {
    const limits = createRateLimits({ factor: 1 / 120, wait: () => Promise.resolve() });
    const check = async (change: Partial<Counted>) =>
      (await limits.check({ ...base, ...change })) === null;
    expect(await check({ clientAddress: "2001:db8:1:2::1" })).toBe(true);
    expect(await check({ clientAddress: "2001:db8:1:2:ffff::9" })).toBe(false);
    expect(await check({ clientAddress: "2001:db8:1:3::1" })).toBe(true);
    expect(await check({ clientAddress: "203.0.113.1" })).toBe(true);
  });

  it("delay sign-ups from one IP before they reject: a hall shares one (L-06)", async () => {
    const delays: number[] = [];
    const wait = (delayMs: number): Promise<void> => {
      delays.push(delayMs);
      return Promise.resolve();
    };
    const limits = createRateLimits({ factor: 1, wait });
    for (let count = 0; count < 200; count += 1) {
      const error = await limits.check({
        ...base,
        part: "auth",
        method: "POST",
        path: "/signup",
      });
      expect(error).toBe(null);
    }
    expect(delays.slice(0, 30).every((delayMs) => delayMs === 0)).toBe(true);
    expect(delays.slice(30, 33)).toEqual([250, 500, 750]);
    expect(delays.at(-1)).toBe(10_000);
  });
});
