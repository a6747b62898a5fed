import { expect, type Frame, type Page } from "@playwright/test";
import axe from "axe-core";
import { IS_FULL } from "#tests/support/full-run.ts";

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** WCAG 2.2, level AA. */
const WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

export const THEMES = ["light", "dark"] as const;

/**
 * Expects no breach of WCAG 2.2 AA that axe can find, in a full run in both themes. In every run the gallery and
 * every-page.spec.ts show the dark one too.
 */
export async function expectAccessible(
  page: Page,
  themes: readonly (typeof THEMES)[number][] = IS_FULL ? THEMES : ["light"],
): Promise<void> {
  for (const theme of themes) {
    await showTheme(page, theme);
    const faults = await accessibilityFaults(page);
    expect(faults.map((fault) => `${theme}: ${fault}`)).toEqual([]);
  }
}

/** A change without a way to it, also of what is loaded while the page is looked at. */
const NO_TRANSITIONS = "*, *::before, *::after { transition: none !important }";

/** Shows a theme, from now on without transitions: colours on the way would be measured wrongly. */
export async function showTheme(page: Page, theme: (typeof THEMES)[number]): Promise<void> {
  await page.evaluate(
    ({ isDark, rules }) => {
      if (document.adoptedStyleSheets.length === 0) {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(rules);
        document.adoptedStyleSheets.push(sheet);
      }
      document.documentElement.classList.toggle("dark", isDark);
    },
    { isDark: theme === "dark", rules: NO_TRANSITIONS },
  );
  await settleAnimations(page);
}

/**
 * Every breach that axe finds in the page as it is and in its frames, a line for each. Its code stays in
 * the page: giving it out takes ten times as long as using it.
 *
 * @param tags of the rules; null for all that axe has, also those of good practice
 */
export async function accessibilityFaults(
  page: Page,
  tags: readonly string[] | null = WCAG,
): Promise<string[]> {
  await Promise.all(page.frames().map(giveAxe));
  return page.evaluate(runAxe, { tags, besides: `[${BROWSERS_OWN}]` });
}

/** Marks frames in which the browser shows a page of its own, as it does without a connection. */
const BROWSERS_OWN = "data-browsers-own-page";

async function giveAxe(frame: Frame): Promise<void> {
  if (frame.url().startsWith("chrome-error:")) {
    const element = await frame.frameElement();
    await element.evaluate((marked, mark) => {
      if (marked instanceof Element) marked.setAttribute(mark, "");
    }, BROWSERS_OWN);
    return;
  }
  const isThere = await frame.evaluate(() => "axe" in window);
  if (!isThere) await frame.evaluate(axe.source);
}

/** Runs in the page. */
async function runAxe({
  tags,
  besides,
}: {
  tags: readonly string[] | null;
  besides: string;
}): Promise<string[]> {
  const { violations } = await window.axe.run(
    { exclude: [besides] },
    { ...(tags && { runOnly: [...tags] }), resultTypes: ["violations"] },
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target }) => `${id}: ${target.join(" ")}`),
  );
}

async function settleAnimations(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) {
      const isEndless = animation.effect?.getComputedTiming().endTime === Infinity;
      if (isEndless) animation.cancel();
      else animation.finish();
    }
  });
}
