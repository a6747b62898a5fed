import type { Page } from "@playwright/test";
import { installMessages } from "#shared/messages/devices/install.ts";
import { BOTH_OR_PHONE, IS_FULL } from "#tests/support/full-run.ts";
import { waitForAfterLoad } from "./support/after-load.ts";
import { rememberBefore } from "./support/install.ts";
import { layoutFaults } from "./support/layout-faults.ts";
import { expect, test } from "./support/page-test.ts";
import { setTime } from "./support/set-time.ts";

/** Returns header elements that overlap or exceed the window. */
function headerFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const controls = [...document.querySelectorAll("header:not(main *) :is(a, button)")].filter(
      (control) => control.checkVisibility() && control.getBoundingClientRect().width > 1,
    );
    const boxes = controls.map((control) => ({
      name: control.textContent,
      box: control.getBoundingClientRect(),
    }));
    return boxes.flatMap(({ name, box }, index) => [
      ...(box.left < 0 || box.right > innerWidth + 1 ? [`${name} leaves the window`] : []),
      ...boxes
        .slice(index + 1)
        .filter(
          ({ box: other }) =>
            box.left < other.right - 1 &&
            other.left < box.right - 1 &&
            box.top < other.bottom - 1 &&
            other.top < box.bottom - 1,
        )
        .map((other) => `${name} lies over ${other.name}`),
    ]);
  });
}

/** Returns the height of header and bottom bar together. */
function barsHeight(page: Page): Promise<number> {
  return page.evaluate(() =>
    [...document.querySelectorAll("#root > header, #root > nav")].reduce(
      (sum, bar) => sum + bar.getBoundingClientRect().height,
      0,
    ),
  );
}

/** Returns words that are broken across lines. Names of stored values may be, and addresses. */
function brokenWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const broken: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const box = text.parentElement;
      const isShown = box?.checkVisibility({ visibilityProperty: true });
      if (!isShown || box?.closest(".sr-only, noscript, option, code, [href^=mailto]")) continue;
      for (const { 0: word, index } of text.textContent?.matchAll(/[\p{L}\p{N}]{2,}/gu) ?? []) {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        if (lines.size > 1) broken.push(word);
      }
    }
    return broken;
  });
}

const atTwiceItsSize = (page: Page) =>
  page.evaluate(() => void (document.documentElement.style.fontSize = "200%"));

test("the header fits at every width, also with text of twice its size", async ({ page }) => {
  for (const path of IS_FULL ? ["/", "/fr"] : ["/fr"]) {
    await page.goto(path);
    for (const size of ["as it is", "twice its size"]) {
      if (size === "twice its size") await atTwiceItsSize(page);
      for (const width of [320, 360, 768, 1024, 1280, 1366, 1536, 1920]) {
        await page.setViewportSize({ width, height: 800 });
        expect.soft(await headerFaults(page), `${path} at ${width} px, text ${size}`).toEqual([]);
        // One row of 4rem, at 18 px on the widest.
        const most = width < 1024 ? 333 : size === "as it is" ? 72 : 200;
        expect.soft(await barsHeight(page), `${path} at ${width} px`).toBeLessThanOrEqual(most);
      }
    }
  }
});

/** The day's verse is from 1 Thessalonians, the longest book name. */
const DAY_OF_LONGEST_NAME = "2026-11-24T12:00:00Z";

