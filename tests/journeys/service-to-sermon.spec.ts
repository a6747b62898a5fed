import type { APIRequestContext, BrowserContext, Page } from "@playwright/test";
import { playOnTvMessages } from "#shared/messages/devices/play-on-tv.ts";
import { keptMessages } from "#shared/messages/kept.ts";
import { listenMessages } from "#shared/messages/listen.ts";
import { offlineMessages } from "#shared/messages/offline.ts";
import { podcastMessages } from "#shared/messages/podcasts.ts";
import { broadcastMessages } from "#shared/messages/studio/broadcast.ts";
import { goLiveMessages } from "#shared/messages/studio/go-live.ts";
import { ownVideoEditorMessages } from "#shared/messages/studio/own-video-editor.ts";
import { watchMessages } from "#shared/messages/videos/watch.ts";
import { expectAccessible } from "#tests/e2e/support/accessibility.ts";
import { enterAs } from "#tests/e2e/support/accounts.ts";
import { type DeployedSite, openDeployedSite } from "#tests/e2e/support/deployed-site.ts";
import { playerIn } from "#tests/e2e/support/player-page.ts";
import { expect, test as base } from "./support/studio-test.ts";
import { visitBefore } from "./support/journey-test.ts";

/** `test` with the site as a follower's phone reaches it, whose connection can be cut. */
const test = base.extend<{ reached: DeployedSite }>({
  reached: async ({ baseURL }, provide) => {
    const site = await openDeployedSite(baseURL ?? "");
    await provide(site);
    await site.close();
  },
});

test.use({ ownServer: {} });

const camera = goLiveMessages.en;
const broadcast = broadcastMessages.en;
const editor = ownVideoEditorMessages.en;
const kept = keptMessages.en;
const listen = listenMessages.en;
const tvTexts = playOnTvMessages.en;
const watch = watchMessages.en;

const CHANNEL = "Go live: Live Stream English";
const TITLE = "Streams in dry places";
const SPEAKER = "Ann Moyo";
const CHAPTER = "Sermon";
/** A server, an encoder and a player of a busy machine. */
const SLOW = { timeout: 45_000 };
/** The service lasts a minute, so that a player is still in it when a step takes long. */
const A_MINUTE = /^[1-9]\d*:\d\d$/;
/** Seconds to which the follower seeks, in steps of five; positions below ten are not stored. */
const LEFT_AT = 15;

