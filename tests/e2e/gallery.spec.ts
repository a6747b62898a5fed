import { readdirSync } from "node:fs";
import type { Page } from "@playwright/test";
import { LANGUAGES } from "#shared/languages.ts";
import { galleryPath, PROGRESS, STATE_NAMES_ID } from "#tests/gallery/addresses.ts";
import { accessibilityFaults, showTheme, THEMES } from "./support/accessibility.ts";
import { expect, test } from "./support/gallery-test.ts";
import { layoutFaults } from "./support/layout-faults.ts";

/**
 * Every state of the gallery, on a narrow phone and on a desktop. The pictures are kept with the test's
 * results for people to look at; what is compared are facts of the layout (decision 034).
 */

/** Each width with the language whose texts are looked at with axe and kept as pictures. */
const WIDTHS = [
  { widthPx: 360, pictured: "fr" },
  { widthPx: 1280, pictured: "en" },
] as const;
const HEIGHT_PX = 800;
const GROUP_LIMIT_MS = 240_000;
const PATIENCE = { timeout: 20_000 };
/** A Sunday, between two services. */
const NOW = new Date("2026-06-14T10:00:00Z");

const GROUPS = readdirSync("tests/gallery/states")
  .map((file) => file.replace(/-states\.tsx$/, ""))
  .toSorted();

for (const group of GROUPS) {
  test(`the states of ${group} are accessible and keep to their boxes`, async ({ page }, info) => {
    test.setTimeout(GROUP_LIMIT_MS);
    await page.clock.setFixedTime(NOW);
    const faults: string[] = [];
    for (const state of await stateNames(page, group)) {
      for (const language of LANGUAGES) {
        await page.setViewportSize({ width: WIDTHS[0].widthPx, height: HEIGHT_PX });
        await page.goto(galleryPath({ group, state, language }));
        await expect(page.locator("html")).toHaveAttribute(`data-${PROGRESS}`, "shown", PATIENCE);
        for (const { widthPx, pictured } of WIDTHS) {
          await page.setViewportSize({ width: widthPx, height: HEIGHT_PX });
          const where = `${state} in ${language} at ${widthPx} px`;
          faults.push(...(await layoutFaults(page)).map((fault) => `${where}: ${fault}`));
          if (language !== pictured) continue;
          for (const theme of THEMES) {
            await showTheme(page, theme);
            const found = await accessibilityFaults(page);
            faults.push(...found.map((fault) => `${where}, ${theme}: ${fault}`));
            const file = `${group}-${state}-${language}-${widthPx}-${theme}.jpg`;
            await page.screenshot({ path: info.outputPath(file), fullPage: true });
          }
        }
      }
    }
    expect(faults).toEqual([]);
  });
}

async function stateNames(page: Page, group: string): Promise<readonly string[]> {
  await page.goto(galleryPath({}));
  const text = await page.locator(`#${STATE_NAMES_ID}`).textContent();
  const names: readonly string[] = JSON.parse(text ?? "{}")[group] ?? [];
  expect(names.length).toBeGreaterThan(0);
  return names;
}
