import { readFileSync } from "node:fs";
import { type Browser, type Page } from "@playwright/test";
import * as v from "valibot";
import { type Language, LANGUAGE_FACTS, LANGUAGES, localisedPath } from "#shared/languages.ts";
import { announcementsMessages } from "#shared/messages/studio/announcements.ts";
import { broadcastMessages } from "#shared/messages/studio/broadcast.ts";
import { devotionalsMessages } from "#shared/messages/studio/devotionals.ts";
import { goLiveMessages } from "#shared/messages/studio/go-live.ts";
import { kitMessages } from "#shared/messages/studio/kit.ts";
import { scheduleMessages } from "#shared/messages/studio/schedule.ts";
import { ministrySchema } from "#shared/site/ministry.ts";
import { type Account, enterAs } from "#tests/e2e/support/accounts.ts";
import { PHONE, saveForGuide, showBelowHeader, takeForGuide } from "./on-demo-site.ts";

/**
 * Creates the screenshots of the guides for the team (docs/studio.md, docs/live.md) in a phone's size, from the built app with
 * the demonstration library: `node scripts/images/studio-screenshots.ts`.
 */

/** As on a site with a port for encoders. */
const ENCODER_ADDRESS = "rtmp://tv.example.org:1935/live";

/** Sample text of the screenshots: the ministry's own. */
const { tagline } = v.parse(ministrySchema, JSON.parse(readFileSync("ministry.json", "utf8")));

type Screenshot = {
  name: string;
  path: string;
  prepare?: (page: Page, language: Language) => Promise<void>;
};

const SCREENSHOTS: readonly Screenshot[] = [
  { name: "today", path: "/studio" },
  { name: "channels", path: "/studio/channels" },
  {
    name: "cancel",
    path: "/studio/schedule",
    async prepare(page, language) {
      const { change } = scheduleMessages[language];
      await page.getByRole("button", { name: change }).first().click();
    },
  },
  {
    name: "devotional",
    path: "/studio/devotionals/2030-07-14",
    async prepare(page, language) {
      const { fields } = devotionalsMessages[language];
      const card = page.locator(`#${language}`);
      await card.getByLabel(fields.title).fill(tagline[language]);
    },
  },
  { name: "videos", path: "/studio/videos/sermons" },
  {
    name: "live",
    path: "/studio/channels/english",
    async prepare(page, language) {
      const { key, makeKey, removeKey, setUp } = broadcastMessages[language];
      await page.route("**/api/studio/ingest/*", async (route) => {
        const response = await route.fetch();
        const facts: unknown = await response.json();
        await route.fulfill({
          json: { ...Object(facts), rtmpUrl: ENCODER_ADDRESS, acceptsEncoders: true },
        });
      });
      await page.reload();
      const section = page.getByRole("region", { name: setUp });
      // A key is shown once: that of the language before goes.
      const made = section.getByRole("button", { name: removeKey });
      const make = section.getByRole("button", { name: makeKey });
      await made.or(make).first().waitFor();
      if (await made.isVisible()) {
        await made.click();
        await page.getByRole("dialog").getByRole("button", { name: removeKey }).click();
      }
      await make.click();
      await section.getByRole("textbox", { name: key }).waitFor();
      await showBelowHeader(section);
    },
  },
  {
    name: "go-live",
    path: "/studio/channels/french",
    async prepare(page, language) {
      const { title, open, preview } = goLiveMessages[language];
      const section = page.getByRole("region", { name: title });
      await section.getByRole("button", { name: open }).click();
      await section.getByLabel(preview).waitFor();
      await showBelowHeader(section);
    },
  },
  {
    name: "announcement",
    path: "/studio/announcements/picture",
    async prepare(page, language) {
      const { fields } = announcementsMessages[language];
      const { inLanguage } = kitMessages[language].field;
      for (const one of LANGUAGES) {
        const label = inLanguage(fields.text, LANGUAGE_FACTS[one].name);
        await page.getByLabel(label).fill(tagline[one]);
      }
    },
  },
];

async function takeScreenshots(
  browser: Browser,
  site: string,
  owner: Account,
  language: Language,
): Promise<void> {
  const context = await browser.newContext({ ...PHONE, baseURL: site, reducedMotion: "reduce" });
  const page = await context.newPage();
  await enterAs(page, owner);
  for (const { name, path, prepare } of SCREENSHOTS) {
    await page.goto(localisedPath(path, language), { waitUntil: "networkidle" });
    await page.locator('header a[href$="/profile"]').waitFor();
    await prepare?.(page, language);
    await page.waitForLoadState("networkidle");
    await saveForGuide(await page.screenshot(), name, language);
  }
  await context.close();
}

await takeForGuide(takeScreenshots);
