import { expect, MOVING, test } from "./support/page-test.ts";
import { playerIn } from "./support/player-page.ts";

test.use(MOVING);

test("a channel starts muted and offers its sound, in both languages", async ({ page }) => {
  await page.addInitScript(refuseSoundBeforeTap);
  for (const [id, language, sound] of [
    ["english", "en", "Tap for sound"],
    ["french", "fr", "Activer le son"],
  ] as const) {
    await page.goto(`/embed/channel/${id}?autoplay=1&lang=${language}`);
    const player = playerIn(page);
    await expect(player.root).toHaveAttribute("data-phase", "playing", { timeout: 20_000 });
    const before = await player.position();
    await expect.poll(() => player.position()).toBeGreaterThan(before + 1);
    expect((await player.read()).isMuted).toBe(true);

    await page.getByRole("button", { name: sound }).first().click();
    const facts = await player.read();
    expect(facts).toMatchObject({ isMuted: false, isPaused: false });
    expect(facts.volume).toBeGreaterThan(0);
    await expect(page.locator(".rp-sound")).toBeHidden();
  }
});

test("the player shows the current programme and captions, and a pause leads back to live", async ({
  page,
  request,
}) => {
  await page.goto("/embed/channel/english?autoplay=1");
  const player = playerIn(page);
  const title = page.locator(".rp-title");
  await expect(title).not.toHaveText("Live Stream English", { timeout: 20_000 });
  const guide = await (await request.get("/live/english/guide")).json();
  const titles = [...guide.previous, guide.now, ...guide.next].map((entry) => entry.title);
  expect(titles).toContain(await title.textContent());

  await page.locator("body").press("c");
  const shownCues = () =>
    player.video.evaluate((video: HTMLVideoElement) =>
      [...video.textTracks]
        .filter((track) => track.mode === "showing")
        .reduce((count, track) => count + (track.activeCues?.length ?? 0), 0),
    );
  await expect.poll(shownCues, { timeout: 20_000 }).toBe(1);

  await page.locator("body").press("k");
  await expect(player.root).toHaveAttribute("data-phase", "paused");
  const live = page.getByRole("button", { name: "Go to live" });
  await expect(live).toBeVisible();
  await live.click();
  await expect(player.root).toHaveAttribute("data-phase", "playing");
  await expect(page.getByRole("button", { name: "Live", exact: true })).toBeVisible();
});

/**
 * Runs in the page: simulates the browser's autoplay rule before a user gesture. The real rule cannot be tested,
 * because each evaluation by the test counts as a gesture.
 */
function refuseSoundBeforeTap(): void {
  const original = Object.getOwnPropertyDescriptor(HTMLMediaElement.prototype, "play");
  HTMLMediaElement.prototype.play = function playIfSilent(): Promise<void> {
    if (this.muted) return original?.value.call(this);
    return Promise.reject(new DOMException("", "NotAllowedError"));
  };
}
