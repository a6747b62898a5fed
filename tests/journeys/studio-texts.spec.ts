import { expectAccessible } from "#tests/e2e/support/accessibility.ts";
import { enterAs } from "#tests/e2e/support/accounts.ts";
import {
  type FakeTextService,
  offeredTexts,
  startFakeTextService,
} from "#tests/fakes/bible/fake-text-service.ts";
import { ownVerse } from "#tests/fakes/bible/own-texts.ts";
import { bibleTextsMessages } from "#shared/messages/studio/bible-texts.ts";
import { expect, test as base } from "./support/studio-test.ts";

const texts = bibleTextsMessages.en;

/** A text with John only downloads in a few seconds. */
const DOWNLOAD = { timeout: 40_000 };

const test = base.extend<{ service: FakeTextService }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright demands a pattern
  service: async ({}, provide) => {
    const offered = await offeredTexts();
    const service = await startFakeTextService(
      offered.map((text) => ({
        ...text,
        books: text.books.filter(({ usfm }) => usfm === "JHN" || usfm === "MRK"),
      })),
    );
    await provide(service);
    await service.close();
  },
  ownServer: async ({ service }, provide) => {
    await provide({ BIBLE_TEXTS: "none", BIBLE_TEXTS_BASE: service.base });
  },
});

test("an owner adds a free text in one tap, reads it, and removes it; a failure is reported @phone @full", async ({
  page,
  request,
  owner,
  service,
}) => {
  test.setTimeout(120_000);
  await enterAs(page, owner);
  await page.goto("/studio/bible-texts");
  const here = page.getByRole("region", { name: texts.here.title });
  const coming = page.getByRole("region", { name: texts.coming.title });
  await expect(here.getByText(texts.here.none)).toBeVisible();
  await expectAccessible(page);

  await test.step("does not offer texts that the site may not use", async () => {
    await expect(page.getByRole("button", { name: texts.offered.add("Shona Own") })).toBeVisible();
    await expect(page.getByText("Not For Sale")).toHaveCount(0);
    await expect(page.getByText("Rights Unknown")).toHaveCount(0);
  });

  await test.step("reports a service that is busy, and retries by a tap", async () => {
    service.fail({ name: "tooManyRequests" }, "/MRK/2.json");
    await page.getByRole("button", { name: texts.offered.add("Shona Own") }).click();
    await expect(coming.getByText(texts.coming.failed.busy)).toBeVisible(DOWNLOAD);
    const versions = await request.get("/api/bible/v1/versions");
    expect(await versions.text()).not.toContain("sna-own");
    await expectAccessible(page);
    service.heal();
    await coming.getByRole("button", { name: texts.coming.again("Shona Own") }).click();
  });

  await test.step("installs the whole text for reading", async () => {
    await expect(here.getByText("Shona Own")).toBeVisible(DOWNLOAD);
    await expect(coming).toHaveCount(0);
    const chapter = await request.get("/api/bible/John%203:16?translation=sna-own");
    expect(await chapter.json()).toMatchObject({
      licence: "cc-by-sa",
      verses: [{ verse: 16, text: ownVerse("JHN", 3, 16).text }],
    });
  });

  await test.step("removes it after a confirmation", async () => {
    await here.getByRole("button", { name: texts.here.remove("Shona Own") }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: texts.here.removeConfirm }).click();
    await expect(here.getByText(texts.here.none)).toBeVisible();
    const chapter = await request.get("/api/bible/John%203:16?translation=sna-own");
    expect(chapter.status()).toBe(404);
  });
});
