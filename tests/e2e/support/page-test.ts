import { expect, type Page, test as base } from "@playwright/test";
import { watchFaults, type PageFaults } from "./page-faults.ts";

export type PageTestOptions = {
  /**
   * Errors that a test provokes, for example [/status of 404/]; they must occur. One pattern with alternatives,
   * because Playwright takes a list of two for a fixture with its options.
   */
  expectedFaults: readonly [] | readonly [RegExp];
};

/** For tests in which channels start automatically. Two playing channels use as much CPU as the test. */
export const MOVING = { contextOptions: { reducedMotion: "no-preference" } } as const;

/** Limit for hydration. A page with blocked scripts never hydrates. */
const TAKE_OVER_LIMIT_MS = 5_000;

/**
 * Playwright's `test`, which also fails when a page had an error (see PageFaults), and whose `page.goto` waits for
 * hydration, because an earlier click would be lost. A test that provokes an error declares it: `test.use({
 * expectedFaults: [/status of 404/] })`.
 */
export const test = base.extend<PageTestOptions & { faults: PageFaults }>({
  expectedFaults: [[], { option: true }],
  page: async ({ page, javaScriptEnabled }, provide) => {
    const goto = page.goto.bind(page);
    page.goto = async (...args) => {
      const response = await goto(...args);
      if (javaScriptEnabled) await waitForApp(page);
      return response;
    };
    await provide(page);
  },
  faults: [
    async ({ context, baseURL, expectedFaults, serviceWorkers }, use) => {
      const faults = await watchFaults(context, baseURL ?? "");
      // A blocked registration logs a warning on every page, so the worker API is hidden.
      if (serviceWorkers === "block") await context.addInitScript(hideServiceWorkers);
      await use(faults);
      const isExpected = (line: string): boolean =>
        expectedFaults.some((pattern) => pattern.test(line));
      const missing = expectedFaults.filter(
        (pattern) => !faults.list().some((line) => pattern.test(line)),
      );
      expect(faults.list().filter((line) => !isExpected(line))).toEqual([]);
      expect(missing.map(String)).toEqual([]);
    },
    { auto: true },
  ],
});

/** Runs in the page. */
function hideServiceWorkers(): void {
  Reflect.deleteProperty(Navigator.prototype, "serviceWorker");
}

async function waitForApp(page: Page): Promise<void> {
  const isTakenOver = () => {
    const root = document.querySelector("#root");
    return !root || Object.keys(root).some((key) => key.startsWith("__reactContainer"));
  };
  await page
    .waitForFunction(isTakenOver, undefined, { timeout: TAKE_OVER_LIMIT_MS })
    .catch(() => undefined);
}

export { expect };
