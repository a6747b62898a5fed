import { type Browser, chromium } from "@playwright/test";
import { type ServerProcess, startServerProcess } from "#tests/support/server-process.ts";

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
