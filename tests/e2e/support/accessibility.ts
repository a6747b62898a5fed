import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** Expects no breach of WCAG 2.2 AA that axe can find, in the light and in the dark theme. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const theme of ["light", "dark"] as const) {
    await page.evaluate((isDark) => {
      document.documentElement.classList.toggle("dark", isDark);
    }, theme === "dark");
    await settleAnimations(page);
    const { violations } = await new AxeBuilder({ page }).withTags(RULES).analyze();
    const lines = violations.flatMap((violation) =>
      violation.nodes.map((node) => `${theme}: ${violation.id}: ${node.target.join(" ")}`),
    );
    expect(lines).toEqual([]);
  }
}

/** Colours in the middle of a transition would be measured wrongly. */
async function settleAnimations(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) {
      const isEndless = animation.effect?.getComputedTiming().endTime === Infinity;
      if (isEndless) animation.cancel();
      else animation.finish();
    }
  });
}
