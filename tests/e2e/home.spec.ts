import { expect, MOVING, test } from "./support/page-test.ts";
import { storedItemKeys } from "./support/stored-items.ts";
import { failVideos } from "./support/playlist-responses.ts";
import { watchLayoutShift } from "./support/layout-shift.ts";
import { videoIdOf } from "#tests/e2e/support/video-cards.ts";

test.use(MOVING);

const ROWS = [
  ["Latest Sermons", "/videos/sermons"],
  ["Prophecies", "/videos/prophecies"],
  ["Prophecy Confirmations", "/video-categories/prophecy-confirmations"],
  ["Movies", "/videos/movies"],
  ["Music", "/videos/music"],
] as const;

test("Home shows the channels, the next service, today's devotional, the day's verse, then five rows of up to 5 cards with thumbnail, duration, a title of at most two lines and View All links (S2.1, S2.40, S2.41, S2.52, S9.1)", async ({
  page,
}) => {
  await page.goto("/");
  // The verse of the day loads after the page.
  await expect(page.getByRole("region", { name: "Verse of the day" })).toBeVisible();
  await expect(page.getByRole("main").getByRole("heading", { level: 2 })).toHaveText([
    "Our Channels",
    /Next service|Live now|The service is over/,
    "Today's Devotional",
    "Verse of the day",
    ...ROWS.map(([title]) => title),
  ]);
  await expect(page.getByRole("link", { name: "Read Today's Devotional" })).toHaveAttribute(
    "href",
    "/devotional",
  );
  const card = page.locator("[data-video]").first();
  await expect(card.locator("img")).toHaveAttribute("src", /^\/img\//);
  await expect(card.getByText(/^\d+:\d\d$/).first()).toBeVisible();
  const lines = await card
    .locator(".line-clamp-2")
    .evaluate(
      (element) => element.clientHeight / Number.parseFloat(getComputedStyle(element).lineHeight),
    );
  expect(Math.round(lines)).toBeLessThanOrEqual(2);
  // The title of a programme comes late and changes: it must not move what is below.
  const growth = await page.locator("[data-channel]").evaluateAll((cards) =>
    cards.map((channel) => {
      const before = channel.getBoundingClientRect().height;
      const programme = [...channel.querySelectorAll("p[title]")].at(-1);
      if (programme) programme.textContent = "A long title ".repeat(30);
      return channel.getBoundingClientRect().height - before;
    }),
  );
  expect(growth).toEqual([0, 0]);
  for (const [title, path] of ROWS) {
    const row = page.getByRole("region", { name: title, exact: true });
    const cards = row.getByRole("listitem");
    expect(await cards.count()).toBeGreaterThan(2);
    expect(await cards.count()).toBeLessThanOrEqual(5);
    await expect(row.getByRole("link", { name: `View all: ${title}` })).toHaveAttribute(
      "href",
      path,
    );
  }
});

test("a phone has what can be continued, and the next service within its second screen, which comes first within an hour of it; nothing shifts @phone", async ({
  page,
  request,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/bible/plans/gospels-30");
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await expect(page.getByText("0 of 30 read")).toBeVisible();
  const run: unknown = expect.stringContaining("plan-run");
  await expect.poll(() => storedItemKeys(page)).toContainEqual(run);
  const position = {
    id: "clip-a-new-song-in-my-mouth",
    title: "The Lord Is My Shepherd",
    thumbnail: "/img/clip/clip-a-new-song-in-my-mouth",
    duration: "1:00",
    viewCount: "",
    category: "music",
    seconds: 20,
    ofSeconds: 60,
  };
  const stored = JSON.stringify([position]);
  await page.evaluate((text) => localStorage.setItem("watchPositions", text), stored);
  const shift = await watchLayoutShift(page);
  await page.goto("/");
  const live = await (await request.get("/api/live")).json();
  // The verse of the day loads when it comes near.
  await page.getByRole("link", { name: "Read Today's Devotional" }).scrollIntoViewIfNeeded();
  const service = /Next service|Live now|The service is over/;
  const personal = ["Continue watching", "Next reading"];
  await expect(page.getByRole("main").getByRole("heading", { level: 2 })).toContainText([
    "Our Channels",
    ...(live.next.isNear ? [service, ...personal] : [...personal, service]),
    "Today's Devotional",
    "Verse of the day",
  ]);
  const box = await page.getByRole("region", { name: service }).boundingBox();
  expect(box?.y).toBeLessThan(2 * 740);
  expect(await shift()).toBeLessThan(0.02);
});

test("a card opens a modal with its own URL whose player plays; Escape and the close button close it (S2.53, S2.54, S4.9)", async ({
  page,
}) => {
  await page.goto("/");
  const card = page.locator("[data-video]").first();
  const id = await videoIdOf(card);
  await card.click();
  const modal = page.getByRole("dialog");
  await expect(modal).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`\\?v=${id}$`));
  const video = modal.frameLocator("iframe").locator("video");
  await expect
    .poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime))
    .toBeGreaterThan(0.5);
  const box = await modal.locator("iframe").boundingBox();
  expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(16 / 9, 1);
  await page.getByRole("button", { name: "Close video" }).focus();
  await page.keyboard.press("Escape");
  await expect(modal).toBeHidden();
  await expect(card).toBeFocused();
  await expect(page).toHaveURL(/\/$/);
  await page.goto(`/?v=${id}`);
  await expect(modal).toBeVisible();
  await page.getByRole("button", { name: "Close video" }).click();
  await expect(modal).toBeHidden();
});

test.describe("Home without its lists", () => {
  test.use({ expectedFaults: [/status of 502/] });

  test('a row holds placeholders for its 5 cards while its list is pending, and says "Unable to load content at this time." when it fails (S2.56, S2.57, S4.8, S8.14) @full', async ({
    page,
  }) => {
    await page.goto("/privacy-policy");
    await page.route("**/functions/v1/**", () => undefined);
    await page.getByRole("link", { name: "Reign TV" }).first().click();
    const row = page.getByRole("region", { name: "Latest Sermons" });
    await expect(row.getByRole("status", { name: "Loading videos" })).toBeVisible();
    await expect(row.locator("[data-placeholder]")).toHaveCount(5);
    await page.goto("/privacy-policy");
    await failVideos(page, "Failed to fetch YouTube videos: quota exceeded");
    await page.getByRole("link", { name: "Reign TV" }).first().click();
    await expect(page.getByText("Unable to load content at this time.").first()).toBeVisible();
  });
});
