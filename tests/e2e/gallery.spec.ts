import { readdirSync } from "node:fs";
import type { Page } from "@playwright/test";
import { LANGUAGES } from "#shared/languages.ts";
import { IS_FULL } from "#tests/support/full-run.ts";
import { type GalleryAddress, galleryPath, STATE_NAMES_ID } from "#tests/gallery/addresses.ts";
import { accessibilityFaults, THEMES } from "./support/accessibility.ts";
import { expect, test } from "./support/gallery-test.ts";
import { layoutFaults } from "./support/layout-faults.ts";
import { MOVING } from "./support/page-test.ts";

test.use(MOVING);

/**
 * Every state of the gallery keeps its layout and passes axe. `npm test` visits each state once, in a language,
 * width and theme derived from its name. The full run visits all variants, each in a test of its own, and keeps a
 * screenshot of each state for review; only layout facts are asserted (decision 009).
 */

const WIDTHS_PX = [360, 1280] as const;
const HEIGHT_PX = 800;
const TEST_TIMEOUT_MS = 600_000;
/** A Sunday, between two services. */
const NOW = new Date("2026-06-14T10:00:00Z");

const VARIANTS = LANGUAGES.flatMap((language) =>
  WIDTHS_PX.flatMap((widthPx) => THEMES.map((theme) => ({ language, widthPx, theme }))),
);
type Variant = (typeof VARIANTS)[number];

const GROUPS = readdirSync("tests/gallery/states")
  .map((file) => file.replace(/-states\.tsx$/, ""))
  .toSorted();

for (const variants of IS_FULL ? VARIANTS.map((variant) => [variant]) : [VARIANTS]) {
  const subject = IS_FULL ? variants.map(variantText).join() : "a variant each";
  test(`the states are accessible and keep their layout in ${subject}`, async ({ page }, info) => {
    test.setTimeout(TEST_TIMEOUT_MS);
    await page.clock.setFixedTime(NOW);
    const names = await stateNames(page);
    const states = GROUPS.flatMap((group) =>
      (names[group] ?? []).map((state) => ({ group, state, name: `${group}/${state}` })),
    );
    const shown = new Set(states.map(({ group }) => group));
    expect([...shown]).toEqual(GROUPS);
    const faults: string[] = [];
    // One variant after the other, because a new width lays out everything again.
    for (const variant of variants) {
      const { language, theme, widthPx } = variant;
      await page.setViewportSize({ width: widthPx, height: HEIGHT_PX });
      for (const { name, ...state } of states) {
        if (!IS_FULL && variantOf(name) !== variant) continue;
        const found = await faultsOf(page, { ...state, language, theme });
        faults.push(...found.map((fault) => `${name} in ${variantText(variant)}: ${fault}`));
        if (!IS_FULL) continue;
        const file = `${name.replace("/", "-")}-${language}-${widthPx}-${theme}.jpg`;
        await page.screenshot({ path: info.outputPath(file), fullPage: true });
      }
    }
    expect(faults).toEqual([]);
  });
}

function variantText({ language, theme, widthPx }: Variant): string {
  return `${language}, ${theme}, ${widthPx} px`;
}

/** Derived from the name alone, so that added states change no other variant. */
function variantOf(name: string): Variant {
  let hash = 0;
  for (const letter of name) hash = (hash * 31 + letter.charCodeAt(0)) % 65_521;
  const variant = VARIANTS[hash % VARIANTS.length];
  if (!variant) throw new Error("The gallery has no variants");
  return variant;
}

async function faultsOf(page: Page, address: GalleryAddress): Promise<string[]> {
  const error = await page.evaluate(
    (one) => window.showGalleryState(one).then(() => null, String),
    address,
  );
  if (error !== null) return [error];
  // A player in a frame is the gallery's own.
  const options = { isWithFrames: false };
  return [...(await layoutFaults(page)), ...(await accessibilityFaults(page, options))];
}

async function stateNames(page: Page): Promise<Record<string, readonly string[]>> {
  await page.goto(galleryPath({}));
  const text = await page.locator(`#${STATE_NAMES_ID}`).textContent();
  const names: Record<string, readonly string[]> = JSON.parse(text ?? "{}");
  return names;
}
