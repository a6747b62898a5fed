import type { Page } from "@playwright/test";

/** Sets the browser's clock and the server time of Live TV, which countdowns use. */
export async function setTime(page: Page, now: string): Promise<void> {
  await page.clock.setFixedTime(new Date(now));
  await page.route(/\/live-tv$|\/api\/live/, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replaceAll(/"now":"[^"]*"/g, `"now":"${now}"`);
    await route.fulfill({ response, body });
  });
}
