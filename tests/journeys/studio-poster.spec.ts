import sharp from "sharp";
import { channelsMessages } from "#shared/messages/studio/channels.ts";
import { kitMessages } from "#shared/messages/studio/kit.ts";
import { expectAccessible } from "#tests/e2e/support/accessibility.ts";
import { enterAs } from "#tests/e2e/support/accounts.ts";
import { expect, test } from "./support/studio-test.ts";

const { edit, posterUpload } = channelsMessages.en;
const kit = kitMessages.en;
/** A portrait photo with EXIF orientation. */
const PHOTO = { width: 4_000, height: 3_000, channels: 3, background: "#2b6cb0" } as const;

test.use({ ownServer: {} });

test("a staff member with a phone uploads a channel photo, and visitors see it; an invalid file is rejected with a reason @phone @full", async ({
  page,
  browser,
  request,
  owner,
  baseURL,
}) => {
  const photo = await sharp({ create: PHOTO }).withMetadata({ orientation: 6 }).jpeg().toBuffer();
  const small = await sharp({ create: { ...PHOTO, width: 400, height: 300 } })
    .png()
    .toBuffer();
  await enterAs(page, owner);
  await page.goto("/studio/channels/english");
  const spoken = page.getByLabel(kit.field.inLanguage(edit.name, "English"));
  await spoken.fill("Sunday morning");
  const input = page.locator('input[type="file"]');

  await test.step("a file that is not a photo is rejected at its field, and nothing is lost", async () => {
    const { problems } = posterUpload;
    for (const [name, mimeType, buffer, message] of [
      ["drawing.svg", "image/svg+xml", Buffer.from("<svg/>"), problems.kind],
      ["broken.jpg", "image/jpeg", Buffer.from("no picture"), problems.unreadable],
      ["small.png", "image/png", small, problems.small],
      ["huge.jpg", "image/jpeg", Buffer.alloc(26 * 1024 * 1024), problems.size],
    ] as const) {
      await input.setInputFiles({ name, mimeType, buffer });
      await expect(page.getByText(message)).toBeVisible();
    }
    await expect(spoken).toHaveValue("Sunday morning");
    await expectAccessible(page);
  });

  const source =
    await test.step("a photo is scaled down, sent, and shown before it is published", async () => {
      const [sent] = await Promise.all([
        page.waitForRequest(/\/storage\/v1\/object\/posters\//),
        input.setInputFiles({ name: "photo.jpg", mimeType: "image/jpeg", buffer: photo }),
      ]);
      expect(Number(await sent.headerValue("content-length"))).toBeLessThan(300_000);
      await expect(page.getByLabel(edit.poster)).toContainText(edit.posterOwn);
      const shown = page.locator('img[src*="/img/poster/upload-"]');
      await expect(shown).toBeVisible();
      await expect
        .poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth))
        .toBeGreaterThan(0);
      expect(await (await request.get("/")).text()).not.toContain("/img/poster/upload-");
      return (await shown.getAttribute("src")) ?? "";
    });

  await test.step("a published photo is the channel's poster on every page", async () => {
    await page.getByRole("button", { name: kit.save.publish }).click();
    await expect(page.getByText(kit.save.published, { exact: true })).toBeVisible();
    const name = /upload-[0-9a-f]{32}/.exec(source)?.[0] ?? "";
    await expect.poll(async () => (await request.get("/")).text()).toContain(name);
    const context = await browser.newContext({ baseURL: baseURL ?? "" });
    const visitor = await context.newPage();
    await visitor.goto("/live-tv");
    const picture = await visitor.request.get(`/img/poster/${name}/640.webp`);
    expect([picture.status(), picture.headers()["content-type"]]).toEqual([200, "image/webp"]);
    const { width, height } = await sharp(await picture.body()).metadata();
    expect([width, height]).toEqual([640, 360]);
    await context.close();
  });
});
