import type { Page } from "@playwright/test";
import { setTime } from "#tests/e2e/support/set-time.ts";
import { expect, test } from "./support/journey-test.ts";

const ASK = "**/api/bible/v1/votd?*";

/** The longest verse of the Bible. */
const ESTHER =
  "Then were the king's scribes called at that time in the third month, that is, the month Sivan, on the three and twentieth day thereof; and it was written according to all that Mordecai commanded unto the Jews, and to the lieutenants, and the deputies and rulers of the provinces which are from India unto Ethiopia, an hundred twenty and seven provinces, unto every province according to the writing thereof, and unto every people after their language, and to the Jews according to their writing, and according to their language.";

/** Longer than the verse of nine days in ten. */
const LONG = ESTHER.slice(0, 280);

async function answerWith(page: Page, text: string): Promise<void> {
  await page.route(ASK, async (route) => {
    const response = await route.fetch();
    const json = { ...(await response.json()), reference: "Esther 8:9", text };
    await route.fulfill({ json });
  });
}

/** Returns the size of the image and the number of white pixels in its margin and its middle. */
function lettersOf(page: Page): Promise<{ size: string; inMargin: number; inMiddle: number }> {
  return page
    .getByRole("dialog")
    .getByRole("img")
    .evaluate((image: HTMLImageElement) => {
      const { naturalWidth: width, naturalHeight: height } = image;
      // Not rendered yet, or rendering again.
      if (width === 0) return { size: "", inMargin: 0, inMiddle: 0 };
      const canvas = Object.assign(document.createElement("canvas"), { width, height });
      const context = canvas.getContext("2d");
      context?.drawImage(image, 0, 0);
      const { data } = context?.getImageData(0, 0, width, height) ?? { data: [] };
      let inMargin = 0;
      let inMiddle = 0;
      for (let at = 0; at < width * height; at += 1) {
        if (Math.min(data[at * 4] ?? 0, data[at * 4 + 1] ?? 0, data[at * 4 + 2] ?? 0) < 225)
          continue;
        const x = at % width;
        const y = Math.floor(at / width);
        if (x < 85 || x > width - 85 || y < 85 || y > height - 40) inMargin += 1;
        else inMiddle += 1;
      }
      return { size: `${width}x${height}`, inMargin, inMiddle };
    });
}

/** The verse is requested when it comes near. */
async function showVerse(page: Page): Promise<void> {
  await page.locator('main a[href$="/devotional"]').first().scrollIntoViewIfNeeded();
}

async function openHome(page: Page, path = "/"): Promise<void> {
  await page.goto(path);
  await showVerse(page);
}

test.describe("without a worker, which would ask for the verse itself", () => {
  test.use({ serviceWorkers: "block" });

  test("the day's verse fills the space that was reserved for it @phone", async ({ page }) => {
    await answerWith(page, LONG);
    await openHome(page, "/fr");
    const verse = page.getByRole("region", { name: "Le verset du jour" });
    await expect(verse).toBeVisible();
    const heights = await verse.evaluate((shown) => {
      const height = shown.getBoundingClientRect().height;
      const slot = shown.parentElement;
      shown.remove();
      return { height, kept: slot?.getBoundingClientRect().height };
    });
    expect(heights.kept).toBe(heights.height);
  });
});

test("the day's verse links to the Bible @phone @full", async ({ page }) => {
  await openHome(page, "/fr");
  const verse = page.getByRole("region", { name: "Le verset du jour" });
  const link = verse.getByRole("link", { name: /\d/ });
  const name = (await link.innerText()).replace(/ \(.*/, "");
  await link.click();
  await expect(page).toHaveURL(/\/fr\/bible\?book=.+&verse=\d+&version=/);
  await expect(page.getByRole("heading", { level: 1 })).toContainText(name.split(":")[0] ?? "");
});

test.describe("without a connection", () => {
  // The service worker's requests would bypass the route below.
  test.use({ serviceWorkers: "block", expectedFaults: [/ERR_FAILED.*votd/] });

  test("tomorrow's verse is already on the device @phone", async ({ page }) => {
    const asked = page.waitForResponse(ASK);
    await openHome(page);
    const { following } = await (await asked).json();
    await expect(page.getByRole("region", { name: "Verse of the day" })).toBeVisible();
    await setTime(page, new Date(`${following[0].date}T09:00:00`).toISOString());
    await page.route(ASK, (route) => route.abort());
    await page.reload();
    await showVerse(page);
    await expect(page.getByRole("region", { name: "Verse of the day" })).toContainText(
      following[0].text,
    );
  });
});

test.describe("an image of the verse", () => {
  // The service worker's requests would bypass the route.
  test.use({ serviceWorkers: "block" });

  test("the longest verse fits into an image of either format @full", async ({ page }) => {
    await answerWith(page, ESTHER);
    await openHome(page);
    const verse = page.getByRole("region", { name: "Verse of the day" });
    await expect(verse).toContainText("Esther 8:9");
    await verse.getByRole("button", { name: "Image" }).click();
    const dialog = page.getByRole("dialog", { name: "Verse image" });
    await expect(dialog.getByRole("img", { name: `“${ESTHER}” Esther 8:9 (KJV)` })).toBeVisible();
    await expect.poll(async () => (await lettersOf(page)).size).toBe("1080x1080");
    const square = await lettersOf(page);
    expect(square.inMargin).toBe(0);
    expect(square.inMiddle).toBeGreaterThan(20_000);
    await dialog.getByRole("radio", { name: /^Portrait/ }).check();
    await expect.poll(async () => (await lettersOf(page)).size).toBe("1080x1920");
    expect((await lettersOf(page)).inMargin).toBe(0);
    const download = page.waitForEvent("download");
    await dialog.getByRole("button", { name: "Save image" }).click();
    expect((await download).suggestedFilename()).toBe("verse.jpg");
  });
});
