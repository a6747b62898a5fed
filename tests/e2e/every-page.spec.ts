import { CATEGORIES } from "#shared/videos/categories.ts";
import { IS_FULL } from "#tests/support/full-run.ts";
import { expectAccessible } from "./support/accessibility.ts";
import { englishWordsOf } from "./support/french-words.ts";
import { expect, test } from "./support/page-test.ts";

/**
 * Checks every page in both languages. The fixture adds: no console error, no CSP violation, no request to another
 * host.
 */

const PUBLIC = [
  "/",
  "/live-tv",
  "/video-on-demand",
  ...CATEGORIES.map(({ path }) => path),
  "/search",
  "/privacy-policy",
];
/** One page of each kind: categories differ in their texts only. */
const KINDS = [
  "/",
  "/live-tv",
  "/video-on-demand",
  "/videos/sermons",
  "/search",
  "/privacy-policy",
  "/devotional",
  "/bible?version=kjv&book=john&chapter=3",
  "/auth",
  "/auth/forgot",
  "/auth/reset",
  "/auth/confirmed",
  "/watch-history",
];
const NARROWEST_WIDTH_PX = 320;

const french = (path: string): string => (path === "/" ? "/fr" : `/fr${path}`);
const languagesOf = (path: string) =>
  [
    { address: path, language: "en", theme: "light" },
    { address: french(path), language: "fr", theme: "dark" },
  ] as const;

test("the server sends every page with status, language, title, description, one heading, share tags and the URLs of both languages (S6.2)", async ({
  request,
  baseURL,
}) => {
  const titles = new Set<string>();
  const descriptions = new Set<string>();
  for (const path of [...PUBLIC, "/devotional"]) {
    for (const { address, language } of languagesOf(path)) {
      const response = await request.get(address);
      const html = await response.text();
      const contentOf = (name: string) =>
        new RegExp(`<meta (?:name|property)="${name}" content="([^"]*\\S[^"]*)"`).exec(html)?.[1];
      expect.soft(response.status(), address).toBe(200);
      const policy = response.headers()["content-security-policy"] ?? "";
      expect.soft(policy, address).toContain("script-src 'self'");
      expect.soft(policy, address).not.toContain("unsafe-inline");
      expect.soft(html, address).toContain(`<html lang="${language}"`);
      expect.soft(html.match(/<h1[ >]/g), address).toHaveLength(1);
      expect.soft(html.match(/<main[ >]/g), address).toHaveLength(1);
      expect
        .soft(html, address)
        .toMatch(new RegExp(`<link rel="canonical" href="[^"]*${address}"`));
      for (const name of ["og:title", "og:description", "og:url", "og:image", "description"]) {
        expect.soft(contentOf(name), `${address} ${name}`).toBeTruthy();
      }
      for (const other of languagesOf(path)) {
        expect
          .soft(html, address)
          .toMatch(
            new RegExp(`hreflang="${other.language}" href="${baseURL}${other.address}"`, "i"),
          );
      }
      titles.add(`${language} ${/<title>(\S[^<]*)<\/title>/.exec(html)?.[1]}`);
      descriptions.add(`${language} ${contentOf("description")}`);
    }
  }
  expect(titles.size).toBe(2 * (PUBLIC.length + 1));
  expect(descriptions.size).toBe(2 * (PUBLIC.length + 1));
});

// One page opens all, because each test has an empty cache.
test("every page is accessible, fits the narrowest phone and speaks French", async ({ page }) => {
  test.slow();
  for (const path of KINDS) {
    // Most other tests open the English page.
    const visited = languagesOf(path).filter(({ language }) => IS_FULL || language === "fr");
    for (const { address, language, theme } of visited) {
      await test.step(address, async () => {
        await page.setViewportSize({ width: 1280, height: 800 });
        await page.goto(address);
        await expect(page.locator("html")).toHaveAttribute("lang", language);
        await expect(page.locator("h1")).toHaveCount(1);
        if (path.startsWith("/auth")) {
          await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", "noindex");
        }
        await expectAccessible(page, [theme]);
        await page.setViewportSize({ width: NARROWEST_WIDTH_PX, height: 640 });
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        expect.soft(width, address).toBeLessThanOrEqual(NARROWEST_WIDTH_PX);
        if (language === "fr") expect.soft(await englishWordsOf(page), address).toEqual([]);
        // The next page is a first visit, too.
        await page.evaluate(() => {
          localStorage.clear();
          sessionStorage.clear();
        });
      });
    }
  }
});
