import type { Page } from "@playwright/test";
import { expectAccessible } from "./support/accessibility.ts";
import { type Account, createAccount, enterAs } from "./support/accounts.ts";
import { expect, MOVING, test } from "./support/page-test.ts";
import { videoIdOf } from "#tests/e2e/support/video-cards.ts";

test.use(MOVING);

/** A platform video and a library video, as stored in the history. */
const WATCHED = [
  {
    id: "AAAAAAAA001",
    title: "Walking in Purpose",
    thumbnail: "/img/clip/clip-not-there",
    duration: "1:02:03",
    viewCount: "12K views",
    category: "sermons",
    watchedAt: "2026-10-04T10:00:00.000Z",
  },
  {
    id: "clip-psalm-23",
    title: "The Lord Is My Shepherd",
    thumbnail: "/img/clip/clip-not-there",
    duration: "1:00",
    viewCount: "",
    category: "music",
    watchedAt: "2026-10-03T18:30:00.000Z",
  },
];

async function serveImages(page: Page): Promise<void> {
  await page.route("**/img/**", (route) =>
    route.fulfill({
      contentType: "image/svg+xml",
      body: '<svg xmlns="http://www.w3.org/2000/svg"/>',
    }),
  );
}

function historyKey(account: Account): string {
  return `watchHistory_${account.session.user.id}`;
}

async function store(page: Page, key: string, text: string): Promise<void> {
  await page.evaluate(
    ([name, value]) => localStorage.setItem(name ?? "", value ?? ""),
    [key, text],
  );
}

async function stored(page: Page, key: string): Promise<string | null> {
  return page.evaluate((name) => localStorage.getItem(name), key);
}

async function openHistory(page: Page, account: Account, text = JSON.stringify(WATCHED)) {
  await serveImages(page);
  await enterAs(page, account);
  await store(page, historyKey(account), text);
  await page.goto("/watch-history");
}

test("the page asks visitors to sign in (S2.98, S6.5) @full", async ({ page }) => {
  await page.goto("/watch-history");
  await expect(page.getByText("Please sign in to view your watch history.")).toBeVisible();
  await expect(page.getByRole("main").getByRole("link", { name: "Sign In" })).toHaveAttribute(
    "href",
    "/auth",
  );
  await expectAccessible(page);
});

test("the list shows thumbnail, duration, title, category, views and time, newest first; Watch Again links outside; an entry is removed, also in another tab, and Clear All asks first (S2.6, S2.99 to S2.103, S3.8, S7.21, S8.9) @full", async ({
  context,
  page,
  request,
}) => {
  const account = await createAccount(request);
  await openHistory(page, account);
  const items = page.getByRole("article");
  await expect(items).toHaveCount(2);
  const first = items.first();
  await expect(first.getByRole("heading")).toHaveText("Walking in Purpose");
  await expect(first.getByText("1:02:03")).toBeVisible();
  await expect(first.getByText("Sermons · 12K views")).toBeVisible();
  await expect(first.getByText(/^Watched .*2026.* 12:00/)).toBeVisible();
  await expect(first.locator("img")).toHaveAttribute("src", /^\/img\/clip\//);
  await expectAccessible(page);
  const links = page.getByRole("link", { name: /^Watch Again/ });
  await expect(links.first()).toHaveAttribute(
    "href",
    "https://www.youtube.com/watch?v=AAAAAAAA001",
  );
  await expect(links.last()).toHaveAttribute("href", "/videos/music?v=clip-psalm-23");
  for (const link of await links.all()) {
    await expect(link).toHaveAttribute("target", "_blank");
    await expect(link).toHaveAttribute("rel", "noopener noreferrer");
  }

  const other = await context.newPage();
  await serveImages(other);
  await other.setViewportSize({ width: 320, height: 640 });
  await other.goto("/fr/watch-history");
  await expect(other.getByRole("article")).toHaveCount(2);
  await expect(other.getByText(/Regardée le 4 oct\. 2026/)).toBeVisible();
  const width = await other.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(320);
  await page.keyboard.press("Tab");
  await page
    .getByRole("button", { name: "Remove from history: Walking in Purpose" })
    .press("Enter");
  await expect(page.getByText("Video removed")).toBeVisible();
  await expect(items).toHaveCount(1);
  await expect(items.getByRole("button")).toBeFocused();
  await expect(other.getByRole("article")).toHaveCount(1);
  expect(await stored(page, historyKey(account))).not.toContain("AAAAAAAA001");

  await page.getByRole("button", { name: "Clear All" }).focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("This can't be undone.")).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(items).toHaveCount(1);
  await page.keyboard.press("Enter");
  await dialog.getByRole("button", { name: "Clear history" }).click();
  await expect(page.getByText("History cleared")).toBeVisible();
  await expect(page.getByRole("heading", { name: "No Watch History" })).toBeVisible();
  expect(await stored(page, historyKey(account))).toBe("[]");
});

test("a member's video enters the history on its start, once, with its category (S1.9, S3.19)", async ({
  page,
  request,
}) => {
  const account = await createAccount(request);
  await enterAs(page, account);
  await page.goto("/videos/music");
  const card = page.locator("[data-video]").first();
  const id = await videoIdOf(card);
  for (let visit = 0; visit < 2; visit += 1) {
    await card.click();
    const video = page.getByRole("dialog").frameLocator("iframe").locator("video");
    await expect
      .poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime))
      .toBeGreaterThan(0.5);
    await page.getByRole("button", { name: "Close video" }).click();
    await expect(page.getByRole("dialog")).toBeHidden();
  }
  await expect.poll(() => stored(page, historyKey(account))).toContain(id);
  await page.goto("/watch-history");
  await expect(page.getByRole("article")).toHaveCount(1);
  await expect(page.getByRole("article").getByText(/Music/)).toBeVisible();
});

test("a video resumes at its position; its card and Home show the progress @full", async ({
  page,
}) => {
  await page.goto("/videos/music");
  const card = page.locator("[data-video]").first();
  const id = await videoIdOf(card);
  const position = {
    id,
    title: "A song that was left",
    thumbnail: `/img/clip/${id}`,
    duration: "1:00",
    viewCount: "",
    category: "music",
    seconds: 8.4,
    ofSeconds: 19.2,
  };
  await store(page, "watchPositions", JSON.stringify([position]));
  await page.goto("/");
  const row = page.getByRole("region", { name: "Continue watching" });
  await expect(row.getByRole("progressbar")).toHaveAccessibleName("44% watched");
  await expectAccessible(page);
  await row.getByRole("link", { name: /Continue watching: A song that was left/ }).click();
  await expect(page).toHaveURL(new RegExp(`/videos/music\\?v=${id}$`));
  const video = page.getByRole("dialog").frameLocator("iframe").locator("video");
  await expect
    .poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime))
    .toBeGreaterThan(8);
  await page.getByRole("button", { name: "Close video" }).click();
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(card.getByRole("progressbar", { includeHidden: true })).toBeVisible();
});
