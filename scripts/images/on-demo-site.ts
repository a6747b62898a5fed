import { mkdir } from "node:fs/promises";
import { type Browser, chromium, type Locator, request } from "@playwright/test";
import sharp from "sharp";
import { type Language, LANGUAGES } from "#shared/languages.ts";
import { type Account, createAccount, makeAdministrator } from "#tests/e2e/support/accounts.ts";
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

/** Takes the screenshots of a guide as an owner of the demonstration site, in each language. */
export async function takeForGuide(
  take: (browser: Browser, site: string, owner: Account, language: Language) => Promise<void>,
): Promise<void> {
  await onDemoSite(async (browser, { url, dataDir }) => {
    const api = await request.newContext({ baseURL: url });
    const member = await createAccount(api, "Ruth Moyo");
    const owner = await makeAdministrator(api, url, member, dataDir);
    for (const language of LANGUAGES) await take(browser, url, owner, language);
    await api.dispose();
  });
}
