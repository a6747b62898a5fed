import type { Browser, Page } from "@playwright/test";
import { channelsMessages } from "#shared/messages/studio/channels.ts";
import { kitMessages } from "#shared/messages/studio/kit.ts";
import { logMessages } from "#shared/messages/studio/log.ts";
import { offlineMessages } from "#shared/messages/offline.ts";
import { toastMessages } from "#shared/messages/toast.ts";
import { expectAccessible } from "#tests/e2e/support/accessibility.ts";
import {
  type Account,
  createAccount,
  enterAs,
  makeAdministrator,
} from "#tests/e2e/support/accounts.ts";
import { expect, test } from "./support/journey-test.ts";

const kit = kitMessages.en;
const { acts, done, edit } = channelsMessages.en;
const ENGLISH = "Live Stream English";
const CHANNEL = "/studio/channels/english";

/** Opens a page as another staff member, in a separate browser context. */
async function openAs(
  browser: Browser,
  baseURL: string,
  account: Account,
  address: string,
): Promise<Page> {
  const context = await browser.newContext({ baseURL });
  const page = await context.newPage();
  await enterAs(page, account);
  await page.goto(address);
  return page;
}

const button = (page: Page, act: string) =>
  page.getByRole("button", { name: acts.of(act, ENGLISH) });
const box = (page: Page, language: string) =>
  page.getByLabel(kit.field.inLanguage(edit.name, language), { exact: true });
const seconds = (page: Page) => page.getByLabel(edit.after);
const publish = (page: Page) => page.getByRole("button", { name: kit.save.publish }).click();
const published = (page: Page) => expect(page.getByText(kit.save.published, { exact: true }));

test.use({
  ownServer: {},
  // The browser logs requests that fail while the network is off.
  expectedFaults: [/ERR_INTERNET_DISCONNECTED/],
});

