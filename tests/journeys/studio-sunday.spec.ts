import { MOVING } from "#tests/e2e/support/page-test.ts";
import { announcementsMessages } from "#shared/messages/studio/announcements.ts";
import { channelsMessages } from "#shared/messages/studio/channels.ts";
import { devotionalsMessages } from "#shared/messages/studio/devotionals.ts";
import { kitMessages } from "#shared/messages/studio/kit.ts";
import { peopleMessages } from "#shared/messages/studio/people.ts";
import { scheduleMessages } from "#shared/messages/studio/schedule.ts";
import { createAccount, enterAs } from "#tests/e2e/support/accounts.ts";
import { inviteStaffMember, acceptInvitation } from "./support/staff-invitation.ts";
import { isSamePage, settingsOf, visitor } from "./support/players.ts";
import { expect, test } from "./support/studio-test.ts";

test.use(MOVING);

const kit = kitMessages.en;
const channels = channelsMessages.en;
const schedule = scheduleMessages.en;
const devotionals = devotionalsMessages.en;
const announcements = announcementsMessages.en;
const people = peopleMessages.en;
const CHANNEL = "Live Stream English";
const TITLE = "Une parole pour dimanche";
const TEXT = "The service begins at eleven today";
/** An open player gets a change by a socket or by polling. */
const CHANGE = { timeout: 20_000 };
/** Open pages get a change by a socket or by polling. */
const PAGE_UPDATE = { timeout: 20_000 };

test.use({ ownServer: {} });

// A whole day in one test; the journeys of channels, schedule, devotionals and announcements check each part.
test("a volunteer's Sunday on a phone: joins, switches, cancels, publishes, announces, undoes, and ends her service @phone @full", async ({
  page: ownersPhone,
  browser,
  request,
  owner,
  baseURL,
  viewport,
}) => {
  test.setTimeout(300_000);
  const site = baseURL ?? "";
  const ruth = await createAccount(request, "Ruth Moyo");
  const phone = await browser.newContext({
    baseURL: site,
    viewport,
    hasTouch: true,
    isMobile: true,
  });
  const page = await phone.newPage();
  const read = async (path: string): Promise<string> => (await request.get(path)).text();
  const published = page.getByText(kit.save.published, { exact: true });
  const tabs = page.getByRole("navigation", { name: kit.tabs });

  await test.step("the owner invites her, and she joins on her phone", async () => {
    await enterAs(ownersPhone, owner);
    const link = await inviteStaffMember(ownersPhone, ruth, {
      bundle: "media",
      more: ["devotionals", "announce"],
    });
    await acceptInvitation(page, link, ruth);
    await expect(page.getByRole("heading", { level: 1, name: kit.nav.today })).toBeVisible();
  });

  const watching = await Promise.all(
    ["/", "/live-tv", "/fr"].map((address) => visitor(browser, site, address)),
  );

  await test.step("the channel gets its fallback, and two taps switch it while three viewers watch", async () => {
    await page.goto("/studio/channels/english");
    const backup = page.getByRole("region", { name: channels.backup });
    await backup.getByRole("button", { name: channels.edit.change }).click();
    await backup
      .getByLabel(channels.edit.ownProgramme)
      .selectOption({ label: channels.kinds.linear("french") });
    await page.getByRole("button", { name: kit.save.publish }).click();
    await expect(published).toBeVisible();
    await page.goto("/studio");
    await tabs.getByText(kit.nav.channels).click();
    await page
      .getByRole("button", { name: channels.acts.of(channels.acts.toBackup, CHANNEL) })
      .click();
    for (const { player } of watching.slice(0, 2)) {
      await expect.poll(() => settingsOf(player), CHANGE).toContain("/live/english/backup");
    }
  });

  await test.step("Thursday is cancelled in two taps, and visitors are notified", async () => {
    await page.goto("/studio/schedule");
    await page
      .getByRole("button", { name: /^Cancel or move: Thursday/ })
      .first()
      .click();
    await page.getByRole("button", { name: schedule.dialog.cancel }).click();
    await expect(page.getByText(schedule.done.cancelled)).toBeVisible();
    await expect.poll(() => read("/live-tv")).toContain("https://schema.org/EventCancelled");
  });

  await test.step("the French devotional of a day is published and read", async () => {
    await page.goto("/studio/devotionals?month=2023-07");
    await page
      .getByRole("link", {
        name: devotionals.dayLabel("Sunday, July 16, 2023", devotionals.states.past, ""),
      })
      .last()
      .click();
    const french = page.getByRole("region", { name: "Français", exact: true });
    await french.getByLabel(devotionals.fields.title).fill(TITLE);
    await french.getByLabel(devotionals.fields.content, { exact: true }).fill("Allons en paix.");
    await french.getByRole("button", { name: kit.save.publish }).click();
    await expect(published).toBeVisible();
    await expect.poll(() => read("/fr/devotional/2023/07/16")).toContain(TITLE);
  });

  await test.step("an announcement appears on open pages and is undone", async () => {
    await page.goto("/studio/announcements");
    await page.getByRole("link", { name: announcements.write }).click();
    await page.getByLabel(kit.field.inLanguage(announcements.fields.text, "English")).fill(TEXT);
    await page.getByRole("button", { name: kit.save.publish }).click();
    await expect(published).toBeVisible();
    for (const { page: open } of watching) {
      await expect(open.getByText(TEXT).first()).toBeVisible(PAGE_UPDATE);
    }
    await page.getByRole("button", { name: kit.act.undo }).click();
    await expect(page.getByText(kit.act.undone, { exact: true })).toBeVisible();
    for (const { page: open } of watching) {
      await expect(open.getByText(TEXT)).toHaveCount(0, PAGE_UPDATE);
    }
    for (const open of watching) expect(await isSamePage(open)).toBe(true);
  });

  await test.step("in the evening her permissions are revoked, at once", async () => {
    await ownersPhone.goto("/studio/staff");
    await ownersPhone.getByRole("button", { name: people.staff.withdrawOf("Ruth Moyo") }).click();
    await expect(ownersPhone.getByText(people.staff.withdrawn("Ruth Moyo"))).toBeVisible();
    await page.goto("/studio");
    await expect(page.getByText("You don't have access to the studio")).toBeVisible();
  });
});
