import type { Browser, Page } from "@playwright/test";
import { laterMessages } from "#shared/messages/videos/later.ts";
import { videoDetailsMessages } from "#shared/messages/videos/video-details.ts";
import { watchMessages } from "#shared/messages/videos/watch.ts";
import { expectAccessible } from "#tests/e2e/support/accessibility.ts";
import { type Account, createAccount, enterAs } from "#tests/e2e/support/accounts.ts";
import { playerIn } from "#tests/e2e/support/player-page.ts";
import { expect, test } from "./support/journey-test.ts";

const later = laterMessages.en;
const SYNCED = "/rest/v1/rpc/sync_items";
/** 3 min 40 s long. */
const VIDEO = "/videos/music?v=clip-psalm-103-verse-by-verse";

test.describe.configure({ timeout: 120_000 });

async function openDevice(browser: Browser, baseURL: string | undefined, account: Account) {
  const context = await browser.newContext(baseURL === undefined ? {} : { baseURL });
  const page = await context.newPage();
  await enterAs(page, account);
  return { context, page };
}

/** Opens a page and waits until device and account are in sync. */
async function goSynced(page: Page, address: string): Promise<void> {
  const synced = page.waitForResponse((response) => response.url().includes(SYNCED));
  await page.goto(address);
  await synced;
}

/** Videos on phones wait for a tap. */
async function play(page: Page): Promise<void> {
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Play: .*\d\sMB/ })
    .click();
  await expect(playerOf(page).root).toHaveAttribute("data-phase", "playing", { timeout: 20_000 });
}

function playerOf(page: Page) {
  return playerIn(page.getByRole("dialog").frameLocator("iframe"));
}

async function press(page: Page, keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

/** Waits until a position is sent to the account. */
function positionSent(page: Page) {
  return page.waitForRequest(
    (request) =>
      request.url().includes(SYNCED) && (request.postData() ?? "").includes('"state":"watching"'),
  );
}

test("a video resumes where another device stopped, and an offline device overwrites nothing @phone", async ({
  browser,
  baseURL,
  request,
}) => {
  const account = await createAccount(request);
  const first = await openDevice(browser, baseURL, account);
  const second = await openDevice(browser, baseURL, account);

  await goSynced(first.page, VIDEO);
  await play(first.page);
  const sent = positionSent(first.page);
  // Key 3 seeks to 30 percent.
  await press(first.page, ["3"]);
  await expect.poll(() => playerOf(first.page).position()).toBeGreaterThan(65);
  await press(first.page, ["k"]);
  await sent;
  await first.page.getByRole("button", { name: /^Watch later: / }).click();
  await expect(first.page.getByRole("button", { name: /^Watch later: / })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  await expectAccessible(first.page);

  await second.page.goto(VIDEO);
  const goOn = second.page.getByRole("button", { name: /^Continue at 1:[01]\d \(/ });
  await expect(goOn).toBeVisible({ timeout: 20_000 });
  await expect(second.page.getByRole("button", { name: later.stayHere })).toBeVisible();
  await play(second.page);
  await press(second.page, ["1", "k"]);
  await expectAccessible(second.page);
  await second.page.getByRole("button", { name: videoDetailsMessages.en.closeVideo }).click();

  // The position that the second device played before its choice is not stored in the account.
  await goSynced(first.page, "/watch-later");
  const place = first.page.getByRole("region", { name: later.places });
  await expect(place.getByText(/^1:[01]\d of 3:4\d$/)).toBeVisible();

  // The first page after the sign-in shows it on a device without positions.
  const third = await browser.newPage(baseURL === undefined ? {} : { baseURL });
  await third.goto("/auth");
  await third.getByLabel("Email").fill(account.email);
  await third.getByLabel("Password", { exact: true }).fill(account.password);
  await third.getByRole("main").getByRole("button", { name: "Sign In", exact: true }).click();
  const row = third.getByRole("region", { name: watchMessages.en.continueWatching });
  await expect(row.getByRole("link")).toHaveCount(1);
  await expect(row.getByRole("link")).toHaveAttribute("href", /clip-psalm-103.*&t=\d+$/);
  await third.goto("/watch-history");
  await expect(third.getByRole("article")).toHaveCount(1);
  await third.close();

  await second.page.goto("/watch-later");
  await expect(second.page.getByRole("article")).toHaveCount(2);
  await expect(second.page.getByText(/^1:[01]\d of 3:4\d$/)).toBeVisible();
  await expectAccessible(second.page);
  await second.page.getByRole("button", { name: /^Remove from this list: / }).click();
  await expect(second.page.getByText(later.empty)).toBeVisible();
  await second.page.getByRole("button", { name: later.undo }).click();
  await expect(second.page.getByRole("article")).toHaveCount(2);
  await first.context.close();
  await second.context.close();
});
