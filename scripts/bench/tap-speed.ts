import type { Browser, Locator, Page } from "@playwright/test";
import { CHEAP_PHONE, openPhone } from "./page-speed.ts";
import { processorMsBetween, TRACE_CATEGORIES } from "./trace.ts";

/** A tap on a page. */
type Tap = {
  name: string;
  target: (page: Page) => Locator;
  /** Selector of what the tap shows; the heading of another page without it. */
  shows?: string;
};

const bar = (page: Page, name: string): Locator =>
  page.getByRole("navigation", { name: "Quick navigation" }).getByRole("link", { name });

/** The taps on Home that `npm run bench` measures. */
export const TAPS: readonly Tap[] = [
  {
    name: "menu",
    target: (page) => page.getByRole("button", { name: "Open menu" }),
    shows: "#mobile-menu",
  },
  {
    name: "theme",
    target: (page) => page.getByRole("button", { name: "Switch to dark theme" }),
    shows: "html.dark",
  },
  {
    name: "search",
    target: (page) => page.locator("[data-search]").first(),
    shows: "dialog[open]",
  },
  {
    name: "card",
    target: (page) => page.locator("[data-video]").first(),
    shows: "[aria-label='Close video']",
  },
  { name: "to Live TV", target: (page) => bar(page, "Live TV") },
  { name: "to a category", target: (page) => bar(page, "Sermons") },
  { name: "to the Bible", target: (page) => bar(page, "Bible") },
];

/** The least that a tap costs on a page with React: its heading hides itself. */
export const FLOOR_TAP: Tap = {
  name: "heading of the floor page",
  target: (page) => page.locator("h1"),
  shows: "h1[hidden]",
};

/** Parts that load after the page are there by then. */
const SETTLED_AFTER_MS = 4_000;

/** Processor time of the main thread after a tap, in ms, with the cheap phone's processor. */
export type TapSpeed = {
  /** To the end of the first frame after it. */
  respondsMs: number;
  /** To the end of the frame that shows its result. */
  showsMs: number;
  /** To the same from the arrival of the last code or data that the page asked for before it. */
  showsAfterDataMs: number;
};

/**
 * Measures one tap on a freshly loaded page. The network is not slowed: code and data come at once.
 *
 * @throws when the page lacks what is to be tapped.
 */
export async function measureTap(browser: Browser, url: string, tap: Tap): Promise<TapSpeed> {
  const context = await openPhone(browser);
  try {
    const page = await context.newPage();
    await page.goto(url, { waitUntil: "load" });
    const target = tap.target(page);
    await target.scrollIntoViewIfNeeded();
    await page.waitForTimeout(SETTLED_AFTER_MS);
    const box = await target.boundingBox();
    if (!box) throw new Error(`${url} shows nothing to tap for "${tap.name}"`);
    const session = await context.newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: CHEAP_PHONE.cpuSlowdown });
    await page.evaluate(markTap, tap.shows);
    await browser.startTracing(page, { categories: TRACE_CATEGORIES });
    // By position, and without asking the page: its search for elements would cost processor time too.
    await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
    await page.waitForTimeout(SETTLED_AFTER_MS);
    const trace = (await browser.stopTracing()).toString("utf8");
    return {
      respondsMs: processorMsBetween(trace, "tapped", "responded"),
      showsMs: processorMsBetween(trace, "tapped", "shown"),
      showsAfterDataMs: processorMsBetween(trace, "arrived", "shown"),
    };
  } finally {
    await context.close();
  }
}

/** Runs in the page: marks the next tap, the first frame after it and the one with its result. */
function markTap(shows: string | undefined): void {
  const heading = () => document.querySelector("main h1")?.textContent ?? "";
  const before = heading();
  const isShown = () =>
    shows === undefined
      ? heading() !== "" && heading() !== before
      : document.querySelector(shows) !== null;
  const markArrival = () => {
    const tappedMs = performance.getEntriesByName("tapped")[0]?.startTime ?? 0;
    const arrivals = performance
      .getEntriesByType("resource")
      .filter((entry) => entry instanceof PerformanceResourceTiming)
      .filter(({ initiatorType }) => ["script", "fetch", "other"].includes(initiatorType))
      .map(({ responseEnd }) => responseEnd);
    performance.mark("arrived", { startTime: Math.max(tappedMs, ...arrivals) });
  };
  // After the frame: its layout and paint count too.
  const markFrame = (name: string) => {
    requestAnimationFrame(() =>
      setTimeout(() => {
        if (name === "shown") markArrival();
        performance.mark(name);
      }),
    );
  };
  const observer = new MutationObserver(() => {
    if (!isShown()) return;
    observer.disconnect();
    markFrame("shown");
  });
  observer.observe(document, { attributes: true, childList: true, subtree: true });
  const once = { capture: true, once: true };
  window.addEventListener("pointerdown", () => performance.mark("tapped"), once);
  window.addEventListener("click", () => markFrame("responded"), once);
}
