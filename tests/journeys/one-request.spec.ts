import { type CountingDoor, openCountingDoor } from "./support/counting-door.ts";
import { expect, test as journey, visitBefore } from "./support/journey-test.ts";

/** The shared server behind a door that counts. */
const test = journey.extend<{ door: CountingDoor }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright wants it
  door: async ({}, provide) => {
    const door = await openCountingDoor(`http://127.0.0.1:${process.env["E2E_PORT"]}`);
    await provide(door);
    await door.close();
  },
  baseURL: async ({ door }, provide) => provide(door.url),
});

test.describe("among them a broken link", () => {
  test.use({ expectedFaults: [/status of 400/] });

  test("whatever a returning visitor opens is asked for once @both", async ({ page, door }) => {
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
      door.forget();
      // A file to keep ends the navigation, because it is no page.
      await page.goto(path).catch(() => undefined);
      await expect.poll(() => door.count(path)).toBeGreaterThan(0);
      await page.goto("/privacy-policy");
      expect(door.count(path), path).toBe(1);
    }
  });
});

test("a returning visitor's player in a page is asked for once", async ({ page, door }) => {
  await visitBefore(page, "/privacy-policy");
  door.forget();
  await page.goto("/live-tv");
  await page.getByRole("main").locator("iframe").first().waitFor({ state: "attached" });
  await expect.poll(() => door.count("/embed/channel/english")).toBeGreaterThan(0);
  await page.goto("/privacy-policy");
  expect(door.count("/embed/channel/english")).toBe(1);
});
