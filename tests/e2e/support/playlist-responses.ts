import type { Page } from "@playwright/test";

const FUNCTION_ADDRESS = "**/functions/v1/youtube-playlist-videos*";

/** Makes the playlist function respond to the browser with this many platform videos. */
export async function serveVideos(page: Page, count: number): Promise<void> {
  const videos = Array.from({ length: count }, (_, index) => ({
    id: `AAAAAAAA${String(index + 1).padStart(3, "0")}`,
    title: `Walking in Purpose ${index + 1}`,
    description: "A message about purpose.",
    thumbnail: "/img/clip/clip-not-there",
    duration: "1:02:03",
    viewCount: "12K views",
    publishedAt: "2026-10-04T10:00:00Z",
  }));
  const body = { videos, source: "api", fetchedAt: "2026-11-20T10:00:00Z", stale: false };
  await page.route(FUNCTION_ADDRESS, (route) => route.fulfill({ json: body }));
  await page.route("**/img/**", (route) =>
    route.fulfill({
      contentType: "image/svg+xml",
      body: '<svg xmlns="http://www.w3.org/2000/svg"/>',
    }),
  );
}

/** Makes the playlist function fail with a reason. */
export async function failVideos(page: Page, reason: string): Promise<void> {
  await page.route(FUNCTION_ADDRESS, (route) =>
    route.fulfill({ status: 502, json: { error: reason, code: "upstream_failed" } }),
  );
}

/** Delays the playlist function until the returned function is called. */
export async function holdVideos(page: Page): Promise<() => void> {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(FUNCTION_ADDRESS, async (route) => {
    await released;
    await route.fallback();
  });
  return release;
}
