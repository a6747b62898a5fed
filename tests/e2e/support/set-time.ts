import type { Page } from "@playwright/test";
import { readFileSync } from "node:fs";
import { nextOccurrences } from "#shared/live/service-schedule.domain.ts";
import { MINUTE_MS } from "@reign-tv/kit/durations.ts";

/** Sets the browser's clock, and the server time and next service of Live TV. */
export async function setTime(page: Page, now: string): Promise<void> {
  const { services } = JSON.parse(readFileSync("ministry.json", "utf8"));
  const [service] = nextOccurrences(services, Date.parse(now), 1);
  if (!service) throw new Error("The ministry has no service");
  const next = {
    id: service.id,
    start: new Date(service.startMs).toISOString(),
    minutes: (service.endMs - service.startMs) / MINUTE_MS,
    zone: services.timeZone,
  };
  await page.clock.setFixedTime(new Date(now));
  await page.route(/\/live-tv$|\/api\/live/, async (route) => {
    const response = await route.fetch();
    const body = (await response.text())
      .replaceAll(/"now":"[^"]*"/g, `"now":"${now}"`)
      .replaceAll(/"next":\{"id"[^}]*\}/g, `"next":${JSON.stringify(next)}`);
    await route.fulfill({ response, body });
  });
}
