import type { Page } from "@playwright/test";

/** Measures layout shift from the next load on. Returns a function that reads the Cumulative Layout Shift. */
export async function watchLayoutShift(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      const { dataset } = document.documentElement;
      for (const entry of list.getEntries()) {
        const shift = Number(Reflect.get(entry, "value"));
        dataset["shift"] = String(Number(dataset["shift"] ?? 0) + shift);
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
  return async () => Number((await page.locator("html").getAttribute("data-shift")) ?? 0);
}
