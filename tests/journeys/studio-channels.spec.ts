import { MOVING } from "#tests/e2e/support/page-test.ts";
import { IS_FULL } from "#tests/support/full-run.ts";
import { expectAccessible } from "#tests/e2e/support/accessibility.ts";
import { enterAs } from "#tests/e2e/support/accounts.ts";
import { EMBED_TEXTS } from "#shared/messages/embed.ts";
import { channelsMessages } from "#shared/messages/studio/channels.ts";
import { kitMessages } from "#shared/messages/studio/kit.ts";
import { isSamePage, settingsOf, visitor } from "./support/players.ts";
import { expect, test } from "./support/studio-test.ts";

test.use(MOVING);

const { en } = channelsMessages;
const kit = kitMessages.en;
const NAME = "Live Stream English";
/** An open player gets a change by a socket or by polling. */
const CHANGE = { timeout: 20_000 };

test.use({ ownServer: {} });

test("a staff member with a phone switches a channel, takes it off air and undoes it, and open players follow @phone @full", async ({
  page,
  browser,
  owner,
  baseURL,
}) => {
  test.setTimeout(180_000);
  const site = baseURL ?? "";
  const visitors = await Promise.all([
    visitor(browser, site, "/live-tv"),
    ...(IS_FULL
      ? [visitor(browser, site, "/"), visitor(browser, site, "/live-tv", { hasSockets: false })]
      : []),
  ]);
  const alone = await (await browser.newContext({ baseURL: site })).newPage();
  await alone.goto("/embed/channel/english?muted=1&autoplay=1&lang=en");
  const television = await (await browser.newContext({ baseURL: site })).newPage();
  await television.goto("/tv");
  await television.getByRole("link", { name: NAME }).click();
  const onTelevision = television.getByRole("dialog");

  async function expectPlayed(path: string): Promise<void> {
    const plays = `"playlist":"${path}/index.m3u8"`;
    for (const { player } of visitors) {
      await expect.poll(() => settingsOf(player), CHANGE).toContain(plays);
    }
    await expect.poll(() => settingsOf(alone), CHANGE).toContain(plays);
    await expect(onTelevision.locator("video")).toBeAttached(CHANGE);
  }

  await enterAs(page, owner);
  await test.step("sets a fallback source for the channel", async () => {
    await page.goto("/studio/channels/english");
    const backup = page.getByRole("region", { name: en.backup });
    await backup.getByRole("button", { name: en.edit.change }).click();
    await backup
      .getByLabel(en.edit.ownProgramme)
      .selectOption({ label: en.kinds.linear("french") });
    await page.getByRole("button", { name: kit.save.publish }).click();
    await expect(page.getByText(kit.save.published, { exact: true })).toBeVisible();
  });

  await test.step("switches every player to the fallback with two taps from the first page", async () => {
    await page.goto("/studio");
    await page.getByRole("navigation", { name: kit.tabs }).getByText(kit.nav.channels).click();
    const toBackup = page.getByRole("button", { name: en.acts.of(en.acts.toBackup, NAME) });
    await expect(toBackup).toBeVisible();
    await expectAccessible(page);
    await toBackup.click();
    await expectPlayed("/live/english/backup");
    const card = page.getByRole("region", { name: NAME });
    await expect(card.getByText(en.live.chosen)).toBeVisible(CHANGE);
  });

  await test.step("shows viewers that the channel is off air", async () => {
    await page.getByRole("button", { name: en.acts.of(en.acts.takeOff, NAME) }).click();
    for (const { player } of visitors) {
      await expect(player.getByText(EMBED_TEXTS.en.offAirTitle, { exact: true })).toBeVisible(
        CHANGE,
      );
    }
    await expect(alone.getByText(EMBED_TEXTS.en.offAirTitle, { exact: true })).toBeVisible(CHANGE);
    await expect(onTelevision.getByText(/is off air/)).toBeVisible(CHANGE);
  });

  await test.step("undoes it: the fallback plays again, and no page was reloaded", async () => {
    await page.getByRole("button", { name: kit.act.undo }).click();
    await expectPlayed("/live/english/backup");
    for (const open of visitors) expect(await isSamePage(open)).toBe(true);
  });

  await test.step("checks a pasted source and rejects a bad one with a reason", async () => {
    await page.getByRole("button", { name: en.acts.of(en.acts.toLink, NAME) }).click();
    await page.getByLabel(en.paste.label).fill("<iframe src='javascript:alert(1)'></iframe>");
    await expect(page.getByText(en.paste.faults.notALink)).toBeVisible();
    await page.getByLabel(en.paste.label).fill("https://youtu.be/dQw4w9WgXcQ");
    await expect(page.getByText(en.kinds.youtubeVideo("dQw4w9WgXcQ"))).toBeVisible();
    await page.getByRole("button", { name: en.test.start }).click();
    const tried = page.frameLocator(`iframe[title="${en.test.title}"]`);
    await expect.poll(() => settingsOf(tried), CHANGE).toContain("dQw4w9WgXcQ");
  });
});
