import type { BrowserContext, ConsoleMessage, Page, Request } from "@playwright/test";

/** Errors that a visitor would not see and a correct page never has. */
export type PageFaults = {
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
export async function watchFaults(context: BrowserContext, origin: string): Promise<PageFaults> {
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
