import { readFile } from "node:fs/promises";
import { AV1, HEVC } from "@reign-tv/ingest/testing/foreign-films.ts";
import { ownVideoEditorMessages } from "#shared/messages/studio/own-video-editor.ts";
import { ownVideosMessages } from "#shared/messages/studio/own-videos.ts";
import { enterAs } from "#tests/e2e/support/accounts.ts";
import { visitBefore } from "./support/journey-test.ts";
import { expect, test } from "./support/studio-test.ts";

const texts = ownVideosMessages.en;
const editor = ownVideoEditorMessages.en;
const FILE = "media/clips/clip-arise-shine.mp4";
const TITLE = "Arise, shine";

test.use({
  ownServer: {},
  serviceWorkers: "block",
  expectedFaults: [/ERR_CONNECTION_RESET .*\/upload/],
});

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

  await test.step("the browser makes a small version of it, which the server takes", async () => {
    await page.getByRole("button", { name: editor.small.make }).click();
    await expect(page.getByText(/^There is one: /)).toBeVisible({ timeout: 60_000 });
  });

  await test.step("it is published, with a picture out of itself", async () => {
    const suggestions = page.getByRole("button", { name: /^Use the picture at/ });
    await expect(suggestions).toHaveCount(3);
    await page.getByRole("button", { name: editor.publish.go, exact: true }).click();
    await expect(page.getByRole("link", { name: editor.publish.openVideo })).toBeVisible();
  });

  await test.step("a visitor finds it in its category and opens it", async () => {
    const context = await browser.newContext({ baseURL: baseURL ?? "", serviceWorkers: "allow" });
    const visitor = await context.newPage();
    await expect
      .poll(async () => (await visitor.request.get("/videos/sermons")).text())
      .toContain(TITLE);
    const sitemap = await (await visitor.request.get("/sitemap.xml")).text();
    expect(sitemap).toContain("/videos/sermons?v=clip-own-");
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

  await test.step("sound that is not AAC is converted in the browser before it is sent", async () => {
    await page.getByRole("link", { name: texts.upload }).click();
    await page.locator('input[type="file"]').setInputFiles({
      name: "choir.wav",
      mimeType: "audio/wav",
      buffer: silence(5),
    });
    await page.getByRole("button", { name: texts.uploadPage.convertHere }).click();
    await expect(page.getByText("choir.m4a")).toBeVisible({ timeout: 60_000 });
    await page.getByRole("button", { name: texts.uploadPage.start }).click();
    await expect(page.getByText(texts.states.ready)).toBeVisible();
  });

  await test.step("so is a film that phones cannot show, where the browser can read it", async () => {
    await page.goto("/studio/own-videos/upload");
    const input = page.locator('input[type="file"]');
    await input.setInputFiles(HEVC);
    await expect(page.getByText(texts.uploadPage.convertElsewhere)).toBeVisible();
    await input.setInputFiles(AV1);
    await page.getByRole("button", { name: texts.uploadPage.convertHere }).click();
    await expect(page.getByRole("button", { name: texts.uploadPage.start })).toBeVisible();
    await page.unroute("**/upload");
    await page.route("**/upload", (route) => route.abort("connectionreset"));
    await page.getByRole("button", { name: texts.uploadPage.start }).click();
    await expect(page.getByText(texts.progress.phases.waiting)).toBeVisible();
  });

  await test.step("its upload goes on after a reload, without another conversion", async () => {
    await page.unroute("**/upload");
    page.once("dialog", (dialog) => void dialog.accept());
    await page.reload();
    await page.getByRole("button", { name: texts.progress.resume, exact: true }).click();
    await expect(page.getByText(texts.states.ready)).toBeVisible();
    await expect(page.getByRole("heading", { name: editor.trim.title })).toBeVisible();
  });
});

/** A WAV of 48 kHz, mono, 16 bit. */
function silence(seconds: number): Buffer {
  const [rate, bytesEach] = [48_000, 2];
  const bytes = seconds * rate * bytesEach;
  const head = Buffer.alloc(44);
  head.write("RIFF", 0);
  head.writeUInt32LE(36 + bytes, 4);
  head.write("WAVEfmt ", 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate * bytesEach, 28);
  head.writeUInt16LE(bytesEach, 32);
  head.writeUInt16LE(8 * bytesEach, 34);
  head.write("data", 36);
  head.writeUInt32LE(bytes, 40);
  return Buffer.concat([head, Buffer.alloc(bytes)]);
}
