import type { Page } from "@playwright/test";
import { IS_FULL } from "#tests/support/full-run.ts";
import { waitForAfterLoad } from "./support/after-load.ts";
import { installVoices } from "./support/fake-voices.ts";
import { expect, test } from "./support/page-test.ts";

/** Changes the page as Chrome's translation does: it replaces text nodes by elements, now and on every change. */
function translate(page: Page): Promise<void> {
  return page.evaluate(() => {
    const replaceTexts = () => {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const found: Text[] = [];
      while (walker.nextNode())
        if (walker.currentNode instanceof Text) found.push(walker.currentNode);
      for (const text of found) {
        const { parentElement } = text;
        if (!text.data.trim() || parentElement?.closest("font, script, style, select, svg"))
          continue;
        const outer = document.createElement("font");
        const inner = outer.appendChild(document.createElement("font"));
        inner.textContent = text.data;
        text.replaceWith(outer);
      }
    };
    replaceTexts();
    new MutationObserver(replaceTexts).observe(document.body, { childList: true, subtree: true });
  });
}

/**
 * Waits until React holds the whole page. A part that hydrates later would find the translation in its place: React
 * reports that and renders the part again.
 */
function waitForHydratedParts(page: Page): Promise<unknown> {
  return page.waitForFunction(() =>
    [...document.querySelectorAll("#root :is(a, button, h2, h3, p)")].every((element) =>
      Object.keys(element).some((key) => key.startsWith("__reactProps")),
    ),
  );
}

/** Presses each button of the main content, and of what opens, once. Returns their names. */
function pressButtons(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const pressed: string[] = [];
    const isNew = (button: HTMLButtonElement) =>
      button.checkVisibility() &&
      !button.disabled &&
      !button.closest("[data-channel]") &&
      !pressed.includes(button.ariaLabel ?? button.textContent);
    for (;;) {
      const next = [
        ...document.querySelectorAll<HTMLButtonElement>("main button, dialog button"),
      ].find(isNew);
      if (!next) return pressed;
      pressed.push(next.ariaLabel ?? next.textContent);
      next.click();
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    }
  });
}

const MORE_PAGES = [
  "/",
  "/live-tv",
  "/video-on-demand",
  "/videos/sermons",
  "/search?q=hope",
  "/privacy-policy",
  "/auth",
  "/bible/marks",
];

test("a page that the browser translated keeps working: its buttons work and update their labels @full", async ({
  page,
}) => {
  await installVoices(page, ["Google UK English Male"], { isEndless: true });
  await page.addInitScript(() => Reflect.set(window, "print", () => undefined));
  const chapter = "/bible?version=kjv&book=john&chapter=3";
  for (const path of ["/devotional", chapter, ...(IS_FULL ? MORE_PAGES : [])]) {
    await page.goto(path);
    await waitForAfterLoad(page);
    await waitForHydratedParts(page);
    await translate(page);
    if (path === "/devotional" || path === chapter) {
      const main = page.getByRole("main");
      await main.getByRole("button", { name: "Listen", exact: true }).click();
      await main.getByRole("button", { name: "Stop", exact: true }).first().click();
      await expect(main.getByRole("button", { name: "Listen", exact: true })).toBeVisible();
    }
    if (path === chapter) {
      await page.getByRole("button", { name: /^Next chapter/ }).click();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("John 4");
      await expect(page.getByText(/the Lord knew how the Pharisees/)).toBeVisible();
      await page.getByLabel("Book", { exact: true }).selectOption("psalms");
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Psalms? /);
    }
    const pressed = await pressButtons(page);
    if (!MORE_PAGES.includes(path)) expect(pressed.length, path).toBeGreaterThan(0);
    await expect(page.getByText("Something went wrong")).toHaveCount(0);
  }
});
