import * as v from "valibot";
import { kitMessages } from "#shared/messages/studio/kit.ts";
import { videoDetailsMessages } from "#shared/messages/videos/video-details.ts";
import { videosMessages } from "#shared/messages/studio/videos.ts";
import { librarySchema } from "#server/media/library.schema.ts";
import { expectAccessible } from "#tests/e2e/support/accessibility.ts";
import { enterAs } from "#tests/e2e/support/accounts.ts";
import { expect, test } from "./support/studio-test.ts";

const { en } = videosMessages;
const kit = kitMessages.en;

test.use({ ownServer: {} });

test("a category is added, shown to all visitors at once in both languages, hidden and undone @full", async ({
  page,
  request,
  owner,
}) => {
  const statusOf = async (path: string): Promise<number> => (await request.get(path)).status();
  const textOf = async (path: string): Promise<string> => (await request.get(path)).text();
  expect(await statusOf("/videos/choir")).toBe(404);

  await enterAs(page, owner);
  await page.goto("/studio/videos");
  await page.getByRole("button", { name: en.add }).click();
  await page.getByLabel(kit.field.inLanguage(en.fields.title, "English")).fill("Choir");
  await page.getByLabel(kit.field.inLanguage(en.fields.title, "Français")).fill("Chorale");
  await page.getByRole("textbox", { name: en.fields.playlist }).fill("library-music");
  await page.getByRole("button", { name: en.newCategory.go }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Choir" })).toBeVisible();
  await expect.poll(() => textOf("/videos/choir")).toContain("<h1");
  await expect.poll(() => textOf("/fr/videos/choir")).toContain("Chorale");
  await expect.poll(() => textOf("/sitemap.xml")).toContain("/fr/videos/choir");
  expect(await textOf("/fr/video-on-demand")).toContain("Chorale");

  await page.goto("/studio/videos");
  await page.getByRole("button", { name: en.hideOf("Choir") }).click();
  await expect(page.getByText(en.done.hidden("Choir"))).toBeVisible();
  await expect.poll(() => statusOf("/videos/choir")).toBe(404);
  await expect.poll(() => textOf("/sitemap.xml")).not.toContain("/videos/choir");
  await page.getByRole("button", { name: kit.act.undo }).click();
  await expect(page.getByText(kit.act.undone, { exact: true })).toBeVisible();
  await expect.poll(() => statusOf("/videos/choir")).toBe(200);
});

test("a custom playlist and related videos are edited on a phone and seen by visitors @phone @full", async ({
  page,
  browser,
  request,
  owner,
  baseURL,
}) => {
  await enterAs(page, owner);
  const library = v.parse(librarySchema, await (await request.get("/media/library.json")).json());
  const [first, second] = library.clips.filter(
    ({ category, language }) => category === "music" && language === "en",
  );
  if (!first || !second) throw new Error("The library has no music");

  await test.step("a custom playlist is shown in its own order", async () => {
    await page.goto("/studio/videos");
    await page.getByRole("button", { name: en.add }).click();
    await page.getByLabel(kit.field.inLanguage(en.fields.title, "English")).fill("Choir");
    await page.getByLabel(kit.field.inLanguage(en.fields.title, "Français")).fill("Chorale");
    await page.getByLabel(en.ownList.choose).check();
    await page.getByRole("button", { name: en.newCategory.go }).click();
    await expect(page.getByText(en.ownList.empty)).toBeVisible();
    for (const { title } of [first, second]) {
      await page.getByLabel(en.ownList.find).fill(title);
      await page.getByRole("button", { name: en.picker.addOf(title) }).click();
    }
    await page.getByRole("button", { name: en.upOf(second.title) }).click();
    await expectAccessible(page);
    await page.getByRole("button", { name: kit.save.publish }).click();
    await expect(page.getByText(kit.save.published, { exact: true })).toBeVisible();
  });

  const follower = await (await browser.newContext({ baseURL: baseURL ?? "" })).newPage();
  await test.step("visitors find it under its name, in both languages", async () => {
    await follower.goto("/video-on-demand");
    await follower.getByRole("main").getByRole("link", { name: /Choir/ }).click();
    const cards = follower.getByRole("main").locator("[data-video]");
    await expect(cards.nth(0)).toContainText(second.title);
    await expect(cards.nth(1)).toContainText(first.title);
    expect(await (await request.get("/fr/videos/choir")).text()).toContain("Chorale");
  });

  await test.step("a testimony needs a note of consent; then both videos link to each other", async () => {
    await page.getByRole("link", { name: en.editOf(first.title) }).click();
    await page.getByLabel(en.video.speaker).fill("Pastor Moyo");
    await page.getByLabel(en.video.passage).fill("John 3:16");
    await page.getByLabel(en.links.find).fill(second.title);
    await page.getByRole("button", { name: en.picker.addOf(second.title) }).click();
    await page.getByLabel(en.links.relation).selectOption("testimony");
    await page.getByRole("button", { name: kit.save.publish }).click();
    await expect(page.getByText(en.video.faults.consent)).toBeVisible();
    await page.getByLabel(en.links.consent, { exact: true }).fill("Mrs Ncube, by telephone");
    await page.getByRole("button", { name: kit.save.publish }).click();
    await expect(page.getByText(kit.save.published, { exact: true })).toBeVisible();

    const { belongs, relations } = videoDetailsMessages.en;
    const together = follower.getByRole("region", { name: belongs });
    await follower.goto("/videos/choir");
    await follower.locator("[data-video]", { hasText: first.title }).click();
    await expect(follower.getByText("Pastor Moyo")).toBeVisible();
    await expect(together.getByText(relations.testimony)).toBeVisible();
    expect(await follower.content()).not.toContain("Ncube");
    await together.getByRole("link", { name: second.title }).click();
    await expect(follower.getByRole("dialog").getByRole("heading", { level: 2 })).toHaveText(
      second.title,
    );
    await expect(together.getByRole("link", { name: first.title })).toBeVisible();
    await expect(together.getByText(relations.prophecy)).toBeVisible();
  });
});
