import { expect, type Page, test as base } from "@playwright/test";
import { watchFaults, type PageFaults } from "./page-faults.ts";

export type PageTestOptions = {
  /**
   * Faults that a test provokes on purpose, for example [/status of 404/]; they must really occur.
   * One pattern with alternatives: Playwright takes a list of two for a fixture with its options.
   */
  expectedFaults: readonly [] | readonly [RegExp];
};

/** For tests in which channels start by themselves; two that play beside a test take as much as the test. */
export const MOVING = { contextOptions: { reducedMotion: "no-preference" } } as const;

/** How long a page is given to answer clicks; one whose scripts are blocked on purpose never does. */
const TAKE_OVER_LIMIT_MS = 5_000;

/**
 * Playwright's `test`, which also fails when any page of the test had a fault (see PageFaults), and
 * whose `page.goto` also waits until the app has taken over the server's markup: an earlier click
 * would be lost.
 * A test that provokes one says so: `test.use({ expectedFaults: [/status of 404/] })`.
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
      // A blocked registration would warn on every page: there, the browser has no workers at all.
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