test("a service that a volunteer sends from a phone becomes a sermon: podcast apps get it, a follower's phone plays it without a connection, and a television continues it @camera @full", async ({
  page,
  browser,
  request,
  owner,
  baseURL,
  reached,
}) => {
  test.setTimeout(360_000);
  const site = baseURL ?? "";
  await enterAs(page, owner);

  await test.step("the volunteer goes live, marks a chapter and ends the broadcast", async () => {
    await page.goto("/studio/channels");
    await page.getByRole("link", { name: CHANNEL }).click();
    await page.getByRole("button", { name: broadcast.show }).click();
    const panel = page.getByRole("region", { name: camera.title });
    await panel.getByRole("button", { name: camera.open }).click();
    await expect(panel.getByLabel(camera.preview)).toBeVisible(SLOW);
    await panel.getByLabel(camera.size, { exact: true }).selectOption("small");
    await panel.getByRole("button", { name: camera.start }).click(SLOW);
    await expect(panel.getByText(camera.stay)).toBeVisible(SLOW);
    await expect(panel.getByText(/^0:[1-5]\d$/)).toBeVisible();
    await page.getByRole("button", { name: broadcast.mark }).click(SLOW);
    const chapter = page.getByLabel(/^Name of the chapter at /);
    await chapter.fill(CHAPTER);
    await chapter.blur();
    await expect(page.getByText(broadcast.named)).toBeVisible();
    await expect(panel.getByText(A_MINUTE)).toBeVisible({ timeout: 120_000 });
    await panel.getByRole("button", { name: camera.end }).click();
    await page.getByRole("dialog").getByRole("button", { name: camera.end }).click();
  });

  const id =
    await test.step("the recording is cut, described and published from one page", async () => {
      const end = page.getByRole("status").filter({ hasText: broadcast.ended.recorded });
      await end.getByRole("button", { name: /^Make a sermon of it/ }).click(SLOW);
      await expect(page).toHaveURL(/\/clip-own-[0-9a-f]{12}$/);
      const suggestions = page.getByRole("button", { name: /^Use the picture at/ });
      await expect(suggestions).toHaveCount(3, SLOW);
      await page.getByRole("button", { name: editor.preview.play }).click();
      await expect.poll(() => page.locator("video").evaluate(positionOf)).toBeGreaterThan(0);
      // A preview that plays on would request the last segment while the cut removes it.
      await page.locator("video").evaluate((video: HTMLVideoElement) => video.pause());
      await page.getByRole("slider", { name: editor.trim.to }).press("ArrowLeft");
      await expect(page.getByText(editor.trim.unsaved)).toBeVisible();
      await page.getByRole("button", { name: editor.publish.toTitle }).click();
      await page.keyboard.type(TITLE);
      await page.getByLabel(editor.facts.speaker).fill(SPEAKER);
      await page.getByLabel(editor.facts.passage).fill("Isaiah 44:3");
      await suggestions.nth(1).click();
      await expect(page.getByText(editor.poster.saved)).toBeVisible();
      await expect(page.getByLabel(editor.chapters.nameOf(1))).toHaveValue(CHAPTER);
      await expectAccessible(page);
      await page.getByLabel(editor.publish.announce).check();
      await page.getByRole("button", { name: editor.publish.go, exact: true }).click();
      await expect(page.getByRole("link", { name: editor.publish.openVideo })).toBeVisible();
      return new URL(page.url()).pathname.split("/").at(-1) ?? "";
    });

  await test.step("the podcast has it at its public address", async () => {
    await expectEpisode(request, site, id);
  });

  const phones = await browser.newContext({ baseURL: reached.url });
  const phone = await phones.newPage();
  const film = phone.getByRole("dialog");
  const card = phone.locator("[data-video]").filter({ hasText: TITLE });

  await test.step("a follower finds it on Home, in its category, in the search and as a podcast", async () => {
    await visitBefore(phone, "/");
    for (const address of ["/", "/videos/sermons", "/search?q=streams+dry"]) {
      await expect(async () => {
        await visitBefore(phone, address);
        await expect(card.first()).toBeVisible({ timeout: 5_000 });
      }).toPass(SLOW);
    }
    const banner = phone.locator("#announcements");
    await expect(banner.getByText(editor.publish.announcement(TITLE))).toBeVisible();
    await visitBefore(phone, "/podcasts");
    await expect(phone.getByText(podcastMessages.en.episodes(1))).toBeVisible();
  });

  await test.step("its sound is kept on the phone and plays without a connection", async () => {
    await visitBefore(phone, "/");
    await card.first().click();
    await film.getByRole("button", { name: /^Keep on this device\. Sound/ }).click();
    await film.getByRole("button", { name: /^Keep .+, Sound, / }).click();
    await expect(film.getByText(/^Kept on this device · /)).toBeVisible();
    await film.getByRole("button", { name: /^Close/ }).click();
    reached.goAway();
    await phones.setOffline(true);

    await phone.reload();
    await phone.getByRole("link", { name: offlineMessages.en.whatIsHere }).click();
    await phone.getByRole("button", { name: kept.play(TITLE, kept.kinds.sound) }).click();
    const bar = phone.getByRole("region", { name: listen.bar });
    await bar.getByRole("button", { name: listen.moreControls }).click();
    const slider = bar.getByRole("slider", { name: listen.position });
    await slider.fill(String(LEFT_AT - 5));
    await slider.press("ArrowRight");
    await expect.poll(() => phone.locator("audio").evaluate(positionOf)).toBeGreaterThan(LEFT_AT);
    await bar.getByRole("button", { name: listen.pause, exact: true }).click();
    reached.comeBack();
    await phones.setOffline(false);
  });

  await test.step("it is continued from Home, shared as a sermon, and in the history of a member", async () => {
    const path = `/videos/sermons?v=${id}`;
    await visitBefore(phone, "/");
    const row = phone.getByRole("region", { name: watch.continueWatching });
    await expect(row.getByRole("link", { name: TITLE })).toHaveAttribute("href", path);
    const shared = await (await request.get(`${site}${path}`)).text();
    expect(shared).toContain(`<meta property="og:title" content="${TITLE}`);
    expect(shared).toMatch(new RegExp(`<meta property="og:image" content="[^"]*${id}`));
    expect(shared).toContain('"@type":"VideoObject"');
    await page.goto(path);
    await page
      .getByRole("button", { name: /^Play: / })
      .first()
      .click();
    const player = playerIn(page.getByRole("dialog").frameLocator("iframe"));
    await expect.poll(() => player.position(), SLOW).toBeGreaterThan(1);
    await page.goto("/watch-history");
    const watched = page.getByRole("article").filter({ hasText: TITLE });
    await expect(watched.getByRole("link", { name: watch.watchAgain })).toHaveAttribute(
      "href",
      path,
    );
  });

  await test.step("a television continues it where the phone is, and the phone pauses it", async () => {
    const tv = await openTelevision(await browser.newContext({ baseURL: site, ...TV_SCREEN }));
    await visitBefore(phone, "/videos/sermons");
    await card.first().click();
    const player = playerIn(film.frameLocator("iframe"));
    await expect.poll(() => player.position(), SLOW).toBeGreaterThan(LEFT_AT);
    const from = await player.position();
    await film.getByRole("button", { name: tvTexts.playOn(TITLE) }).click();
    const sheet = phone.getByRole("dialog", { name: tvTexts.playOnTv });
    const code = await tv.locator(".pairing-code").textContent();
    await sheet.getByRole("textbox", { name: tvTexts.code }).fill(code ?? "");
    await expect(sheet.getByText(tvTexts.states.playing)).toBeVisible(SLOW);
    const there = () =>
      tv.locator("video").evaluate(({ currentTime, paused, ended }: HTMLVideoElement) => ({
        position: currentTime,
        isPaused: paused && !ended,
      }));
    expect((await there()).position).toBeGreaterThan(from - 2);
    await sheet.getByRole("button", { name: listen.pause, exact: true }).click();
    await expect.poll(async () => (await there()).isPaused).toBe(true);
    await tv.context().close();
  });
  await phones.close();
});

