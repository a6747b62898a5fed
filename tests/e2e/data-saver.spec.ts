import type { Page } from "@playwright/test";
import { waitForAfterLoad } from "./support/after-load.ts";
import { expectAccessible } from "./support/accessibility.ts";
import { expect, MOVING, test } from "./support/page-test.ts";

test.use(MOVING);

async function withConnection(page: Page, connection: object): Promise<void> {
  await page.addInitScript((value) => {
    Object.defineProperty(navigator, "connection", { value });
  }, connection);
}

test("a connection that asks to save data starts no stream, shows the data cost of sound and picture first, and gets the smallest images below the first screen", async ({
  page,
}) => {
  await withConnection(page, { saveData: true });
  await page.goto("/");
  const card = page.getByRole("article", { name: "Live Stream English" });
  await expect(card.getByText(/^Listen\. About (?:8|9|10|11) MB an hour$/)).toBeVisible();
  await expect(card.getByText(/^About 3\d MB an hour$/)).toBeVisible();
  await expect(page.locator("iframe")).toHaveCount(0);
  await expect(page.getByRole("switch", { name: "Data saver" })).toBeChecked();
  const picture = page.locator("#music [data-video] img").first();
  await picture.scrollIntoViewIfNeeded();
  await expect(picture).toHaveAttribute("src", /\/320\.webp$/);
  await expect(picture).not.toHaveAttribute("srcset");
  const source = page.locator("#music [data-video] source").first();
  await expect(source).toHaveAttribute("srcset", /^[^,]+\/320\.avif 320w$/);
  await card.getByRole("button", { name: "Watch Live Stream English" }).click();
  await expect(card.locator("iframe")).toHaveAttribute("src", /tap=1.*saver=1/);
  const video = card.frameLocator("iframe").locator("video");
  await expect
    .poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime))
    .toBeGreaterThan(0);
});

test(
  "on a phone the first image comes with the page; one of full quality follows, without the data saver",
  { tag: "@phone" },
  async ({ page }) => {
    const shown = () =>
      page
        .locator("main img[fetchpriority=high]")
        .evaluate((image: HTMLImageElement) => image.complete && image.currentSrc);
    await page.route("**/*.avif", (route) => route.fulfill({ contentType: "image/avif" }));
    const requested = page.waitForResponse(/clip-i-was-glad.*\.avif$/);
    await page.goto("/");
    await requested;
    expect(await shown()).toMatch(/^data:image\/avif;base64,/);
    await page.unroute("**/*.avif");
    await page.reload();
    await expect.poll(shown).toMatch(/\/img\/.*\/\d+\.avif$/);
    await page.evaluate(() => localStorage.setItem("dataSaver", "on"));
    await page.goto("/live-tv");
    await expect(page.getByRole("switch", { name: "Data saver" })).toBeChecked();
    await waitForAfterLoad(page);
    expect(await shown()).toMatch(/^data:image\/avif;base64,/);
  },
);

test.describe("with the service worker", () => {
  test.use({ serviceWorkers: "allow" });

  test(
    "a channel's sound plays on through the pages, counts its data, and pauses where it is",
    { tag: "@phone" },
    async ({ page }) => {
      await page.goto("/");
      const card = page.getByRole("article", { name: "Live Stream English" });
      await card.getByRole("button", { name: /^Listen: Live Stream English/ }).click();
      const bar = page.getByRole("region", { name: "Audio player" });
      const heardSeconds = () =>
        page.locator("audio").evaluate((audio: HTMLAudioElement) => audio.currentTime);
      const started = await heardSeconds();
      await expect.poll(heardSeconds).toBeGreaterThan(started);
      await expect(page.locator("iframe")).toHaveCount(0);
      await page.getByRole("navigation").getByRole("link", { name: "Bible" }).last().click();
      await expect(page.getByRole("heading", { level: 1, name: "Genesis 1" })).toBeVisible();
      const onArrival = await heardSeconds();
      await expect.poll(heardSeconds).toBeGreaterThan(onArrival + 1);
      await expectAccessible(page);
      await bar.getByRole("button", { name: "Pause" }).click();
      await expect(bar.getByRole("button", { name: "Play" })).toBeVisible();
      expect(await page.evaluate(() => localStorage.getItem("dataUse"))).toMatch(/":\d{4,}/);
      await bar.getByRole("button", { name: "Stop" }).click();
      await expect(bar).toBeHidden();
    },
  );
});

test(
  "the switch turns the saver on, is stored, and works in French @full",
  { tag: "@phone" },
  async ({ page }) => {
    await page.goto("/fr");
    const toggle = page.getByRole("switch", { name: "Économiseur de données" });
    // The footer loads it when it comes near.
    const showFooter = () => page.getByRole("contentinfo").scrollIntoViewIfNeeded();
    await showFooter();
    await expect(toggle).not.toBeChecked();
    await toggle.click();
    await expect(toggle).toBeChecked();
    await page.reload();
    await showFooter();
    await expect(toggle).toBeChecked();
    const card = page.getByRole("article", { name: "Direct en français" });
    await expect(card.getByText(/^Écouter\. Environ \d+\sMo par heure$/)).toBeVisible();
    await expectAccessible(page);
    await toggle.click();
    await expect(toggle).not.toBeChecked();
  },
);

test("a saver that the visitor switched off still waits for a tap on such a connection, then plays in full @full", async ({
  page,
}) => {
  await withConnection(page, { saveData: true });
  await page.addInitScript(() => localStorage.setItem("dataSaver", "off"));
  await page.goto("/");
  await page.getByRole("button", { name: /^Watch Live Stream English/ }).click();
  const video = page
    .getByRole("article", { name: "Live Stream English" })
    .frameLocator("iframe")
    .locator("video");
  await expect
    .poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime))
    .toBeGreaterThan(0);
});

test("a video shows its data estimate and plays on a second tap @full", async ({ page }) => {
  await withConnection(page, { saveData: true });
  await page.goto("/videos/music");
  await page.locator("[data-video]").first().click();
  const modal = page.getByRole("dialog");
  await expect(
    modal.getByRole("button", { name: /Data saver is on\. \d+(?:\.\d)? MB$/ }),
  ).toBeVisible();
  await expect(modal.locator("iframe")).toHaveCount(0);
  await modal.getByRole("button", { name: /^Play:/ }).click();
  const video = modal.frameLocator("iframe").locator("video");
  await expect
    .poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime))
    .toBeGreaterThan(0);
});

test(
  "the first tap on a cellular network asks whether to save data, and stores the choice @full",
  { tag: "@phone" },
  async ({ page }) => {
    await withConnection(page, { type: "cellular" });
    await page.goto("/videos/music");
    const modal = page.getByRole("dialog");
    await page.locator("[data-video]").first().click();
    const question = modal.getByRole("region", { name: "Save data on this connection?" });
    await expect(question.getByText(/^\d+(?:\.\d)? MB\./)).toBeVisible();
    await expect(modal.locator("iframe")).toHaveCount(0);
    await expectAccessible(page);
    await question.getByRole("button", { name: "Save data" }).click();
    await expect(modal.locator("iframe")).toHaveAttribute("src", /saver=1/);
    await page.goto("/");
    const card = page.getByRole("article", { name: "Live Stream French" });
    await card.getByRole("button", { name: /^Watch Live Stream French/ }).click();
    await expect(card.locator("iframe")).toHaveAttribute("src", /tap=1.*saver=1/);
  },
);
