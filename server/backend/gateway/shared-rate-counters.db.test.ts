import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestBackend, type TestBackend } from "#tests/support/test-backend.ts";

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

  const ask = async ({ url, publishableKey }: TestBackend, path = "languages"): Promise<number> => {
    const answer = await fetch(`${url}/rest/v1/${path}`, { headers: { apikey: publishableKey } });
    await answer.arrayBuffer();
    return answer.status;
  };

  it("count for both together", async () => {
    for (let count = 0; count < HALF; count += 1) {
      expect(await ask(one)).not.toBe(429);
      expect(await ask(two)).not.toBe(429);
    }
    // 120 came in all, 60 to each; what one has counted reaches the other within moments.
    await expect.poll(() => ask(one), { timeout: 5_000 }).toBe(429);
    await expect.poll(() => ask(two), { timeout: 5_000 }).toBe(429);
  });

  it("take no notice of what is none of theirs", async () => {
    for (const text of ["", "{", '{"from":"x","counts":[["unknown","y",5],["__proto__","y",5]]}']) {
      await one.admin`select pg_notify('rate_counts', ${text})`;
    }
    expect([200, 404, 429]).toContain(await ask(one));
  });

  it("tell nobody an address", async () => {
    const heard: string[] = [];
    const sql = one.admin;
    await sql.listen("rate_counts", (text) => void heard.push(text));
    const headers = { apikey: two.publishableKey, "content-type": "application/json" };
    const body = JSON.stringify({ email: "nobody@reign-tv.example", password: "wrong password" });
    const sign = `${two.url}/auth/v1/token?grant_type=password`;
    await (await fetch(sign, { method: "POST", headers, body })).arrayBuffer();
    await expect.poll(() => heard.join(), { timeout: 5_000 }).toContain('"password"');
    expect(heard.join()).not.toMatch(/127\.0\.0\.1|nobody@/);
  });
});
