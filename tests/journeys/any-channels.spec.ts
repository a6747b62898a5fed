import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { MOVING } from "#tests/e2e/support/page-test.ts";
import { expectAccessible } from "#tests/e2e/support/accessibility.ts";
import { expect, test, visitBefore } from "./support/journey-test.ts";

test.use(MOVING);

/** Returns the repository's ministry with other channels. */
function ministryWith(change: (channels: Record<string, unknown>) => unknown): string {
  const ministry = JSON.parse(readFileSync("ministry.json", "utf8"));
  const channels = change(ministry.channels);
  const file = join(mkdtempSync(join(tmpdir(), "channels-")), "ministry.json");
  writeFileSync(file, JSON.stringify({ ...ministry, channels }));
  return file;
}

const LINGALA = {
  name: { en: "Live in Lingala", fr: "Direct en lingala" },
  language: "fr",
  source: { kind: "linear", lineupId: "french" },
};

async function channelNames(page: Page): Promise<string[]> {
  return page.locator("#live h3").allTextContents();
}

test.describe("a ministry with three channels", () => {
  test.use({
    ownServer: { MINISTRY_FILE: ministryWith((two) => ({ ...two, lingala: LINGALA })) },
  });

  test("shows them in its order on Home, Live TV and /tv, and plays the third one @full", async ({
    page,
    request,
  }) => {
    await visitBefore(page);
    await page.goto("/");
    const names = ["Live Stream English", "Live Stream French", "Live in Lingala"];
    expect(await channelNames(page)).toEqual(names);
    await expectAccessible(page);
    await page.goto("/fr/live-tv?channel=lingala");
    await expect(page.getByRole("heading", { name: "Direct en lingala" })).toBeVisible();
    const choice = page.getByRole("navigation", { name: "Choisir une chaîne" });
    // Channels in the page's language come first.
    await expect(choice.getByRole("link")).toHaveText([
      "Direct en français",
      "Direct en lingala",
      "Direct en anglais",
    ]);
    await page.goto("/tv");
    await expect(page.locator("[data-channel] .name")).toHaveText(names);

    const embed = await request.get("/embed/channel/lingala?lang=fr");
    expect([embed.status(), await embed.text()]).toEqual([
      200,
      expect.stringContaining("Direct en lingala"),
    ]);
    expect((await request.get("/live/lingala/index.m3u8")).status()).toBe(200);
    expect((await request.get("/live/lingala/guide")).status()).toBe(200);
    const live = await (await request.get("/api/live")).json();
    expect(live.channels).toMatchObject([
      { id: "english", state: "rerun" },
      { id: "french", state: "rerun" },
      { id: "lingala", state: "rerun", title: expect.any(String) },
    ]);
    const site = await (await request.get("/api/site")).json();
    expect(Object.keys(site.channelPosters)).toEqual(["english", "french", "lingala"]);
  });
});

test.describe("a ministry with one channel", () => {
  test.use({ ownServer: { MINISTRY_FILE: ministryWith(({ french }) => ({ french })) } });

  test("shows it, offers no choice and has no other @full", async ({ page, request }) => {
    await visitBefore(page);
    await page.goto("/");
    expect(await channelNames(page)).toEqual(["Live Stream French"]);
    await page.getByRole("link", { name: "Live Stream French" }).click();
    await expect(page).toHaveURL(/\/live-tv$/);
    await expect(page.getByRole("heading", { name: "Live Stream French" })).toBeVisible();
    await expect(page.getByRole("navigation", { name: "Choose a channel" })).toHaveCount(0);
    await page.goto("/tv");
    await expect(page.locator("[data-channel]")).toHaveCount(1);
    expect((await request.get("/embed/channel/french")).status()).toBe(200);
    for (const gone of ["/embed/channel/english", "/embed/channel/constructor"]) {
      expect((await request.get(gone)).status()).toBe(404);
    }
  });
});