/** Runs in the page. */
function positionOf(element: HTMLMediaElement): number {
  return element.currentTime;
}

const TV_SCREEN = {
  viewport: { width: 1280, height: 720 },
  isMobile: false,
  hasTouch: false,
} as const;

async function openTelevision(context: BrowserContext): Promise<Page> {
  const tv = await context.newPage();
  await tv.goto("/tv");
  await expect(tv.locator(".pairing-code")).toHaveText(/^\d{3} \d{3}$/);
  return tv;
}

/** Checks an episode in the feed, and its file by the requests of podcast apps. */
async function expectEpisode(request: APIRequestContext, site: string, id: string): Promise<void> {
  const feed = await (await request.get(`${site}/podcast/sermons.en.xml`)).text();
  expect(feed).toContain(`<title>${TITLE}</title>`);
  expect(feed).toContain(`<podcast:person>${SPEAKER}</podcast:person>`);
  const enclosure = /<enclosure url="([^"]+)" length="(\d+)" type="audio\/x-m4a"\/>/.exec(feed);
  const [, url = "", length = ""] = enclosure ?? [];
  expect(url).toBe(`${site}/podcast/episodes/${id}.m4a`);
  const head = await request.head(url);
  expect(head.status()).toBe(200);
  expect(head.headers()).toMatchObject({ "content-length": length, "accept-ranges": "bytes" });
  const range = await request.get(url, { headers: { range: "bytes=100-199" } });
  expect(range.status()).toBe(206);
  expect(range.headers()["content-range"]).toBe(`bytes 100-199/${length}`);
  expect(await range.body()).toHaveLength(100);
  const chapters = await request.get(url.replace(/\.m4a$/, ".json"));
  expect(await chapters.json()).toMatchObject({ chapters: [{ title: CHAPTER }] });
}
