import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expectAccessible } from "#tests/e2e/support/accessibility.ts";
import { BOTH_OR_DESKTOP } from "#tests/support/full-run.ts";
import { CATEGORY_IDS } from "#shared/videos/categories.ts";
import { expect, test, visitBefore } from "./support/journey-test.ts";

/** The minimal ministry: no links, no social networks, no phone, no address. */
const LEAST = {
  name: "Grace House",
  tagline: { en: "Come as you are", fr: "Venez comme vous êtes" },
  mission: { en: "A small church.", fr: "Une petite église." },
  email: "hello@grace.example",
  channels: {
    english: {
      name: { en: "Live in English", fr: "Direct en anglais" },
      language: "en",
      source: { kind: "linear", lineupId: "english" },
      poster: "clip-i-was-glad",
    },
    french: {
      name: "Live in French",
      language: "fr",
      source: { kind: "linear", lineupId: "french" },
    },
  },
  playlists: Object.fromEntries(CATEGORY_IDS.map((id) => [id, `library-${id}`])),
  services: {
    timeZone: "Europe/Paris",
    weekly: [{ id: "sunday", weekday: "sunday", start: "10:00", durationMinutes: 90 }],
  },
};

const file = join(mkdtempSync(join(tmpdir(), "ministry-")), "ministry.json");
writeFileSync(file, `\u{FEFF}${JSON.stringify(LEAST)}`);

test.use({ ownServer: { MINISTRY_FILE: file } });

test(
  "a ministry without links starts, and no page has an empty entry @full",
  { tag: BOTH_OR_DESKTOP },
  async ({ page, isMobile }) => {
    await visitBefore(page);
    for (const address of ["/", "/live-tv", "/fr", "/privacy-policy"]) {
      await page.goto(address);
      const empty = page.locator('a:not([href]), a[href=""], a[href*="undefined"], ul:empty');
      await expect(empty).toHaveCount(0);
      await expect(page.locator('a[href^="tel:"], a[target="_blank"]')).toHaveCount(0);
      await expect(page.getByText("[object Object]")).toHaveCount(0);
      await expect(page.getByText("undefined")).toHaveCount(0);
      await expectAccessible(page);
    }
    await page.goto("/");
    const footer = page.getByRole("contentinfo");
    await expect(footer.getByText("Come as you are")).toBeVisible();
    await expect(footer.getByRole("heading", { name: "Follow us" })).toHaveCount(0);
    await expect(footer.getByRole("link", { name: "hello@grace.example" })).toBeVisible();
    if (!isMobile) return;
    const bar = page.getByRole("navigation", { name: "Quick navigation" });
    await expect(bar.getByRole("listitem")).toHaveCount(4);
    await page.getByRole("button", { name: "Open menu" }).click();
    const menu = page.getByRole("navigation", { name: "Main navigation" });
    await expect(menu.getByRole("link", { name: "Donate" })).toHaveCount(0);
  },
);

test("its texts have the language of their page @full", async ({ page, request }) => {
  const has = async (address: string, ...texts: string[]) => {
    const body = await (await request.get(address)).text();
    for (const text of texts) expect(body).toContain(text);
    expect(body).not.toContain("[object Object]");
  };
  await has("/", "<title>Come as you are | Grace House</title>", "Live in English");
  await has("/fr", "<title>Venez comme vous êtes | Grace House</title>", "Direct en anglais");
  await has("/fr", '"slogan":"Venez comme vous êtes"', '"description":"Une petite église."');
  await has("/manifest.webmanifest", "Grace House – Come as you are");
  await has("/fr/manifest.webmanifest", "Grace House – Venez comme vous êtes");
  await has("/tv", "Grace House", "Live in English");
  await has("/fr/tv", "Direct en anglais");
  await has("/calendar.ics", "Live service: Grace House");
  await has("/devotional/feed.xml", "Daily Devotional – Grace House");
  await has("/embed/channel/english?lang=fr", "Direct en anglais");
  const site = await (await request.get("/api/site")).json();
  expect(site).toMatchObject({
    ministry: { tagline: LEAST.tagline, social: {}, links: {} },
    channelPosters: { english: "/img/clip/clip-i-was-glad" },
  });
  await page.goto("/fr");
  await expect(page.getByRole("heading", { name: "Direct en anglais" })).toBeVisible();
});
