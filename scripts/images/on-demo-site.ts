import { mkdir } from "node:fs/promises";
import { type Browser, chromium, type Locator } from "@playwright/test";
import sharp from "sharp";
import { type ServerProcess, startServerProcess } from "#tests/support/server-process.ts";

/** Phone on which the screenshots of the guides are made. */
export const PHONE = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
} as const;

/** Folder of the screenshots of the guides. */
const FOLDER = "docs/images/studio";

/** Writes a screenshot of a guide in a language, as small as its text allows. */
export async function saveForGuide(image: Buffer, name: string, language: string): Promise<void> {
  await mkdir(FOLDER, { recursive: true });
  await sharp(image).webp({ quality: 80 }).toFile(`${FOLDER}/${name}.${language}.webp`);
}

/** Scrolls a part of a page to the top, below the header. */
export async function showBelowHeader(part: Locator): Promise<void> {
  await part.evaluate((element) => {
    const { top } = element.getBoundingClientRect();
    window.scrollTo(0, window.scrollY + top - 90);
  });
}

/** Runs work on a browser and a server with the built app and the demonstration library. */
export async function onDemoSite(
  take: (browser: Browser, server: ServerProcess) => Promise<void>,
): Promise<void> {
  const server = await startServerProcess();
  const browser = await chromium.launch({
    executablePath: "/usr/bin/chromium-headless-shell",
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--use-fake-device-for-media-stream",
      "--use-fake-ui-for-media-stream",
    ],
  });
  try {
    await take(browser, server);
  } finally {
    await browser.close();
    await server.stop();
  }
}