test("text of twice its size is nowhere cut off, and no word is broken", async ({ page }) => {
  test.slow();
  await setTime(page, DAY_OF_LONGEST_NAME);
  const others = ["/auth", "/privacy-policy", "/fr/video-on-demand", "/", "/live-tv", "/search"];
  for (const path of [
    "/fr/devotional",
    "/fr",
    "/bible?book=john&chapter=3",
    ...(IS_FULL ? others : []),
  ]) {
    await page.goto(path);
    if (path === "/fr") await expect(page.locator("#verse-heading")).toBeVisible();
    await atTwiceItsSize(page);
    // A week of the calendar in double-size digits does not fit on a phone.
    for (const width of path === "/fr/devotional" ? [1280] : [320, 360, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      expect.soft(await layoutFaults(page), `${path} at ${width} px`).toEqual([]);
      if (width === 360) {
        expect.soft(await brokenWords(page), `${path} at ${width} px`).toEqual([]);
      }
    }
  }
});

test(
  "the End key scrolls to the end of the footer @full",
  { tag: BOTH_OR_PHONE },
  async ({ page }) => {
    const isAtEnd = () =>
      page.evaluate(
        () =>
          Math.abs(document.documentElement.scrollHeight - window.scrollY - window.innerHeight) < 2,
      );
    const pressEndOf = async (path: string) => {
      await page.goto(path);
      await waitForAfterLoad(page);
      await page.waitForLoadState("networkidle");
      await page.keyboard.press("End");
    };
    // Scrolling shows the install card of a second visit, which needs space below the footer.
    await rememberBefore(page, "firstVisit", "1");
    await pressEndOf("/");
    const card = page.locator("[data-install-card]");
    await expect(card).toBeVisible();
    await expect.poll(isAtEnd).toBe(true);
    await card.getByRole("button", { name: installMessages.en.card.later }).click();
    for (const path of IS_FULL ? ["/", "/devotional", "/bible"] : ["/bible"]) {
      await pressEndOf(path);
      await expect.poll(isAtEnd).toBe(true);
      const spaceBelow = await page.evaluate(() => {
        const footer = document.querySelector("footer:not(main *)");
        const content = footer?.lastElementChild?.getBoundingClientRect().bottom ?? 0;
        return window.innerHeight - content;
      });
      // At most the bottom bar of small screens.
      expect.soft(spaceBelow, path).toBeLessThanOrEqual(81);
    }
  },
);

test("a landscape phone and a page enlarged four times give their height to the page @full", async ({
  page,
}) => {
  for (const path of ["/", "/bible", "/fr/video-on-demand"]) {
    await page.goto(path);
    for (const viewport of [
      { width: 844, height: 390 },
      { width: 320, height: 256 },
    ]) {
      await page.setViewportSize(viewport);
      await page.evaluate(() => window.scrollTo(0, 0));
      expect(await layoutFaults(page), path).toEqual([]);
      await page.evaluate(() => window.scrollTo(0, 400));
      await expect(page.getByRole("banner").first()).not.toBeInViewport();
      await expect(page.locator("#root > nav")).not.toBeInViewport();
    }
  }
});

test("the bars hide on reading and return without layout shift @phone", async ({ page }) => {
  await page.goto("/");
  const header = page.getByRole("banner").first();
  const bar = page.getByRole("navigation", { name: "Quick navigation" });
  await waitForAfterLoad(page);
  // A scroll of the page itself is no reading.
  await page.evaluate(() => window.scrollTo(0, 400));
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(400);
  await expect(header).toBeInViewport();
  await page.evaluate(() => {
    window.dispatchEvent(new Event("wheel"));
    window.scrollTo(0, 900);
  });
  await expect(header).not.toBeInViewport();
  await expect(bar).not.toBeInViewport();
  await page.evaluate(() => window.scrollTo(0, 600));
  await expect(header).toBeInViewport();
  await expect(bar).toBeInViewport();
});

test("a selected item is distinguishable in forced colours @full", async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active" });
  await page.goto("/live-tv");
  const groundOf = (name: string) =>
    page
      .getByRole("banner")
      .getByRole("link", { name, exact: true })
      .first()
      .evaluate((link) => getComputedStyle(link).backgroundColor);
  expect(await groundOf("Live TV")).not.toBe(await groundOf("Videos"));
});

test("a printed devotional and chapter are their text with title and source @full", async ({
  page,
}) => {
  for (const [path, title] of [
    ["/devotional", 2],
    ["/bible?book=john&chapter=3", 1],
  ] as const) {
    await page.emulateMedia({ media: "screen" });
    await page.goto(path);
    await waitForAfterLoad(page);
    await page.emulateMedia({ media: "print" });
    const text = page.locator("[data-printed]");
    await expect(text).toBeVisible();
    await expect(text.getByRole("heading", { level: title }).first()).toBeVisible();
    await expect(page.locator("[data-source]")).toContainText(path.split("?")[0] ?? path);
    await expect(page.locator("#root > header, #root > footer, #root > nav")).toHaveCount(3);
    for (const part of await page.locator("#root > header, #root > footer, #root > nav").all()) {
      await expect(part).toBeHidden();
    }
    await expect(text.locator("button:visible:has(svg)")).toHaveCount(0);
  }
});

test("categories have two columns on phones, closed by a wide first one @phone @full", async ({
  page,
}) => {
  await page.goto("/video-on-demand");
  const cards = page.getByRole("main").getByRole("listitem");
  await expect(cards).toHaveCount(9);
  const [first, second, third] = await Promise.all(
    [0, 1, 2].map((place) => cards.nth(place).boundingBox()),
  );
  expect(first?.width).toBeGreaterThan(2 * (second?.width ?? 0));
  expect(second?.y).toBe(third?.y);
});

test("large screens use up to 1,760 px, with larger type @full", async ({ page }) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  await page.goto("/");
  const main = await page.locator("main > .page").boundingBox();
  expect(Math.round(main?.width ?? 0)).toBe(1760);
  const sizePx = await page.evaluate(() =>
    Number.parseFloat(getComputedStyle(document.documentElement).fontSize),
  );
  expect(sizePx).toBeGreaterThan(16);
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("a page works and says what needs scripts", async ({ page }) => {
    for (const [path, says, text] of [
      ["/", "You can still search and read", "Our Channels"],
      ["/bible?book=john&chapter=3", "You can still search and read", "For God so loved the world"],
      ["/fr/devotional", "Vous pouvez faire des recherches et lire", "Méditation"],
    ] as const) {
      await page.goto(path);
      await expect(page.locator("noscript p")).toBeVisible();
      await expect(page.locator("noscript p")).toContainText(says);
      await expect(page.getByRole("main").getByText(text).first()).toBeVisible();
    }
  });
});
