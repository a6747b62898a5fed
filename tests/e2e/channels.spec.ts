import { expect, MOVING, test } from "./support/page-test.ts";
import { setTime } from "./support/set-time.ts";

test.use(MOVING);

const CHANNELS = [
  ["english", "Live Stream English"],
  ["french", "Live Stream French"],
] as const;

test("both channels play on Home, the leading one automatically, with their Live badges; the English one links to /live-tv (S1.2, S2.39, S2.44, S2.50, S7.18)", async ({
  page,
}) => {
  await page.goto("/");
  for (const [id, name] of CHANNELS) {
    const card = page.getByRole("article", { name });
    if (id !== "english") await card.getByRole("button", { name: /^Watch / }).click();
    await expect(card.getByText("Live", { exact: true })).toBeVisible();
    const video = card.frameLocator("iframe").locator("video");
    const position = () => video.evaluate((element: HTMLVideoElement) => element.currentTime);
    await expect.poll(position).toBeGreaterThan(0);
    const before = await position();
    await expect.poll(position).toBeGreaterThan(before);
    await expect(page.locator(`[data-channel=${id}] iframe`)).toHaveAttribute(
      "src",
      new RegExp(`^/embed/channel/${id}`),
    );
  }
  await page.getByRole("link", { name: "Live Stream English", exact: true }).click();
  await expect(page).toHaveURL(/\/live-tv$/);
});

test("fullscreen opens an overlay of the selected stream with a close button (S2.47, S2.49, S4.10) @full", async ({
  page,
}) => {
  await page.goto("/");
  const card = page.getByRole("article", { name: "Live Stream French" });
  const button = card.getByRole("button", { name: "Fullscreen" });
  await button.click();
  const overlay = page.getByRole("dialog", { name: "Live Stream French" });
  await expect(overlay).toBeVisible();
  await expect(overlay.locator("iframe")).toHaveAttribute("src", /^\/embed\/channel\/french/);
  expect(await overlay.boundingBox()).toMatchObject({ x: 0, y: 0, width: 1280, height: 800 });
  await overlay.getByRole("button", { name: "Close player" }).click();
  await expect(overlay).toBeHidden();
  await expect(button).toBeFocused();
});

test("a tooltip explains missing picture-in-picture for about 1.6 seconds (S2.46, S2.48, S8.17, S9.6) @full", async ({
  page,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(Document.prototype, "pictureInPictureEnabled", { get: () => false });
    Reflect.deleteProperty(HTMLVideoElement.prototype, "requestPictureInPicture");
    Reflect.deleteProperty(window, "documentPictureInPicture");
  });
  // Another day on the page's clock would change the text.
  await page.clock.install();
  await page.goto("/");
  const card = page.getByRole("article", { name: "Live Stream English" });
  // From here on, time passes only by the test.
  await page.clock.pauseAt(Date.now() + 60_000);
  await card.getByRole("button", { name: "Picture-in-picture" }).click();
  const tooltip = card.getByText("PiP is not supported for this stream");
  await expect(async () => {
    await page.clock.runFor(100);
    expect(await tooltip.isVisible()).toBe(true);
  }).toPass();
  await page.clock.runFor(1_000);
  await expect(tooltip).toBeVisible();
  await page.clock.runFor(700);
  await expect(tooltip).toBeHidden();
});

test("Live TV shows the player and the upcoming services in Paris time and in the visitor's own (S2.4, S2.78, S2.79, S9.19)", async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ timezoneId: "Africa/Harare", locale: "en-GB" });
  const page = await context.newPage();
  await setTime(page, "2026-11-21T12:00:00Z");
  await page.goto(`${baseURL}/live-tv`);
  await expect(page.locator("main iframe")).toHaveAttribute("src", /^\/embed\/channel\/english/);
  const card = page.getByRole("region", { name: "Upcoming Live Services" });
  await expect(card.getByText("Thursday 4:00 PM, Paris Time")).toBeVisible();
  await expect(card.getByText("Sunday 10:00 AM, Paris Time")).toBeVisible();
  // Paris is UTC+1 in November, Harare UTC+2.
  await expect(card.getByText("Your time: Thursday 5:00 PM")).toBeVisible();
  await expect(card.getByText("Your time: Sunday 11:00 AM")).toBeVisible();
  await expect(card).toContainText("Next service");
  await expect(card).toContainText("Tomorrow 11:00 AM your time");
  // A poll that `setTime` answers may be under way.
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await context.close();
});

test("Live TV on a phone shows the whole picture, fits its controls in French, and covers no text @full", async ({
  page,
}) => {
  for (const size of [
    { width: 360, height: 740 },
    { width: 740, height: 360 },
  ]) {
    await page.setViewportSize(size);
    await page.goto("/fr/live-tv");
    await page
      .getByRole("button", { name: /^Regarder / })
      .first()
      .click();
    const player = page.frameLocator("main iframe");
    await expect(player.locator("[data-phase=playing]")).toBeVisible();
    await player.locator("video").evaluate((video: HTMLVideoElement) => video.pause());
    await expect(player.getByRole("button", { name: "Revenir au direct" })).toBeVisible();
    await expect(player.locator(".rp-head")).toBeHidden();
    const frame = await page.locator("main iframe").boundingBox();
    const last = await player.getByRole("button", { name: "Plein écran" }).boundingBox();
    if (!frame || !last) throw new Error("There is no player");
    expect(frame.y + frame.height).toBeLessThanOrEqual(size.height);
    expect(last.x + last.width).toBeLessThanOrEqual(frame.x + frame.width);
  }
});
