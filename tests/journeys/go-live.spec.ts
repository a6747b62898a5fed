import { MOVING } from "#tests/e2e/support/page-test.ts";
import { expectAccessible } from "#tests/e2e/support/accessibility.ts";
import { enterAs } from "#tests/e2e/support/accounts.ts";
import { broadcastMessages } from "#shared/messages/studio/broadcast.ts";
import { goLiveMessages } from "#shared/messages/studio/go-live.ts";
import { expect, test } from "./support/studio-test.ts";
import { isSamePage, visitor } from "./support/players.ts";

test.use(MOVING);
test.use({ ownServer: {} });

const { en } = goLiveMessages;
/** An encoder starts, and an open player gets the change at a segment's end. */
const CHANGE = { timeout: 45_000 };
const CAMERA_WIDTH = 640;
const PROGRAMME_WIDTHS = [426, 854];

test("staff go live with a phone, a viewer sees the broadcast without a reload, and the channel falls back @camera", async ({
  page,
  browser,
  owner,
  baseURL,
}) => {
  test.setTimeout(180_000);
  const viewer = await visitor(browser, baseURL ?? "", "/live-tv");
  const video = viewer.player.locator("video").first();
  const width = () => video.evaluate((element: HTMLVideoElement) => element.videoWidth);

  await enterAs(page, owner);
  await page.goto("/studio/channels/english");
  await page.getByRole("button", { name: broadcastMessages.en.show }).click();
  const panel = page.getByRole("region", { name: en.title });
  await panel.getByRole("button", { name: en.open }).click();
  await expect(panel.getByLabel(en.preview)).toBeVisible();
  await panel.getByLabel(en.size, { exact: true }).selectOption("small");
  await expect(panel.getByLabel(en.preview)).toBeVisible();
  await expectAccessible(page);

  await panel.getByRole("button", { name: en.start }).click();
  await expect(panel.getByText(en.stay)).toBeVisible(CHANGE);
  await expect.poll(width, CHANGE).toBe(CAMERA_WIDTH);
  const { soundOf } = broadcastMessages.en.facts;
  await expect(page.getByText(soundOf("44.1", 2))).toBeVisible(CHANGE);
  expect(await isSamePage(viewer)).toBe(true);

  await panel.getByRole("button", { name: en.end }).click();
  await page.getByRole("dialog").getByRole("button", { name: en.end }).click();
  await expect(panel.getByText(en.intro)).toBeVisible(CHANGE);
  await expect.poll(async () => PROGRAMME_WIDTHS.includes(await width()), CHANGE).toBe(true);
  expect(await isSamePage(viewer)).toBe(true);
  await expect(page.getByRole("heading", { name: broadcastMessages.en.kept.title })).toBeVisible();
});
