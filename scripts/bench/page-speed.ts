import type { Browser, BrowserContext, CDPSession, Page, Request } from "@playwright/test";
import { blockingMsIn, TRACE_CATEGORIES } from "./trace.ts";

/** A cheap phone on the slow 4G of Lighthouse, as DevTools imitates it. */
export const CHEAP_PHONE = {
  /** Name in the tables. */
  name: "1.44 Mbit/s, 562 ms, CPU x4",
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  cpuSlowdown: 4,
  downloadBitsPerS: 1_440_000,
  uploadBitsPerS: 675_000,
  roundTripMs: 562,
} as const;

/** The largest paint is final when nothing larger has appeared for this long. */
const SETTLED_AFTER_MS = 2_500;
/** Parts and players that load after the page; their blocking and layout shift count too. */
const PLAYERS_AFTER_MS = 5_500;

/** Metrics of one load. */
export type PageSpeed = {
  /** Largest Contentful Paint, milliseconds after the navigation began. */
  lcpMs: number;
  /** Cumulative Layout Shift, no unit. */
  cls: number;
  /** The image of the largest paint; null for text. */
  image: { url: string; width: number; height: number } | null;
};

type ObservedPaint = Omit<PageSpeed, "image"> & { element: unknown };

/** Metrics of one load with the main thread's blocking time. */
export type TracedSpeed = PageSpeed & { blockingMs: number };

/** Bytes before the first tap, without throttling. */
export type PageWeight = {
  scriptBytes: number;
  scriptCount: number;
  /** Of the players in frames; part of `scriptBytes`. */
  playerScriptBytes: number;
  playerScriptCount: number;
  /** Without segments of live channels, which never end. */
  totalBytes: number;
  requestCount: number;
  otherHosts: readonly string[];
};

/** Opens a fresh profile with the cheap phone's screen; processor and network are not slowed. */
export function openPhone(browser: Browser): Promise<BrowserContext> {
  const { viewport, deviceScaleFactor } = CHEAP_PHONE;
  return browser.newContext({
    viewport,
    deviceScaleFactor,
    hasTouch: true,
    isMobile: true,
    colorScheme: "light",
  });
}

/** Loads a page in a fresh profile on the cheap phone and reads the browser's metrics. */
export async function measureSpeed(browser: Browser, url: string): Promise<TracedSpeed> {
  const context = await openPhone(browser);
  try {
    const page = await context.newPage();
    await throttle(await context.newCDPSession(page));
    await page.addInitScript(observePaint);
    await browser.startTracing(page, { categories: TRACE_CATEGORIES });
    await page.goto(url, { waitUntil: "load" });
    await page.waitForTimeout(SETTLED_AFTER_MS + PLAYERS_AFTER_MS);
    const speed = await page.evaluate(readPaint);
    const trace = await browser.stopTracing();
    return { ...speed, blockingMs: blockingMsIn(trace.toString("utf8")) };
  } finally {
    await context.close();
  }
}

async function throttle(session: CDPSession): Promise<void> {
  await session.send("Network.enable");
  await session.send("Network.setCacheDisabled", { cacheDisabled: true });
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: CHEAP_PHONE.roundTripMs,
    downloadThroughput: CHEAP_PHONE.downloadBitsPerS / 8,
    uploadThroughput: CHEAP_PHONE.uploadBitsPerS / 8,
  });
  await session.send("Emulation.setCPUThrottlingRate", { rate: CHEAP_PHONE.cpuSlowdown });
}

/** Runs in the page before anything else. */
function observePaint(): void {
  const paint: ObservedPaint = { lcpMs: 0, cls: 0, element: null };
  Reflect.set(window, "observedPaint", paint);
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      paint.lcpMs = entry.startTime;
      paint.element = Reflect.get(entry, "element");
    }
  }).observe({ type: "largest-contentful-paint", buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) paint.cls += Number(Reflect.get(entry, "value"));
  }).observe({ type: "layout-shift", buffered: true });
}

/** Runs in the page at the end. */
function readPaint(): PageSpeed {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- put there by observePaint
  const { element, ...paint } = Reflect.get(window, "observedPaint") as ObservedPaint;
  // A page's own small image has been replaced by the one that the browser requests.
  const image =
    element instanceof HTMLImageElement
      ? { url: element.currentSrc, width: element.width, height: element.height }
      : null;
  return { ...paint, image };
}

/**
 * Loads a page and adds up its transfers until the network is quiet, without a tap.
 *
 * @param stored entries of the browser's storage, as of an earlier visit.
 */
export async function measureWeight(
  browser: Browser,
  url: string,
  stored: Readonly<Record<string, string>>,
): Promise<PageWeight> {
  const { viewport, deviceScaleFactor } = CHEAP_PHONE;
  const { origin } = new URL(url);
  const localStorage = Object.entries(stored).map(([name, value]) => ({ name, value }));
  const context = await browser.newContext({
    viewport,
    deviceScaleFactor,
    storageState: { cookies: [], origins: [{ origin, localStorage }] },
  });
  try {
    return await sumTransfers(await context.newPage(), url);
  } finally {
    await context.close();
  }
}

async function sumTransfers(page: Page, url: string): Promise<PageWeight> {
  const { host } = new URL(url);
  const otherHosts = new Set<string>();
  const weight = {
    scriptBytes: 0,
    scriptCount: 0,
    playerScriptBytes: 0,
    playerScriptCount: 0,
    totalBytes: 0,
    requestCount: 0,
  };
  const sizes: Promise<void>[] = [];
  const add = async (request: Request): Promise<void> => {
    const { responseBodySize } = await request.sizes();
    weight.requestCount += 1;
    weight.totalBytes += responseBodySize;
    if (request.resourceType() !== "script") return;
    weight.scriptBytes += responseBodySize;
    weight.scriptCount += 1;
    if (request.frame() === page.mainFrame()) return;
    weight.playerScriptBytes += responseBodySize;
    weight.playerScriptCount += 1;
  };
  page.on("request", (request) => {
    const target = new URL(request.url());
    if (/^https?:$/.test(target.protocol) && target.host !== host) otherHosts.add(target.host);
  });
  page.on("requestfinished", (request) => {
    if (/\.(?:m4s|mp4|m3u8)(?:\?|$)/.test(request.url())) return;
    sizes.push(add(request));
  });
  await page.goto(url, { waitUntil: "load" });
  await page.waitForTimeout(SETTLED_AFTER_MS + PLAYERS_AFTER_MS);
  await Promise.all(sizes);
  return { ...weight, otherHosts: [...otherHosts] };
}
