import type { Browser, Page } from "@playwright/test";
import { kitMessages } from "#shared/messages/studio/kit.ts";
import { logMessages } from "#shared/messages/studio/log.ts";
import { todayMessages } from "#shared/messages/studio/today.ts";
import { expectAccessible } from "#tests/e2e/support/accessibility.ts";
import {
  type Account,
  createAccount,
  enterAs,
  makeAdministrator,
} from "#tests/e2e/support/accounts.ts";
import { expect, test } from "./support/journey-test.ts";

const kit = kitMessages.en;
const { channels } = todayMessages.en;
const ENGLISH = "Live Stream English";

/** Another helper, in a browser of their own. */
async function openAs(browser: Browser, baseURL: string, account: Account): Promise<Page> {
  const context = await browser.newContext({ baseURL });
  const page = await context.newPage();
  await enterAs(page, account);
  await page.goto("/studio");
  return page;
}

const button = (page: Page, act: string) =>
  page.getByRole("button", { name: channels.of(act, ENGLISH) });

test.use({ ownServer: {} });

test("two helpers meet on Today: one is faster, the other is told; an undo, a dead network, the log @phone", async ({
  page,
  browser,
  request,
  server,
  baseURL,
}) => {
  const site = baseURL ?? "";
  const member = await createAccount(request);

  await test.step("a member who does not help is told so, and nobody keeps the page", async () => {
    const answer = await request.get("/studio");
    expect(answer.headers()["cache-control"]).toBe("no-store");
    expect(await answer.text()).toContain('name="robots" content="noindex"');
    const page = await openAs(browser, site, member);
    await expect(page.getByRole("heading", { name: kit.gate.noRightsTitle })).toBeVisible();
    await page.context().close();
  });

  const owner = await makeAdministrator(request, site, member, server?.dataDir);
  await enterAs(page, owner);
  await page.goto("/studio");
  const other = await openAs(browser, site, owner);

  await test.step("the studio is reached from the profile and reads well", async () => {
    await page.goto("/profile");
    await page.getByRole("link", { name: kit.card.open }).click();
    await expect(button(page, channels.goOff)).toBeVisible();
    await expectAccessible(page);
  });

  await test.step("one takes a channel off air; the other, who has not seen it, changes nothing", async () => {
    await expect(button(other, channels.goOff)).toBeVisible();
    await button(page, channels.goOff).click();
    await expect(page.getByText(channels.state.off)).toBeVisible();
    await button(other, channels.goOff).click();
    await expect(other.getByText(kit.act.conflictText)).toBeVisible();
    await expect(button(other, channels.goOn)).toBeVisible();
  });

  await test.step("without a network an act says so and can be repeated", async () => {
    await other.context().setOffline(true);
    await button(other, channels.goOn).click();
    await expect(other.getByText(kit.act.failure.offline)).toBeVisible();
    await other.context().setOffline(false);
    await button(other, channels.goOn).click();
    await expect(other.getByText(channels.done.on(ENGLISH)).first()).toBeVisible();
  });

  await test.step("an undo stands in the toast and among the last changes", async () => {
    await other.getByRole("status").getByRole("button", { name: kit.act.undo }).click();
    await expect(other.getByText(kit.act.undone, { exact: true })).toBeVisible();
    await expect(other.getByText(channels.state.off)).toBeVisible();
    await page.reload();
    await page
      .getByRole("region", { name: kit.changes.title })
      .getByRole("button", { name: kit.act.undo })
      .first()
      .click();
    await expect(page.getByText(kit.act.undone, { exact: true })).toBeVisible();
    await expect(button(page, channels.goOff)).toBeVisible();
  });

  await test.step("the log has all of it", async () => {
    await page.getByRole("link", { name: kit.more }).click();
    await page.getByRole("main").getByRole("link", { name: kit.nav.log }).click();
    const { areas, acts } = logMessages.en;
    await expect(page.getByText(`${areas.channel} · ${acts.undo}`)).toHaveCount(2);
    await expect(page.getByText(`${areas.channel} · ${acts.publish}`)).toHaveCount(2);
    await expectAccessible(page);
  });
});
