import type { Locator, Page } from "@playwright/test";
import { enterAs } from "#tests/e2e/support/accounts.ts";
import { expectAccessible } from "#tests/e2e/support/accessibility.ts";
import { devotionalMessages } from "#shared/messages/reading/devotional.ts";
import { devotionalsMessages } from "#shared/messages/studio/devotionals.ts";
import { kitMessages } from "#shared/messages/studio/kit.ts";
import { expect, test } from "./support/studio-test.ts";

const { fr } = devotionalsMessages;
const kit = kitMessages.fr;
const reading = devotionalMessages.fr;
const READER_PATH = "/fr/devotional/2023/07/16";
const CSV = [
  "Date;Titre;Verset;Méditation;Langue",
  "16/07/2023;La paix du fichier;Jean 14:27;Un mot.;fr",
  "2023-02-30;Un jour de trop;;Perdu ?;fr",
  "17/07/2023;La joie;;Un autre mot.;fr",
].join("\n");

function card(page: Page, name: string): Locator {
  return page.getByRole("region", { name, exact: true });
}

test("a staff member with a phone publishes a day, imports a file with a bad day, and reverts it @phone", async ({
  page,
  request,
  owner,
}) => {
  await enterAs(page, owner);
  const read = async (path: string): Promise<string> => (await request.get(path)).text();

  await test.step("publishes a French day", async () => {
    await page.goto("/fr/studio/devotionals?month=2023-07");
    await page
      .getByRole("link", { name: fr.dayLabel("Dimanche 16 juillet 2023", fr.states.past, "") })
      .last()
      .click();
    const french = card(page, "Français");
    await french.getByLabel(fr.fields.title).fill("La paix *promise*");
    await french.getByLabel(fr.fields.verse).fill("« Je vous laisse la paix. » — Jean 14:27");
    await french.getByLabel(fr.fields.content, { exact: true }).fill("Un *seul* mot <b>.");
    await expect(french.getByText(fr.references.found("Jean 14:27"))).toBeVisible();
    await expectAccessible(page);
    await french.getByRole("button", { name: kit.save.publish }).click();
    await expect(page.getByText(kit.save.published, { exact: true })).toBeVisible();
    await expect.poll(() => read(READER_PATH)).toContain("Un <em>seul</em> mot &lt;b&gt;.");
  });

  await test.step("previews a change by a link before it is published", async () => {
    const french = card(page, "Français");
    await french.getByLabel(fr.fields.title).fill("Pas encore");
    await french.locator("summary", { hasText: fr.preview.title }).click();
    await french.getByRole("button", { name: kit.preview.link }).click();
    const link = french.getByRole("link", { name: kit.preview.open });
    const preview = await request.get((await link.getAttribute("href")) ?? "");
    expect(await preview.text()).toContain("Pas encore");
    expect(preview.headers()["cache-control"]).toBe("no-store");
    expect(preview.headers()["x-robots-tag"]).toBe("noindex");
    expect(await read(READER_PATH)).not.toContain("Pas encore");
    await french.getByRole("button", { name: kit.save.discard }).click();
  });

  await test.step("imports a file in which one day is wrong", async () => {
    await page.goto("/fr/studio/devotionals/import");
    await page.locator('input[type="file"]').setInputFiles({
      name: "juillet.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(CSV),
    });
    await expect(page.getByText(fr.file.found(2, 1))).toBeVisible();
    await expect(page.getByText(fr.file.fault.day)).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: fr.file.publish(2) }).click();
    await expect(page.getByText(fr.file.done(2))).toBeVisible();
    await expect.poll(() => read(READER_PATH)).toContain("La paix du fichier");
    expect(await read("/fr/devotional/2023/07/17")).toContain("La joie");
  });

  await test.step("reverts the import in one tap", async () => {
    await page.getByRole("button", { name: kit.act.undo }).click();
    await expect(page.getByText(kit.act.undone)).toBeVisible();
    await expect.poll(() => read(READER_PATH)).not.toContain("La paix du fichier");
    expect(await read(READER_PATH)).toContain("La paix *promise*");
    expect((await request.get("/fr/devotional/2023/07/17")).status()).toBe(404);
  });

  await test.step("is opened from the public page by its keys", async () => {
    await page.goto(READER_PATH);
    await expect(page.getByRole("button", { name: reading.listen })).toBeEnabled();
    await page.keyboard.press("Control+Shift+U");
    await page.getByRole("link", { name: reading.studioOpen }).click();
    await expect(page.getByRole("heading", { level: 1, name: fr.file.title })).toBeVisible();
  });
});
