import type { Page } from "@playwright/test";
import { expect, test as base } from "#tests/e2e/support/page-test.ts";
import type { ServerProcess } from "#tests/support/server-process.ts";
import { startJourneyServer } from "./journey-server.ts";

type JourneyOptions = {
  /** Environment of the test's own server; null: the server that all tests share. */
  ownServer: Readonly<Record<string, string>> | null;
};

/** For start and stop, which do not count as the test's own time. */
const SERVER_LIMIT_MS = 180_000;

/** A server with this origin in PUBLIC_URL is visited by host name. */
const NAMED_ORIGIN = "http://localhost:";

/**
 * `test` against the product as shipped: the real server process with its service worker and the browser's cache,
 * at public URLs. Nothing is between browser and server.
 */
export const test = base.extend<JourneyOptions & { server: ServerProcess | null }>({
  ownServer: [null, { option: true }],
  serviceWorkers: "allow",
  server: [
    async ({ ownServer }, provide) => {
      const server = ownServer && (await startJourneyServer(ownServer));
      await provide(server);
      await server?.stop();
    },
    { timeout: SERVER_LIMIT_MS },
  ],
  baseURL: async ({ server, ownServer, baseURL }, provide) => {
    const isNamed = ownServer?.["PUBLIC_URL"]?.startsWith(NAMED_ORIGIN) === true;
    await provide(
      (isNamed ? server?.url.replace("127.0.0.1", "localhost") : server?.url) ?? baseURL,
    );
  },
});

/** Makes the visitor a returning one: Home was open before, and the service worker controls the site. */
export async function visitBefore(page: Page, address = "/"): Promise<void> {
  await page.goto(address);
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (navigator.serviceWorker.controller) return;
    await new Promise((resolve) => {
      navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true });
    });
  });
}

export { expect };
