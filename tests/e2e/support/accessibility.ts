import { expect, type Frame, type Page } from "@playwright/test";
import axe from "axe-core";
import { IS_FULL } from "#tests/support/full-run.ts";

declare global {
  interface Window {
    axe: typeof axe;
  }
}

const WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

export const THEMES = ["light", "dark"] as const;

/**
 * Expects no WCAG 2.2 AA violation that axe finds, in both themes. Without given themes only a full run looks: in every
 * run the gallery shows each view's states and every-page.spec.ts each page.
 */
export async function expectAccessible(
  page: Page,
  themes: readonly (typeof THEMES)[number][] = IS_FULL ? THEMES : [],
): Promise<void> {
  for (const theme of themes) {
    await showTheme(page, theme);
    const faults = await accessibilityFaults(page);
    expect(faults.map((fault) => `${theme}: ${fault}`)).toEqual([]);
  }
}

/** Applies to elements that load later, too. */
const NO_TRANSITIONS = "*, *::before, *::after { transition: none !important }";

/** Sets a theme and disables transitions: axe would measure colours in transition. */
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

type AccessibilityOptions = { tags?: readonly string[] | null; isWithFrames?: boolean };

/**
 * Returns every axe violation in the page and its frames, one line each. The axe code stays in the page, because
 * injecting it takes ten times as long as running it.
 *
 * @param options.tags of the rules; null for all of axe's rules, including best practices
 * @param options.isWithFrames false when the frames' pages are no part of the product
 */
export async function accessibilityFaults(
  page: Page,
  { tags = WCAG, isWithFrames = true }: AccessibilityOptions = {},
): Promise<string[]> {
  const frames = isWithFrames ? page.frames() : [page.mainFrame()];
  await Promise.all(frames.map(giveAxe));
  return page.evaluate(runAxe, { tags, isWithFrames, besides: `[${BROWSERS_OWN}]` });
}

/** Marks frames with a page of the browser itself, for example without a connection. */
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
  isWithFrames,
  besides,
}: {
  tags: readonly string[] | null;
  isWithFrames: boolean;
  besides: string;
}): Promise<string[]> {
  const { violations } = await window.axe.run(
    { exclude: [besides] },
    {
      ...(tags && { runOnly: [...tags] }),
      resultTypes: ["violations"],
      iframes: isWithFrames,
      // Only for a rule about style sheets that turn the page.
      preload: false,
    },
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