test("two staff members on Today and on one form overwrite nothing, lose no typed text, and can undo all @phone @full", async ({
  page,
  browser,
  request,
  server,
  baseURL,
}) => {
  const site = baseURL ?? "";
  const member = await createAccount(request);

  await test.step("a member who is not staff gets a message, and the page is not stored", async () => {
    const answer = await request.get("/studio");
    expect(answer.headers()["cache-control"]).toBe("no-store");
    expect(await answer.text()).toContain('name="robots" content="noindex"');
    const stranger = await openAs(browser, site, member, "/studio");
    await expect(stranger.getByRole("heading", { name: kit.gate.noRightsTitle })).toBeVisible();
    await stranger.context().close();
  });

  const owner = await makeAdministrator(request, site, member, server?.dataDir);
  await enterAs(page, owner);
  const other = await openAs(browser, site, owner, "/studio");

  await test.step("the studio opens from the profile and is accessible", async () => {
    await page.goto("/profile");
    await page.keyboard.press("End");
    await page.getByRole("link", { name: kit.card.open }).click();
    await expect(button(page, acts.takeOff)).toBeVisible();
    await expectAccessible(page);
  });

  await test.step("one takes a channel off air; the other, with a stale page, changes nothing", async () => {
    await expect(button(other, acts.takeOff)).toBeVisible();
    await button(page, acts.takeOff).click();
    await expect(button(page, acts.putOn)).toBeVisible();
    await button(other, acts.takeOff).click();
    await expect(other.getByText(kit.act.conflictText)).toBeVisible();
    await expect(button(other, acts.putOn)).toBeVisible();
  });

  await test.step("an action without a network reports it and can be repeated, and its toast undoes it", async () => {
    await other.context().setOffline(true);
    await button(other, acts.putOn).click();
    await expect(other.getByText(kit.act.failure.offline)).toBeVisible();
    await other.context().setOffline(false);
    await button(other, acts.putOn).click();
    await expect(other.locator("[data-toasts]").getByText(done.putOn(ENGLISH))).toBeVisible();
    await other.locator("[data-toasts]").getByRole("button", { name: kit.act.undo }).click();
    await expect(other.getByText(kit.act.undone, { exact: true })).toBeVisible();
    await expect(button(other, acts.putOn)).toBeVisible();
  });

  await Promise.all([page.goto(CHANNEL), other.goto(CHANNEL)]);

  await test.step("changes to different fields are both kept", async () => {
    await seconds(other).fill("45");
    await box(page, "English").fill("The English stream");
    await publish(page);
    await published(page).toBeVisible();
    await publish(other);
    await published(other).toBeVisible();
    await expect(box(other, "English")).toHaveValue("The English stream");
  });

  await test.step("changes to the same field are resolved field by field", async () => {
    await page.reload();
    await expect(seconds(page)).toHaveValue("45");
    await box(page, "Français").fill("Le direct");
    await box(other, "Français").fill("La chaîne");
    await publish(page);
    await published(page).toBeVisible();
    await publish(other);
    const dialog = other.getByRole("dialog", { name: kit.conflict.title });
    await expect(dialog.getByText("Le direct")).toBeVisible();
    await expect(dialog.getByText("La chaîne")).toBeVisible();
    await expectAccessible(other);
    await dialog.getByRole("button", { name: kit.conflict.keepMine }).click();
    await dialog.getByRole("button", { name: kit.conflict.publish }).click();
    await expect(dialog).toBeHidden();
    await page.reload();
    await expect(box(page, "Français")).toHaveValue("La chaîne");
  });

  await test.step("two tabs of one user show, store and publish the text typed in either", async () => {
    const tab = await page.context().newPage();
    await tab.goto(CHANNEL);
    await seconds(page).fill("50");
    await expect(seconds(tab)).toHaveValue("50");
    await box(tab, "English").fill("Typed in the second tab");
    await expect(box(page, "English")).toHaveValue("Typed in the second tab");
    await expect(tab.getByText(kit.save.state.saved)).toBeVisible();
    await expect(page.getByText(kit.save.state.saved)).toBeVisible();
    await page.reload();
    await expect(seconds(page)).toHaveValue("50");
    await expect(box(page, "English")).toHaveValue("Typed in the second tab");
    await box(page, "English").fill("The English stream");
    await expect(box(tab, "English")).toHaveValue("The English stream");
    await publish(tab);
    await published(tab).toBeVisible();
    await expect(page.getByRole("button", { name: kit.save.publish })).toBeHidden();
    await expect(seconds(page)).toHaveValue("50");
    await tab.close();
  });

  await test.step("a text survives a dead network and a closed tab", async () => {
    await page.context().setOffline(true);
    await box(page, "Français").fill("Malgré tout");
    await expect(page.getByText(kit.save.state.waiting)).toBeVisible();
    const context = page.context();
    await page.close();
    await context.setOffline(false);
    const again = await context.newPage();
    await again.goto(CHANNEL);
    await expect(box(again, "Français")).toHaveValue("Malgré tout");
    await expect(again.getByText(/^You have unpublished changes from/)).toBeVisible();
    await expect(again.getByText(kit.save.state.saved)).toBeVisible();
    await again.getByRole("button", { name: kit.save.discard }).click();
    await expect(box(again, "Français")).toHaveValue("La chaîne");
  });

  await test.step("an undo from the toast restores the previous text", async () => {
    // The toast of the earlier publication may still be visible, with its own Undo.
    const dismiss = other.getByRole("button", { name: toastMessages.en.dismiss });
    if (await dismiss.isVisible()) await dismiss.click();
    await box(other, "English").fill("A slip");
    await publish(other);
    await published(other).toBeVisible();
    await other.getByRole("button", { name: kit.act.undo }).click();
    await expect(box(other, "English")).toHaveValue("The English stream");
  });

  await test.step("a change reaches a device's offline pages without a new-version notice", async () => {
    await other.goto("/");
    const isRenewed = () =>
      other.evaluate(async (name) => {
        const shell = await caches.match("/offline-shell");
        return (await shell?.text())?.includes(name);
      }, "The English stream");
    await expect.poll(isRenewed).toBe(true);
    await expect(other.getByText(offlineMessages.en.newVersion)).toHaveCount(0);
  });

  await test.step("the log has every change", async () => {
    await other.goto("/studio/log?area=channel");
    const { areas, acts: words } = logMessages.en;
    await expect(other.getByText(`${areas.channel} · ${words.undo}`)).toHaveCount(2);
  });
});
