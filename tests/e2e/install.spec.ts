import type { Page } from "@playwright/test";
import { BOTH_OR_PHONE } from "#tests/support/full-run.ts";
import { expectAccessible } from "./support/accessibility.ts";
import { lookAround, offerInstallation, rememberBefore } from "./support/install.ts";
import { watchLayoutShift } from "./support/layout-shift.ts";
import { expect, test } from "./support/page-test.ts";

const DAY_MS = 24 * 60 * 60_000;
const card = (page: Page) => page.getByRole("region", { name: "Install Reign TV", exact: true });
const manual = (page: Page) => page.getByRole("alertdialog");
const banner = (page: Page) => page.getByRole("region", { name: /Watching on/ });

test.describe("the install card", () => {
  // It comes on the second visit.
  test.beforeEach(({ page }) => rememberBefore(page, "firstVisit", "1"));

  test(
    "Install triggers the browser's dialog, then the card hides; before that it covers no link of the footer, and a toast comes first (S1.10, S4.15)",
    { tag: BOTH_OR_PHONE },
    async ({ page }) => {
      await page.goto("/");
      await lookAround(page);
      await expect(card(page)).toBeVisible();
      await expectAccessible(page);

      await page.evaluate(() => {
        const stack = Object.assign(document.createElement("div"), { id: "stack" });
        stack.dataset["toasts"] = "1";
        document.body.append(stack);
      });
      await expect(card(page)).toBeHidden();
      await page.evaluate(() => document.querySelector("#stack")?.setAttribute("data-toasts", "0"));
      await expect(card(page)).toBeVisible();

      await page.keyboard.press("End");
      const lowest = page.getByRole("contentinfo").getByRole("link").last();
      await lowest.scrollIntoViewIfNeeded();
      const bottom = await lowest.evaluate((link) => link.getBoundingClientRect().bottom);
      expect((await card(page).boundingBox())?.y).toBeGreaterThanOrEqual(bottom);

      await offerInstallation(page, "opens");
      await expect(page.locator("html")).toHaveAttribute("data-offer-held", "true");
      await card(page).getByRole("button", { name: "Install" }).click();
      await expect(page.locator("html")).toHaveAttribute("data-install-dialog", "opens");
      await expect(card(page)).toBeHidden();
      await expect(manual(page)).toBeHidden();
    },
  );

  test("is on Home only and causes no layout shift (S2.43) @full", async ({ page }) => {
    const shift = await watchLayoutShift(page);
    await page.goto("/");
    await lookAround(page);
    await expect(card(page)).toBeVisible();
    expect(await shift()).toBeLessThan(0.01);
    await page.goto("/live-tv");
    await page.locator("html").evaluate(() => new Promise((idle) => requestIdleCallback(idle)));
    await expect(card(page)).toBeHidden();
  });

  for (const [device, use, steps] of [
    ["a computer", {}, /install icon at the right end of your browser's address bar/],
    [
      "a phone",
      {
        userAgent:
          "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/128.0.0.0 Mobile Safari/537.36",
      },
      /browser's share menu and choose "Add to Home Screen"/,
    ],
  ] as const) {
    test.describe(`on ${device}`, () => {
      test.use(use);
      test(`without an install event an alert explains the manual steps on ${device} (S4.16) @full`, async ({
        page,
      }) => {
        await page.goto("/");
        await lookAround(page);
        await card(page).getByRole("button", { name: "Install" }).focus();
        await page.keyboard.press("Enter");
        await expect(manual(page)).toBeVisible();
        await expect(manual(page)).toHaveAccessibleName("How to install Reign TV");
        await expect(manual(page)).toHaveAccessibleDescription(steps);
        await expect(manual(page).getByRole("button", { name: "OK" })).toBeFocused();
        await page.keyboard.press("Enter");
        await expect(manual(page)).toBeHidden();
        await expect(card(page)).toBeVisible();
      });
    });
  }

  test("Later and Close hide the card and store the time; it returns after 7 days, or when the time is not a number (S3.17, S4.17) @full", async ({
    page,
  }) => {
    await page.goto("/");
    for (const button of ["Later", "Close"]) {
      await page.evaluate(
        (text) => {
          localStorage.setItem("installPromptDismissed", text);
        },
        button === "Later" ? "yesterday" : String(Date.now() - 7 * DAY_MS),
      );
      await page.reload();
      await lookAround(page);
      const before = Date.now();
      await card(page).getByRole("button", { name: button }).click();
      await expect(card(page)).toBeHidden();
      const stored = Number(
        await page.evaluate(() => localStorage.getItem("installPromptDismissed")),
      );
      expect(stored).toBeGreaterThanOrEqual(before);
      expect(stored).toBeLessThanOrEqual(Date.now());
    }
    await page.reload();
    await lookAround(page);
    await page.locator("html").evaluate(() => new Promise((idle) => requestIdleCallback(idle)));
    await expect(card(page)).toBeHidden();
  });

  test("an installed event hides it for good, on every page (S4.18) @full", async ({ page }) => {
    await page.goto("/");
    await lookAround(page);
    await expect(card(page)).toBeVisible();
    await page.evaluate(() => window.dispatchEvent(new Event("appinstalled")));
    await expect(card(page)).toBeHidden();
    await page.reload();
    await lookAround(page);
    await page.locator("html").evaluate(() => new Promise((idle) => requestIdleCallback(idle)));
    await expect(card(page)).toBeHidden();
  });

  test.describe("with a failing dialog", () => {
    test.use({ expectedFaults: [/The install dialog failed/] });
    test("an install error is only logged (S8.19) @full", async ({ page }) => {
      await page.goto("/");
      await lookAround(page);
      await expect(card(page)).toBeVisible();
      await offerInstallation(page, "fails");
      await card(page).getByRole("button", { name: "Install" }).click();
      await expect(card(page)).toBeHidden();
      await expect(page.getByRole("alert")).toHaveCount(0);
    });
  });
});

test.describe("the Smart-TV banner", () => {
  test.describe("on a television", () => {
    test.use({
      userAgent:
        "Mozilla/5.0 (SMART-TV; LINUX; Tizen 5.0) AppleWebKit/537.36 (KHTML, like Gecko) Version/5.0 TV Safari/537.36",
      viewport: { width: 1920, height: 1080 },
    });

    test("is first on Home, names the platform, causes no layout shift, and shows manual steps, reachable by remote (S1.11, S2.38, S4.22)", async ({
      page,
    }) => {
      const shift = await watchLayoutShift(page);
      await page.goto("/");
      await expect(banner(page)).toHaveAccessibleName(
        "Watching on Samsung Tizen? Install Reign TV",
      );
      const first = page.getByRole("main").getByRole("region").first();
      await expect(first).toHaveAccessibleName(/Samsung Tizen/);
      await expect(banner(page).getByRole("link", { name: "Open the TV version" })).toHaveAttribute(
        "href",
        "/tv",
      );
      expect(await shift()).toBeLessThan(0.01);
      await expectAccessible(page);
      await banner(page).getByRole("button", { name: "Install App" }).focus();
      await page.keyboard.press("Enter");
      await expect(manual(page)).toHaveAccessibleDescription(/Bookmark this page/);
      await expectAccessible(page, ["dark"]);
      await page.keyboard.press("Escape");
      await expect(manual(page)).toBeHidden();
      await expect(banner(page).getByRole("button", { name: "Install App" })).toBeFocused();
      await page.goto("/fr");
      const french = page.getByRole("region", { name: /Vous regardez sur Samsung Tizen/ });
      await expect(french.getByRole("link", { name: "Ouvrir la version TV" })).toHaveAttribute(
        "href",
        "/fr/tv",
      );
    });
  });

  test("is updated when the window changes its size (S4.21) @full", async ({ page }) => {
    await page.goto("/");
    await expect(banner(page)).toBeHidden();
    await page.evaluate(() => {
      Object.defineProperty(navigator, "userAgent", { value: "Roku/DVP-9.10 (519.10E04111A)" });
    });
    await page.setViewportSize({ width: 1100, height: 700 });
    await expect(banner(page)).toHaveAccessibleName("Watching on Roku? Install Reign TV");
  });
});
