import { MOVING } from "#tests/e2e/support/page-test.ts";
import { type CountingProxy, openCountingProxy } from "./support/counting-proxy.ts";
import { expect, test as journey, visitBefore } from "./support/journey-test.ts";

/** The shared server behind a counting proxy. */
const test = journey.extend<{ counting: CountingProxy }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright wants it
  counting: async ({}, provide) => {
    const counting = await openCountingProxy(`http://127.0.0.1:${process.env["E2E_PORT"]}`);
    await provide(counting);
    await counting.close();
  },
  baseURL: async ({ counting }, provide) => provide(counting.url),
});

test.use(MOVING);

test.describe("including a broken link", () => {
  test.use({ expectedFaults: [/status of 400/] });

  test("a returning visitor requests each page once @full", async ({ page, counting }) => {
    await visitBefore(page, "/privacy-policy");
    for (const path of [
      "/live-tv",
      "/tv",
      "/fr/tv",
      "/embed/channel/english",
      "/calendar.ics",
      "/robots.txt",
      "/auth/v1/verify",
    ]) {
      counting.forget();
      // A download aborts the navigation.
      await page.goto(path).catch(() => undefined);
      await expect.poll(() => counting.count(path)).toBeGreaterThan(0);
      await page.goto("/privacy-policy");
      expect(counting.count(path), path).toBe(1);
    }
  });
});

test("a returning visitor requests a player in a page once @full", async ({ page, counting }) => {
  await visitBefore(page, "/privacy-policy");
  counting.forget();
  await page.goto("/live-tv");
  await page.getByRole("main").locator("iframe").first().waitFor({ state: "attached" });
  await expect.poll(() => counting.count("/embed/channel/english")).toBeGreaterThan(0);
  await page.goto("/privacy-policy");
  expect(counting.count("/embed/channel/english")).toBe(1);
});
