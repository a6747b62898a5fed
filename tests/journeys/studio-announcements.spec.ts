import { announcementsMessages } from "#shared/messages/studio/announcements.ts";
import { kitMessages } from "#shared/messages/studio/kit.ts";
import { ministryMessages } from "#shared/messages/studio/ministry.ts";
import { previewMessages } from "#shared/messages/studio/preview.ts";
import { enterAs } from "#tests/e2e/support/accounts.ts";
import { expect, test } from "./support/studio-test.ts";

const { en } = announcementsMessages;
const kit = kitMessages.en;
const TEXT = { en: "No service tonight", fr: "Pas de culte ce soir" };

test.use({ ownServer: {} });

test("an announcement is previewed by link, then reaches open pages in both languages, is dismissed for good and undone; so is a new name @phone @full", async ({
  page,
  browser,
  request,
  owner,
  baseURL,
}) => {
  const site = baseURL ?? "";
  const visitors = await browser.newContext({ baseURL: site });
  const english = await visitors.newPage();
  const french = await visitors.newPage();
  await english.goto("/");
  await french.goto("/fr");

  await enterAs(page, owner);
  await page.goto("/studio/announcements");
  await page.getByRole("link", { name: en.write }).click();
  await page.getByRole("button", { name: kit.preview.link }).click();
  await expect(page.getByText(en.faults.announcementText).first()).toBeVisible();
  for (const [language, text] of [
    ["English", TEXT.en],
    ["Français", TEXT.fr],
  ] as const) {
    await page.getByLabel(kit.field.inLanguage(en.fields.text, language)).fill(text);
  }
  await page.getByRole("switch", { name: en.fields.push }).check();

  await page.getByRole("button", { name: kit.preview.link }).click();
  const address = await page.getByRole("link", { name: kit.preview.open }).getAttribute("href");
  const preview = await visitors.newPage();
  await preview.goto(address ?? "");
  await expect(preview.getByText(previewMessages.en.band)).toBeVisible();
  await expect(preview.getByText(TEXT.en)).toBeVisible();
  expect(await (await request.get("/")).text()).not.toContain(TEXT.en);

  await page.getByRole("button", { name: kit.save.publish }).click();
  await expect(page.getByText(kit.save.published, { exact: true })).toBeVisible();
  await expect(english.getByText(TEXT.en)).toBeVisible({ timeout: 20_000 });
  await expect(french.getByText(TEXT.fr)).toBeVisible({ timeout: 20_000 });
  await expect.poll(async () => (await request.get("/bible")).text()).toContain(TEXT.en);

  await english.locator("#announcements").getByRole("button").click();
  await expect(english.getByText(TEXT.en)).toBeHidden();
  await english.reload();
  await expect(english.getByRole("heading", { level: 1 })).toBeAttached();
  await expect(english.getByText(TEXT.en)).toBeHidden();

  await page.getByRole("button", { name: kit.act.undo }).click();
  await expect(page.getByText(kit.act.undone, { exact: true })).toBeVisible();
  await expect(french.getByText(TEXT.fr)).toBeHidden({ timeout: 20_000 });

  await page.goto("/studio/ministry");
  const { name } = ministryMessages.en.fields;
  await page.getByLabel(name, { exact: true }).fill("Zion TV");
  await page.getByRole("button", { name: kit.save.publish }).click();
  await expect(page.getByText(kit.save.published, { exact: true })).toBeVisible();
  await expect.poll(async () => (await request.get("/fr")).text()).toContain("Zion TV");
  await visitors.close();
});
