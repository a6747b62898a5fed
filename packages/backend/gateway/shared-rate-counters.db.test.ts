import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestBackend, type TestBackend } from "#backend/testing/test-backend.ts";

const HALF = 60;

describe("limits of two servers on one database", () => {
  let one: TestBackend;
  let two: TestBackend;

  beforeAll(async () => {
    const options = { settings: { rateLimitFactor: 1 }, hasOthers: true };
    one = await startTestBackend(options);
    two = await startTestBackend({ ...options, sharedWith: one });
  });
  afterAll(async () => {
    await two.close();
    await one.close();
  });

  const send = async (
    { url, publishableKey }: TestBackend,
    path = "languages",
  ): Promise<number> => {
    const response = await fetch(`${url}/rest/v1/${path}`, { headers: { apikey: publishableKey } });
    await response.arrayBuffer();
    return response.status;
  };

  it("count requests to both", async () => {
    for (let count = 0; count < HALF; count += 1) {
      expect(await send(one)).not.toBe(429);
      expect(await send(two)).not.toBe(429);
    }
    // 120 requests in all, 60 to each; counts reach the other server within moments.
    await expect.poll(() => send(one), { timeout: 5_000 }).toBe(429);
    await expect.poll(() => send(two), { timeout: 5_000 }).toBe(429);
  });

  it("ignore malformed notifications", async () => {
    for (const text of ["", "{", '{"from":"x","counts":[["unknown","y",5],["__proto__","y",5]]}']) {
      await one.admin`select pg_notify('rate_counts', ${text})`;
    }
    expect([200, 404, 429]).toContain(await send(one));
  });

  it("reveal no IP", async () => {
    const received: string[] = [];
    const sql = one.admin;
    await sql.listen("rate_counts", (text) => void received.push(text));
    const headers = { apikey: two.publishableKey, "content-type": "application/json" };
    const body = JSON.stringify({ email: "nobody@example.test", password: "wrong password" });
    const sign = `${two.url}/auth/v1/token?grant_type=password`;
    await (await fetch(sign, { method: "POST", headers, body })).arrayBuffer();
    await expect.poll(() => received.join(), { timeout: 5_000 }).toContain('"password"');
    expect(received.join()).not.toMatch(/127\.0\.0\.1|nobody@/);
  });
});
