import {
  type BrowserContext,
  type ConsoleMessage,
  expect,
  type Page,
  type Request,
  test as base,
} from "@playwright/test";

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
const HYDRATION_TIMEOUT_MS = 5_000;

/**
 * Playwright's `test`, which also fails when a page had an error (see PageFaults), and whose `page.goto` waits for
 * hydration, because an earlier click would be lost. A test that provokes an error declares it in `expectedFaults`.
 */
export const test = base.extend<PageTestOptions & { faults: PageFaults }>({
  expectedFaults: [[], { option: true }],
  page: async ({ page, javaScriptEnabled }, provide) => {
    const goto = page.goto.bind(page);
    page.goto = async (...args) => {
      const response = await goto(...args);
      if (javaScriptEnabled) await waitForHydration(page);
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

async function waitForHydration(page: Page): Promise<void> {
  const isHydrated = () => {
    const root = document.querySelector("#root");
    return !root || Object.keys(root).some((key) => key.startsWith("__reactContainer"));
  };
  await page
    .waitForFunction(isHydrated, undefined, { timeout: HYDRATION_TIMEOUT_MS })
    .catch(() => undefined);
}

/** Errors that a visitor would not see and a correct page never has. */
type PageFaults = {
  /** One line per error so far. */
  list(): readonly string[];
};

/**
 * Records console errors and warnings, uncaught errors, CSP violations and requests to other hosts in all pages
 * and frames of a context. Nothing is intercepted, because that disables the browser's cache; the browser's
 * resolver knows no other host (playwright.config.ts).
 *
 * @param origin of the product, the only one a page may use before a visitor's tap
 */
async function watchFaults(context: BrowserContext, origin: string): Promise<PageFaults> {
  const faults: string[] = [];
  const note = (line: string): void => {
    faults.push(line);
  };

  await context.exposeBinding("notePolicyBreach", (_source, line: string) => note(line));
  await context.addInitScript(reportPolicyBreaches);
  context.on("request", (request: Request) => {
    if (isForeign(request.url(), origin)) note(`request to another host: ${request.url()}`);
  });
  context.on("console", (message: ConsoleMessage) => {
    if (message.type() !== "error" && message.type() !== "warning") return;
    note(`console ${message.type()}: ${message.text()} (${message.location().url})`);
  });
  context.on("page", (page: Page) => {
    page.on("pageerror", (error) => note(`uncaught error: ${error.message}`));
  });
  return { list: () => faults };
}

function isForeign(address: string, origin: string): boolean {
  const url = new URL(address);
  if (!/^(?:https?|wss?):$/.test(url.protocol)) return false;
  return url.host !== new URL(origin).host;
}

/** Runs in the page. The browser's own console message lacks the directive in frames. */
function reportPolicyBreaches(): void {
  document.addEventListener("securitypolicyviolation", (event) => {
    const line = `content policy: ${event.violatedDirective} blocked ${event.blockedURI}`;
    const report: unknown = Reflect.get(window, "notePolicyBreach");
    if (typeof report === "function") report(line);
  });
}

export { expect };
