import { sendRequest } from "./support/send-request.ts";
import { expect, test } from "./support/journey-test.ts";

const BROWSER = { "accept-encoding": "br", accept: "text/html" };

test.describe("an IP address that requests hundreds of uncached pages", () => {
  test.use({
    ownServer: { RATE_LIMIT_FACTOR: "1", TRUSTED_PROXY: "127.0.0.1" },
    expectedFaults: [/status of 429/],
  });

  test("gets a page that asks it to wait, while other visitors and all cached pages are served @full", async ({
    baseURL,
    page,
  }) => {
    const origin = baseURL ?? "";
    const from = (address: string) => ({ ...BROWSER, "x-forwarded-for": address });
    const crowd = from("203.0.113.7");
    const statuses = new Map<number, number>();
    for (let count = 0; count < 400; count++) {
      const { status } = await sendRequest(origin, `/videos/sermons?q=word${count}`, {
        headers: crowd,
      });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    expect(statuses.get(200)).toBeGreaterThan(100);
    expect(statuses.get(429)).toBeGreaterThan(100);
    expect(new Set(statuses.keys())).toEqual(new Set([200, 429]));

    const english = await sendRequest(origin, "/videos/sermons?q=more", { headers: crowd });
    expect(english.text).toContain("Too many requests");
    expect(Number(english.header("retry-after"))).toBeGreaterThan(0);
    expect(english.header("cache-control")).toBe("no-store");
    expect(english.header("content-type")).toMatch(/^text\/html/);
    const french = await sendRequest(origin, "/fr/videos/sermons?q=plus", { headers: crowd });
    expect(french.text).toContain("Trop de demandes");

    // Cached pages are free, and the next IP address has its own quota.
    expect((await sendRequest(origin, "/", { headers: crowd })).status).toBe(200);
    const other = { headers: from("203.0.113.8") };
    const found = await sendRequest(origin, "/videos/sermons?q=light", other);
    expect(found.status).toBe(200);
    expect(found.text).toContain('value="light"');

    await page.setExtraHTTPHeaders({ "x-forwarded-for": "203.0.113.7" });
    await page.goto("/videos/sermons?q=again");
    await expect(page.getByRole("heading", { name: "Too many requests" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Try again" })).toHaveAttribute("href", "");
  });
});
