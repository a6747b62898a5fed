import { readFile } from "node:fs/promises";
import { expect, test } from "./support/page-test.ts";

for (const { address, button, summary } of [
  { address: "/live-tv", button: "Add to calendar", summary: "Live service: Reign TV" },
  {
    address: "/fr/live-tv",
    button: "Ajouter au calendrier",
    summary: "Culte en direct\u00a0: Reign TV",
  },
]) {
  test(`${address} hands out the services for the visitor's calendar`, async ({ page }) => {
    await page.goto(address);
    const downloading = page.waitForEvent("download");
    await page.getByRole("link", { name: button }).click();
    const download = await downloading;
    const text = await readFile(await download.path(), "utf8");
    expect(download.suggestedFilename()).toMatch(/\.ics$/);
    expect(text).toContain(`SUMMARY:${summary}`);
    expect(text).toContain("DTSTART;TZID=Europe/Paris:20260101T160000");
    expect(text).toContain("DTSTART;TZID=Europe/Paris:20260104T100000");
  });
}

test("Live TV offers a subscription that calendar programs open", async ({ page, baseURL }) => {
  await page.goto("/live-tv");
  const host = new URL(baseURL ?? "").host;
  await expect(page.getByRole("link", { name: "Subscribe" })).toHaveAttribute(
    "href",
    `webcal://${host}/calendar.ics`,
  );
});
