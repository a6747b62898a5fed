import { readFile } from "node:fs/promises";
import { expect, test } from "./support/page-test.ts";

test("Live TV offers the services for the visitor's calendar, as a file and as a subscription @full", async ({
  page,
  baseURL,
}) => {
  for (const { address, button, summary } of [
    {
      address: "/fr/live-tv",
      button: "Ajouter au calendrier",
      summary: "Culte en direct\u00a0: Reign TV",
    },
    { address: "/live-tv", button: "Add to calendar", summary: "Live service: Reign TV" },
  ]) {
    await page.goto(address);
    const downloading = page.waitForEvent("download");
    await page.getByRole("link", { name: button }).click();
    const download = await downloading;
    const text = await readFile(await download.path(), "utf8");
    expect(download.suggestedFilename()).toMatch(/\.ics$/);
    expect(text).toContain(`SUMMARY:${summary}`);
    expect(text).toContain("DTSTART;TZID=Europe/Paris:20260101T160000");
    expect(text).toContain("DTSTART;TZID=Europe/Paris:20260104T100000");
  }
  await expect(page.getByRole("link", { name: "Subscribe" })).toHaveAttribute(
    "href",
    `webcal://${new URL(baseURL ?? "").host}/calendar.ics`,
  );
});
