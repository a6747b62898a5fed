import { kitMessages } from "#shared/messages/studio/kit.ts";
import { scheduleMessages } from "#shared/messages/studio/schedule.ts";
import { expectAccessible } from "#tests/e2e/support/accessibility.ts";
import { SITE_PATH } from "#shared/site/site-state.ts";
import { enterAs } from "#tests/e2e/support/accounts.ts";
import { expect, test } from "./support/studio-test.ts";

const { en } = scheduleMessages;
const kit = kitMessages.en;
/** Public pages and files follow within this time, also when the server polls for changes. */
const FOLLOWS = { timeout: 10_000, intervals: [100] };
/** An open page gets a change by a socket or by polling. */
const PAGE_UPDATE = { timeout: 10_000 };
const NOTE = "The hall is closed";
const NOTE_FR = "La salle est fermée";

test.use({ ownServer: {} });

test("a staff member with a phone cancels Thursday's service in two taps and undoes it; pages, calendar and search engines follow @phone @full", async ({
  page,
  browser,
  request,
  owner,
  baseURL,
}) => {
  const site = baseURL ?? "";
  const follower = await (await browser.newContext({ baseURL: site })).newPage();
  await follower.goto("/");
  await follower.evaluate(() => void (document.body.dataset["same"] = "yes"));
  const told = follower.locator("[data-changes]").first();

  const textOf = async (path: string): Promise<string> => (await request.get(path)).text();
  const numberOf = async (): Promise<number> =>
    Number(/SEQUENCE:(?<number>\d+)/.exec(await textOf("/calendar.ics"))?.groups?.["number"]);
  const before = await numberOf();

  await test.step("cancels with two taps from the schedule and notifies visitors", async () => {
    await enterAs(page, owner);
    await page.goto("/studio/schedule");
    await expect(page.getByRole("heading", { name: en.services, exact: true })).toBeVisible();
    await expectAccessible(page);
    await page
      .getByRole("button", { name: /^Cancel or move: Thursday/ })
      .first()
      .click();
    await page.getByLabel(kit.field.inLanguage(en.dialog.note, "English")).fill(NOTE);
    await page.getByLabel(kit.field.inLanguage(en.dialog.note, "Français")).fill(NOTE_FR);
    await expectAccessible(page);
    await page.getByRole("button", { name: en.dialog.cancel }).click();
    await expect(page.getByText(en.done.cancelled)).toBeVisible();

    await expect
      .poll(() => textOf("/calendar.ics"), FOLLOWS)
      .toMatch(/EXDATE;TZID=[^:]+:\d{8}T160000/);
    await expect
      .poll(() => textOf("/live-tv"), FOLLOWS)
      .toContain("https://schema.org/EventCancelled");
    await expect(told).toContainText(NOTE, PAGE_UPDATE);
    await expect(told).toContainText("Cancelled: Thursday");
    await expect.poll(() => textOf(SITE_PATH), FOLLOWS).toContain(NOTE_FR);
    expect(await numberOf()).toBeGreaterThan(before);
  });

  await test.step("restores the service on undo, also in calendars", async () => {
    const cancelled = await numberOf();
    await page.getByRole("button", { name: kit.act.undo }).click();
    await expect(page.getByText(kit.act.undone, { exact: true })).toBeVisible();
    await expect.poll(() => textOf("/calendar.ics"), FOLLOWS).not.toContain("EXDATE");
    await expect.poll(() => textOf("/live-tv"), FOLLOWS).not.toContain("EventCancelled");
    await expect(told).toBeHidden(PAGE_UPDATE);
    expect(await numberOf()).toBeGreaterThan(cancelled);
    expect(await follower.evaluate(() => document.body.dataset["same"])).toBe("yes");
  });

  await test.step("adds a published special service to the calendar", async () => {
    await page.getByRole("button", { name: en.feasts.easter }).click();
    await expect(page.getByRole("table")).toContainText("Thursday");
    await page.getByRole("button", { name: kit.save.publish }).click();
    await expect(page.getByText(kit.save.published, { exact: true })).toBeVisible();
    await expect.poll(() => textOf("/calendar.ics"), FOLLOWS).toContain("SUMMARY:Easter");
  });
});
