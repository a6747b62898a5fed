import type { Browser, CDPSession, Page, Request } from "@playwright/test";

/** Slow 4G as Lighthouse simulates it, with a phone's processor. */
export const SLOW_4G = {
  /** Name in the tables. */
  name: "slow 4G, CPU x4",
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  cpuSlowdown: 4,
  downloadBitsPerS: 1_600_000,
  uploadBitsPerS: 750_000,
  roundTripMs: 150,
} as const;

/** Lighthouse's phone, for measuring the weight of a page. */
const PHONE = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75 } as const;

/** The largest paint is final when nothing larger has appeared for this long. */
const SETTLED_AFTER_MS = 2_500;
/** Players start once the page is idle; their layout shift counts too. */
const PLAYERS_AFTER_MS = 3_500;

/** Metrics of one load. */
export type PageSpeed = {
  /** Largest Contentful Paint, milliseconds after the navigation began. */
  lcpMs: number;
  /** Cumulative Layout Shift, no unit. */
  cls: number;
  /** The image of the largest paint; null for text. */
  image: { url: string; width: number; height: number } | null;
};

/** Bytes before the first tap, without throttling. */
export type PageWeight = {
  scriptBytes: number;
  /** Without segments of live channels, which never end. */
  totalBytes: number;
  requestCount: number;
  otherHosts: readonly string[];
};

/** Loads a page in a fresh profile on a slow connection and reads the browser's metrics. */
export async function measureSpeed(browser: Browser, url: string): Promise<PageSpeed> {
  const { viewport, deviceScaleFactor } = SLOW_4G;
  const context = await browser.newContext({ viewport, deviceScaleFactor, hasTouch: true });
  try {
    const page = await context.newPage();
    await throttle(await context.newCDPSession(page));
    await page.addInitScript(observePaint);
    await page.goto(url, { waitUntil: "load" });
    await page.waitForTimeout(SETTLED_AFTER_MS + PLAYERS_AFTER_MS);
    return await page.evaluate(readPaint);
  } finally {
    await context.close();
  }
}

async function throttle(session: CDPSession): Promise<void> {
  await session.send("Network.enable");
  await session.send("Network.setCacheDisabled", { cacheDisabled: true });
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: SLOW_4G.roundTripMs,
    downloadThroughput: SLOW_4G.downloadBitsPerS / 8,
    uploadThroughput: SLOW_4G.uploadBitsPerS / 8,
  });
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOW_4G.cpuSlowdown });
}

/** Runs in the page before anything else. */
function observePaint(): void {
  const paint: PageSpeed = { lcpMs: 0, cls: 0, image: null };
  Reflect.set(window, "observedPaint", paint);
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      paint.lcpMs = entry.startTime;
      const element: unknown = Reflect.get(entry, "element");
      paint.image =
        element instanceof HTMLImageElement
          ? {
              url: element.currentSrc,
              width: Math.round(element.width),
              height: Math.round(element.height),
            }
          : null;
    }
  }).observe({ type: "largest-contentful-paint", buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) paint.cls += Number(Reflect.get(entry, "value"));
  }).observe({ type: "layout-shift", buffered: true });
}

/** Runs in the page at the end. */
function readPaint(): PageSpeed {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- put there by observePaint
  return Reflect.get(window, "observedPaint") as PageSpeed;
}

/** Loads a page and adds up its transfers until the network is quiet, without a tap. */
export async function measureWeight(browser: Browser, url: string): Promise<PageWeight> {
  const { viewport, deviceScaleFactor } = PHONE;
  const page = await browser.newPage({ viewport, deviceScaleFactor });
  try {
    return await sumTransfers(page, url);
  } finally {
    await page.close();
  }
}

async function sumTransfers(page: Page, url: string): Promise<PageWeight> {
  const { host } = new URL(url);
  const otherHosts = new Set<string>();
  const weight = { scriptBytes: 0, totalBytes: 0, requestCount: 0 };
  const sizes: Promise<void>[] = [];
  const add = async (request: Request): Promise<void> => {
    const { responseBodySize } = await request.sizes();
    weight.requestCount += 1;
    weight.totalBytes += responseBodySize;
    if (request.resourceType() === "script") weight.scriptBytes += responseBodySize;
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
  await page.waitForTimeout(SETTLED_AFTER_MS);
  await Promise.all(sizes);
  return { ...weight, otherHosts: [...otherHosts] };
}
