import type { Browser, CDPSession, Page, Request } from "@playwright/test";

/** A device and its line. */
export type PageProfile = {
  /** As the tables call it. */
  readonly name: string;
  readonly viewport: { readonly width: number; readonly height: number };
  readonly deviceScaleFactor: number;
  readonly cpuSlowdown: number;
  readonly downloadBitsPerS: number;
  readonly uploadBitsPerS: number;
  readonly roundTripMs: number;
};

/** Slow 4G as Lighthouse simulates it, with a phone's processor. */
export const SLOW_4G: PageProfile = {
  name: "slow 4G, CPU x4",
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  cpuSlowdown: 4,
  downloadBitsPerS: 1_600_000,
  uploadBitsPerS: 750_000,
  roundTripMs: 150,
};

/** The phone of Lighthouse with its line slowed down by DevTools, where each request waits more than half a second. */
export const PHONE: PageProfile = {
  name: "phone, 1.44 Mbit/s, 562 ms, CPU x4",
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  cpuSlowdown: 4,
  downloadBitsPerS: 1_440_000,
  uploadBitsPerS: 675_000,
  roundTripMs: 562,
};

/** Nothing larger has appeared for this long: the largest paint is final. */
const SETTLED_AFTER_MS = 2_500;
/** Players start once the page is at rest; what they cost the processor counts too. */
const PLAYERS_AFTER_MS = 3_500;

/** What a visitor sees of one load. */
export type PageSpeed = {
  /** Largest Contentful Paint, milliseconds after the navigation began. */
  lcpMs: number;
  /** Cumulative Layout Shift, no unit. */
  cls: number;
  /** What long tasks take beyond 50 ms each, from the first paint on, milliseconds. */
  blockingMs: number;
  /** The longest task after the first paint, milliseconds; 0 where none was above 50. */
  longestTaskMs: number;
  /** The picture that was the largest paint; null when it was a text. */
  picture: { url: string; width: number; height: number } | null;
};

/** Everything that travelled before a tap, without throttling. */
export type PageWeight = {
  scriptBytes: number;
  /** Without the live channels' own segments, which go on for ever. */
  totalBytes: number;
  requestCount: number;
  otherHosts: readonly string[];
};

/** Loads a page in a fresh profile on a slow line and reads what the browser measured. */
export async function measureSpeed(
  browser: Browser,
  url: string,
  profile: PageProfile,
): Promise<PageSpeed> {
  const page = await openAs(browser, profile);
  try {
    await page.addInitScript(observePaint);
    await page.goto(url, { waitUntil: "load" });
    await page.waitForTimeout(SETTLED_AFTER_MS + PLAYERS_AFTER_MS);
    return await page.evaluate(readPaint);
  } finally {
    await page.context().close();
  }
}

/** A page of a fresh browser profile on such a device and line; its context is the caller's to close. */
export async function openAs(browser: Browser, profile: PageProfile): Promise<Page> {
  const { viewport, deviceScaleFactor } = profile;
  const context = await browser.newContext({ viewport, deviceScaleFactor, hasTouch: true });
  const page = await context.newPage();
  await throttle(await context.newCDPSession(page), profile);
  return page;
}

async function throttle(session: CDPSession, profile: PageProfile): Promise<void> {
  await session.send("Network.enable");
  await session.send("Network.setCacheDisabled", { cacheDisabled: true });
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: profile.roundTripMs,
    downloadThroughput: profile.downloadBitsPerS / 8,
    uploadThroughput: profile.uploadBitsPerS / 8,
  });
  await session.send("Emulation.setCPUThrottlingRate", { rate: profile.cpuSlowdown });
}

/** Runs in the page before anything else. */
function observePaint(): void {
  const FREE_TASK_MS = 50;
  const paint: PageSpeed = { lcpMs: 0, cls: 0, blockingMs: 0, longestTaskMs: 0, picture: null };
  Reflect.set(window, "observedPaint", paint);
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      paint.lcpMs = entry.startTime;
      const element: unknown = Reflect.get(entry, "element");
      paint.picture =
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
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) {
      const [firstPaint] = performance.getEntriesByName("first-contentful-paint");
      if (!firstPaint || startTime + duration < firstPaint.startTime) continue;
      paint.blockingMs += duration - FREE_TASK_MS;
      paint.longestTaskMs = Math.max(paint.longestTaskMs, duration);
    }
  }).observe({ type: "longtask", buffered: true });
}

/** Runs in the page at the end. */
function readPaint(): PageSpeed {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- put there by observePaint
  return Reflect.get(window, "observedPaint") as PageSpeed;
}

/** Loads a page and sums up what travelled until it was quiet, without a tap. */
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
