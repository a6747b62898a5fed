import { readFile } from "node:fs/promises";
import { ownVideoEditorMessages } from "#shared/messages/studio/own-video-editor.ts";
import { ownVideosMessages } from "#shared/messages/studio/own-videos.ts";
import { enterAs } from "#tests/e2e/support/accounts.ts";
import { visitBefore } from "./support/journey-test.ts";
import { expect, test } from "./support/studio-test.ts";

const texts = ownVideosMessages.en;
const editor = ownVideoEditorMessages.en;
const FILE = "media/clips/clip-arise-shine.mp4";
const TITLE = "Arise, shine";

test.use({ ownServer: {}, expectedFaults: [/ERR_CONNECTION_RESET .*\/upload/] });

test("a file that is uploaded from a phone over a broken line becomes a published video that visitors find and play @phone @full", async ({
  page,
  browser,
  owner,
  baseURL,
}) => {
  await enterAs(page, owner);
  await page.goto("/studio/own-videos");
  await page.getByRole("link", { name: texts.upload }).click();

  await test.step("the file is checked, and its upload goes on after a cut", async () => {
    let cuts = 0;
    await page.route("**/upload", (route) => {
      const isCut = route.request().method() === "PATCH" && cuts++ === 0;
      return isCut ? route.abort("connectionreset") : route.continue();
    });
    await page.locator('input[type="file"]').setInputFiles({
      name: "service.mp4",
      mimeType: "video/mp4",
      buffer: await readFile(FILE),
    });
    await page.getByLabel(texts.uploadPage.name).fill(TITLE);
    await page.getByRole("button", { name: texts.uploadPage.start }).click();
    await expect(page.getByRole("heading", { level: 1, name: TITLE })).toBeVisible();
    await expect(page.getByText(texts.states.ready)).toBeVisible();
    expect(cuts).toBeGreaterThan(1);
  });

  await test.step("it is published, with a picture out of itself", async () => {
    const suggestions = page.getByRole("button", { name: /^Use the picture at/ });
    await expect(suggestions).toHaveCount(3);
    await page.getByRole("button", { name: editor.publish.go, exact: true }).click();
    await expect(page.getByRole("link", { name: editor.publish.openVideo })).toBeVisible();
  });

  await test.step("a visitor finds it in its category and opens it", async () => {
    const context = await browser.newContext({ baseURL: baseURL ?? "" });
    const visitor = await context.newPage();
    await expect
      .poll(async () => (await visitor.request.get("/videos/sermons")).text())
      .toContain(TITLE);
    // A press before hydration opens the page of the video, where it waits for another one.
    await visitBefore(visitor, "/videos/sermons");
    await visitor.getByText(TITLE).first().click();
    const frame = visitor.locator('iframe[src*="/embed/clip/clip-own-"]');
    await expect(frame).toBeVisible();
    await context.close();
  });

  await test.step("it is taken back and deleted with its files", async () => {
    await page.getByRole("button", { name: editor.publish.takeBack }).click();
    await page.getByRole("dialog").getByRole("button", { name: editor.publish.takeBack }).click();
    await expect(page.getByText(editor.publish.tookBack)).toBeVisible();
    await page.getByRole("link", { name: texts.back }).click();
    await page.getByRole("button", { name: texts.delete(TITLE) }).click();
    await page.getByRole("dialog").getByRole("button", { name: texts.deleteTitle }).click();
    await expect(page.getByText(texts.none)).toBeVisible();
  });
});
