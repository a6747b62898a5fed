import type { Page } from "@playwright/test";
import { announcementsMessages } from "#shared/messages/studio/announcements.ts";
import { kitMessages } from "#shared/messages/studio/kit.ts";
import { expectAccessible } from "#tests/e2e/support/accessibility.ts";
import { createAccount, enterAs, makeAdministrator } from "#tests/e2e/support/accounts.ts";
import { expect, test } from "./support/studio-test.ts";

const { field, otherTab, save, together } = kitMessages.en;
const { fields } = announcementsMessages.en;
const ANNOUNCEMENT = "/studio/announcements/together";

const text = (page: Page) =>
  page.getByLabel(field.inLanguage(fields.text, "English"), { exact: true });
const notice = (page: Page) => page.getByText(otherTab.text);
const publish = (page: Page) => page.getByRole("button", { name: save.publish });

test.use({ ownServer: {} });

test("two tabs of one helper: one writes, the other reads, and what was typed goes along @phone", async ({
  page,
  context,
  owner,
}) => {
  await enterAs(page, owner);
  await page.goto(ANNOUNCEMENT);
  await expect(text(page)).toBeEditable();
  const second = await context.newPage();

  await test.step("the second tab reads", async () => {
    await second.goto(ANNOUNCEMENT);
    await expect(notice(second)).toBeVisible();
    await expect(text(second)).not.toBeEditable();
    await expect(text(second)).toBeEnabled();
    await expectAccessible(second);
    await expect(notice(page)).toBeHidden();
  });

  await test.step("it takes over with what was typed in the first, which reads from then on", async () => {
    await text(page).fill("Prayer at six");
    await second.getByRole("button", { name: otherTab.writeHere }).click();
    await expect(text(second)).toBeEditable();
    await expect(text(second)).toHaveValue("Prayer at six");
    await expect(notice(page)).toBeVisible();
    await expect(text(page)).toHaveValue("Prayer at six");
    await expect(text(page)).not.toBeEditable();
    await expect(publish(page)).toBeHidden();
  });

  await test.step("when it is closed, the first writes again by itself, with all of it", async () => {
    await text(second).fill("Prayer at seven");
    await second.close();
    await expect(text(page)).toBeEditable();
    await expect(text(page)).toHaveValue("Prayer at seven");
    await publish(page).click();
    await expect(page.getByText(save.published, { exact: true })).toBeVisible();
  });
});

test("two helpers with one announcement open see each other's names @phone", async ({
  page,
  browser,
  request,
  owner,
  baseURL,
  server,
}) => {
  const site = baseURL ?? "";
  const member = await createAccount(request, "Tariro Dube");
  const helper = await makeAdministrator(request, site, member, server?.dataDir);
  await enterAs(page, owner);
  await page.goto(ANNOUNCEMENT);
  await expect(text(page)).toBeEditable();
  const context = await browser.newContext({ baseURL: site });
  const other = await context.newPage();
  await enterAs(other, helper);
  await other.goto(ANNOUNCEMENT);

  await expect(page.getByText(together.one("Tariro Dube"))).toBeVisible();
  await expect(other.getByText(together.one(owner.fullName))).toBeVisible();
  await expect(text(other)).toBeEditable();
  await expectAccessible(other);

  const tab = await page.context().newPage();
  await tab.goto(ANNOUNCEMENT);
  await expect(tab.getByText(together.one("Tariro Dube"))).toBeVisible();
  await expect(page.getByText(together.one("Tariro Dube"))).toBeVisible();
  await expect(other.getByText(together.one(owner.fullName))).toBeVisible();
  await context.close();
});
