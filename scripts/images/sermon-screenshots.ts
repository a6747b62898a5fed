import { readFileSync } from "node:fs";
import { type Browser, type BrowserContext, type Page } from "@playwright/test";
import sharp from "sharp";
import * as v from "valibot";
import { loadLibrary } from "#server/media/library.ts";
import { type Language, localisedPath } from "#shared/languages.ts";
import { playOnTvMessages } from "#shared/messages/devices/play-on-tv.ts";
import { keptMessages } from "#shared/messages/kept.ts";
import { ownVideoEditorMessages } from "#shared/messages/studio/own-video-editor.ts";
import { ownVideosMessages } from "#shared/messages/studio/own-videos.ts";
import { ministrySchema } from "#shared/site/ministry.ts";
import { type Account, enterAs } from "#tests/e2e/support/accounts.ts";
import { PHONE, saveForGuide, showBelowHeader, takeForGuide } from "./on-demo-site.ts";

/**
 * Creates the screenshots of the guides for going live (docs/live.md) that show a published service: its page in the
 * studio, the podcasts, the sound that is kept and the television. From the built app with the demonstration library:
 * `node scripts/images/sermon-screenshots.ts`.
 */

/** Sample text of the screenshots: the ministry's own. */
const { tagline } = v.parse(ministrySchema, JSON.parse(readFileSync("ministry.json", "utf8")));
const SPEAKER = "Ruth Moyo";
/** Host of the addresses that the screenshots show. */
const SHOWN_HOST = "tv.example.org";
/** Steps of the keyboard by which the beginning is cut. */
const CUT_STEPS = 4;
/** Pictures of the video along its line. */
const CUT_PICTURES = 10;

/** Returns the file of the longest clip of the library in a language. */
async function longestClip(language: Language): Promise<string> {
  const { clips } = await loadLibrary("media");
  const [longest] = [...clips.values()]
    .filter((clip) => clip.language === language)
    .toSorted((one, other) => other.durationSeconds - one.durationSeconds);
  return `media/clips/${longest?.id}.mp4`;
}

/** Publishes a sermon from its page in the studio, of which it makes the screenshot. */
async function publishSermon(page: Page, language: Language): Promise<string> {
  const { uploadPage, states } = ownVideosMessages[language];
  const { facts, trim, poster, publish } = ownVideoEditorMessages[language];
  await page.goto(localisedPath("/studio/own-videos/upload", language));
  await page.locator('input[type="file"]').setInputFiles(await longestClip(language));
  await page.getByLabel(uploadPage.name).fill(tagline[language]);
  await page.getByRole("button", { name: uploadPage.start }).click();
  await page.getByText(states.ready).waitFor();
  await page.getByLabel(facts.speaker).fill(SPEAKER);
  const suggestions = page.getByRole("region", { name: poster.title }).getByRole("listitem");
  await suggestions.nth(2).waitFor();
  const start = page.getByRole("slider", { name: trim.from });
  for (let step = 0; step < CUT_STEPS; step++) await start.press("ArrowRight");
  await start.blur();
  const cut = page.getByRole("region", { name: trim.title });
  const pictures = cut.locator("image");
  await pictures.nth(CUT_PICTURES - 1).waitFor({ state: "attached" });
  await pictures.evaluateAll((images: SVGImageElement[]) =>
    Promise.all(
      images.map(({ href }) => Object.assign(new Image(), { src: href.baseVal }).decode()),
    ),
  );
  await showBelowHeader(cut);
  await saveForGuide(await page.screenshot(), "recording", language);
  await suggestions.nth(1).getByRole("button").click();
  await page.getByRole("button", { name: publish.go, exact: true }).click();
  await page.getByRole("link", { name: publish.openVideo }).waitFor();
  return new URL(page.url()).pathname.split("/").at(-1) ?? "";
}

/** Shows an address of the internet instead of this machine's. */
async function showPublicHost(page: Page): Promise<void> {
  await page.evaluate((shown) => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      text.nodeValue = (text.nodeValue ?? "").replaceAll(location.host, shown);
    }
  }, SHOWN_HOST);
}

/** The code on a television above the phone's form for it. */
async function showPairing(context: BrowserContext, phone: Page, language: Language) {
  const television = await context.newPage();
  await television.setViewportSize({ width: 1280, height: 720 });
  await television.goto(localisedPath("/tv", language), { waitUntil: "networkidle" });
  await television
    .locator(".pairing-code")
    .filter({ hasText: /\d{3} \d{3}/ })
    .waitFor();
  await showPublicHost(television);
  const screen = await television.screenshot();
  await television.close();
  const { playOnTv, playOn } = playOnTvMessages[language];
  await phone.getByRole("button", { name: playOn(tagline[language]) }).click();
  const dialog = phone.getByRole("dialog", { name: playOnTv });
  await dialog.waitFor();
  await showPublicHost(phone);
  const form = await dialog.screenshot();
  const { width } = PHONE.viewport;
  const above = await sharp(screen).resize({ width }).toBuffer({ resolveWithObject: true });
  const below = await sharp(form).toBuffer({ resolveWithObject: true });
  const size = { width, height: above.info.height + below.info.height };
  const image = sharp({ create: { ...size, channels: 3, background: "#000" } }).composite([
    { input: above.data, left: 0, top: 0 },
    {
      input: below.data,
      left: Math.round((width - below.info.width) / 2),
      top: above.info.height,
    },
  ]);
  await saveForGuide(await image.png().toBuffer(), "television", language);
}

async function takeScreenshots(
  browser: Browser,
  site: string,
  owner: Account,
  language: Language,
): Promise<void> {
  const options = { ...PHONE, baseURL: site, reducedMotion: "reduce" } as const;
  const studio = await browser.newContext(options);
  const page = await studio.newPage();
  await enterAs(page, owner);
  const id = await publishSermon(page, language);
  await studio.close();

  const context = await browser.newContext(options);
  const phone = await context.newPage();
  // Otherwise the install card would be part of the screenshot.
  await phone.addInitScript(() => localStorage.setItem("appInstalled", "true"));
  await phone.goto(localisedPath("/podcasts", language), { waitUntil: "networkidle" });
  await phone.getByRole("heading", { level: 2 }).first().waitFor();
  await saveForGuide(await phone.screenshot(), "podcasts", language);

  await phone.goto(localisedPath(`/videos/sermons?v=${id}`, language), {
    waitUntil: "networkidle",
  });
  const { keep, keepShort } = keptMessages[language];
  const film = phone.getByRole("dialog");
  await film.getByRole("button", { name: new RegExp(`^${keep}`) }).click();
  await film.getByText(keepShort, { exact: true }).first().waitFor();
  await saveForGuide(await phone.screenshot(), "keep", language);
  await showPairing(context, phone, language);
  await context.close();
}

await takeForGuide(takeScreenshots);
