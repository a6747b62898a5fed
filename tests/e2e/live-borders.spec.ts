import { MOVING } from "./support/page-test.ts";
import { expect, test } from "./support/live-test.ts";
import { playerIn } from "./support/player-page.ts";

test.use(MOVING);

test.use({ liveOptions: { hasShortClips: true } });

/** Four clips of 4.8 s: at least three borders between the first frame and the last. */
const WATCHED_SECONDS = 4 * 4.8;

test("three borders between clips pass without a stall @full", async ({ page }) => {
  await page.goto("/embed/channel/english?autoplay=1");
  const player = playerIn(page);
  await expect(player.root).toHaveAttribute("data-phase", "playing", { timeout: 20_000 });
  await player.video.evaluate((video) => {
    const stalls: string[] = [];
    for (const name of ["waiting", "stalled", "seeking", "pause", "error"]) {
      video.addEventListener(name, () => stalls.push(name));
    }
    Reflect.set(window, "stalls", stalls);
  });
  const title = page.locator(".rp-title");
  const seen = new Set<string | null>([await title.textContent()]);
  const start = await player.position();
  await expect
    .poll(
      async () => {
        seen.add(await title.textContent());
        return (await player.position()) - start;
      },
      { timeout: 40_000 },
    )
    .toBeGreaterThan(WATCHED_SECONDS);
  expect(await page.evaluate(() => Reflect.get(window, "stalls"))).toEqual([]);
  expect((await player.read()).bufferedRanges).toBe(1);
  expect(seen.size).toBeGreaterThanOrEqual(4);
});
