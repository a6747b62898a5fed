import { CATEGORIES } from "#shared/videos/categories.ts";
import { expectAccessible } from "./support/accessibility.ts";
import { expect, test } from "./support/page-test.ts";

/**
 * What holds for every page in both languages. The fixture adds: no console error, no breach of the
 * content policy, no request to another host.
 */

const PATHS = [
  "/",
  "/live-tv",
  "/video-on-demand",
  ...CATEGORIES.map(({ path }) => path),
  "/search",
  "/privacy-policy",
];
const PAGES = PATHS.flatMap((path) => [
  { address: path, language: "en" },
  { address: path === "/" ? "/fr" : `/fr${path}`, language: "fr" },
]);
const NARROWEST_WIDTH_PX = 320;

for (const { address, language } of PAGES) {
  test(`${address} is a whole page of its own: status, language, title, one heading, share tags (S6.2)`, async ({
    page,
  }) => {
    const response = await page.goto(address);
    expect(response?.status()).toBe(200);
    const policy = (await response?.headerValue("content-security-policy")) ?? "";
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toContain("unsafe-inline");
    await expect(page.locator("html")).toHaveAttribute("lang", language);
    await expect(page).toHaveTitle(/\S+/);
    await expect(page.locator("h1")).toHaveCount(1);
    await expect(page.locator("main")).toHaveCount(1);
    await expect(page.locator('link[rel="canonical"]')).toHaveAttribute(
      "href",
      new RegExp(`${address === "/" ? "/" : address}$`),
    );
    for (const name of ["og:title", "og:description", "og:url", "og:image"]) {
      await expect(page.locator(`meta[property="${name}"]`)).toHaveAttribute("content", /\S/);
    }
    await expect(page.locator('meta[name="description"]')).toHaveAttribute("content", /\S/);
    await expect(page.locator('link[rel="alternate"][hreflang]')).not.toHaveCount(0);
  });

  test(`${address} is accessible in both themes and fits the narrowest phone`, async ({ page }) => {
    await page.goto(address);
    await expectAccessible(page);
    await page.setViewportSize({ width: NARROWEST_WIDTH_PX, height: 640 });
    await page.goto(address);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(NARROWEST_WIDTH_PX);
  });
}

test("every page has a title and a description of its own", async ({ page }) => {
  const titles = new Set<string>();
  const descriptions = new Set<string | null>();
  for (const path of PATHS) {
    await page.goto(path);
    titles.add(await page.title());
    descriptions.add(await page.locator('meta[name="description"]').getAttribute("content"));
  }
  expect(titles.size).toBe(PATHS.length);
  expect(descriptions.size).toBe(PATHS.length);
});
