import type { Browser, Page } from "@playwright/test";
import { DEFAULT_LANGUAGE } from "#shared/languages.ts";
import { CATALOGUE } from "#shared/messages/catalogue.ts";
import { openAs, type PageProfile } from "./page-speed.ts";

/** By then what starts by itself once the page is at rest has started, and a tap has been painted. */
const AT_REST_AFTER_MS = 6_000;
const PAINTED_AFTER_MS = 1_500;

/** How long the slowest event of a tap took until the next paint, as Interaction to Next Paint counts it. */
export type TapTime = { readonly name: string; readonly durationMs: number };

const { shell } = CATALOGUE[DEFAULT_LANGUAGE];

/** What a visitor taps first on Home. */
const TAPS: readonly { readonly name: string; readonly find: (page: Page) => Tap }[] = [
  { name: "menu", find: (page) => page.getByRole("button", { name: shell.openMenu }) },
  { name: "theme", find: (page) => page.getByRole("button", { name: shell.switchToDark }) },
  { name: "card", find: (page) => page.locator("[data-video]").first() },
  { name: "search", find: (page) => page.getByRole("banner").getByLabel(shell.search) },
];

type Tap = ReturnType<Page["locator"]>;

/** Taps each thing on a page of its own that came to rest. */
export async function measureTaps(
  browser: Browser,
  url: string,
  profile: PageProfile,
): Promise<TapTime[]> {
  const times: TapTime[] = [];
  for (const { name, find } of TAPS) {
    const page = await openAs(browser, profile);
    try {
      await page.addInitScript(observeEvents);
      await page.goto(url, { waitUntil: "load" });
      await page.waitForTimeout(AT_REST_AFTER_MS);
      await find(page).tap();
      await page.waitForTimeout(PAINTED_AFTER_MS);
      times.push({ name, durationMs: await page.evaluate(readSlowest) });
    } finally {
      await page.context().close();
    }
  }
  return times;
}

/** Runs in the page before anything else. */
function observeEvents(): void {
  Reflect.set(window, "slowestEventMs", 0);
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) {
      const slowest = Number(Reflect.get(window, "slowestEventMs"));
      Reflect.set(window, "slowestEventMs", Math.max(slowest, duration));
    }
  });
  const options = { type: "event", buffered: true, durationThreshold: 16 };
  observer.observe(options);
}

/** Runs in the page at the end. */
function readSlowest(): number {
  return Number(Reflect.get(window, "slowestEventMs"));
}
