import { MOVING } from "./support/page-test.ts";
import { expect, test } from "./support/live-test.ts";
import { messagesFrom, openFramed, playerIn } from "./support/player-page.ts";

test.use(MOVING);

test("a muted preview pauses out of view and continues live; one that the visitor unmuted keeps playing", async ({
  page,
}) => {
  const frame = await openFramed(page, "/embed/channel/english?autoplay=1&muted=1");
  const player = playerIn(frame);
  await expect(player.root).toHaveAttribute("data-phase", "playing", { timeout: 20_000 });
  await page.evaluate(() => {
    document.body.style.height = "400vh";
    window.scrollTo(0, document.body.scrollHeight);
  });
  await expect(player.root).toHaveAttribute("data-phase", "paused");
  await page.evaluate(() => window.scrollTo(0, 0));
  await expect(player.root).toHaveAttribute("data-phase", "playing", { timeout: 20_000 });

  await frame.getByRole("button", { name: "Tap for sound" }).click();
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  const before = await player.position();
  await expect.poll(() => player.position()).toBeGreaterThan(before + 1);
});

test("the embed page plays in a Document Picture-in-Picture window @full", async ({ page }) => {
  await page.goto("/around?src=about:blank");
  await page.evaluate(openMiniWindowOnClick);
  await page.mouse.click(5, 5);
  await expect
    .poll(() => messagesFrom(page), { timeout: 20_000 })
    .toContainEqual({ v: 1, t: "state", s: "playing" });
});

/** Runs in the page: opens a window as the site does for a channel without its own picture-in-picture. */
function openMiniWindowOnClick(): void {
  async function open(): Promise<void> {
    const api: unknown = Reflect.get(window, "documentPictureInPicture");
    if (typeof api !== "object" || api === null || !("requestWindow" in api)) return;
    if (typeof api.requestWindow !== "function") return;
    const mini: Window = await api.requestWindow({ width: 480, height: 270 });
    const frame = mini.document.createElement("iframe");
    frame.allow = "autoplay";
    frame.src = `${location.origin}/embed/channel/english?autoplay=1&muted=1`;
    mini.addEventListener("message", ({ data }) => Reflect.get(window, "heard").push(data));
    mini.document.body.append(frame);
  }
  document.addEventListener("click", () => void open());
  document.querySelector("iframe")?.remove();
}
