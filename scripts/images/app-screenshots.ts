import sharp from "sharp";
import { onDemoSite } from "./on-demo-site.ts";

/**
 * Creates the two screenshots of the install dialog, web/app/icons/screen-*.webp, from the built app with the
 * demonstration library: `node scripts/images/app-screenshots.ts`.
 */

const SCREENS = [
  { name: "screen-narrow", width: 390, height: 844, scale: 2 },
  { name: "screen-wide", width: 1280, height: 800, scale: 1 },
] as const;

await onDemoSite(async (browser, server) => {
  for (const { name, width, height, scale } of SCREENS) {
    const page = await browser.newPage({
      viewport: { width, height },
      deviceScaleFactor: scale,
      reducedMotion: "reduce",
    });
    // Otherwise the install card would be part of the screenshot.
    await page.addInitScript(() => localStorage.setItem("appInstalled", "true"));
    await page.goto(`${server.url}/video-on-demand`, { waitUntil: "networkidle" });
    const screenshot = await page.screenshot();
    await sharp(screenshot).webp({ quality: 78 }).toFile(`web/app/icons/${name}.webp`);
    await page.close();
  }
});
