import type { BrowserContext } from "@playwright/test";
import { bibleMessages } from "#shared/messages/reading/bible.ts";
import { PERSON } from "@reign-tv/backend/testing/sent-mails.ts";
import { expectAccessible } from "./support/accessibility.ts";
import { createAccount } from "./support/accounts.ts";
import { linkInMail } from "./support/mailbox.ts";
import { expect, test } from "./support/page-test.ts";
import { APP_ORIGIN, installFakePhone, openPhoneApp, type PhoneApp } from "./support/phone-app.ts";

/**
 * Runs the native app's web files in Chromium, at the origin of Android's web view, against the real server on
 * another origin.
 */

test.describe.configure({ mode: "default" });
test.use({
  // The app's pages have another host than the server, which uses plain HTTP here.
  expectedFaults: [/^request to another host: https:\/\/localhost\/|Mixed Content: .*127\.0\.0\.1/],
  // Chromium asks before a page reaches 127.0.0.1; a web view does not.
  permissions: ["local-network-access"],
});

let app: PhoneApp;

// oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures from it
test.beforeAll(async ({}, { project }) => {
  app = await openPhoneApp(project.use.baseURL ?? "");
});

test.afterAll(async () => {
  await app.close();
});

test.beforeEach(async ({ context }) => {
  await app.install(context);
});

const PHONE = { tag: "@phone" };
const EXIT = { plugin: "App", method: "exitApp", options: {} };

test(
  "the bundle starts and shows the server's channels and videos, which play (S1.16)",
  PHONE,
  async ({ page, baseURL }) => {
    await page.goto(APP_ORIGIN);
    await expect(page.getByRole("heading", { level: 2, name: "Our Channels" })).toBeVisible();
    await expect(page.locator("[data-channel]")).toHaveCount(2);
    const card = page.locator("[data-video]").first();
    const picture = card.locator("img");
    await expect(picture).toHaveAttribute("src", new RegExp(`^${baseURL}/img/`));
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
    await card.click();
    const video = page.getByRole("dialog").frameLocator("iframe").locator("video");
    await expect
      .poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime))
      .toBeGreaterThan(0.5);
    // The app does not offer to install itself.
    await expect(page.getByText("Install Reign TV")).toHaveCount(0);
  },
);

test(
  "a category, the Bible and an unknown path open by themselves, and a file comes from the server @full",
  PHONE,
  async ({ page, baseURL }) => {
    await page.goto(`${APP_ORIGIN}/videos/sermons`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sermons");
    await expect(page.locator("[data-video]").first()).toBeVisible();
    await page.goto(`${APP_ORIGIN}/bible?version=kjv&book=john&chapter=3`);
    await expect(page.getByText("For God so loved the world")).toBeVisible();
    await page.goto(`${APP_ORIGIN}/nowhere`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Oops! Page not found");
    const asked = page.waitForRequest(`${baseURL}/calendar.ics`);
    // Live TV has this link only until a service begins.
    await page.evaluate(() => {
      const link = document.createElement("a");
      link.href = "/calendar.ics";
      document.body.append(link);
      link.click();
    });
    expect((await asked).isNavigationRequest()).toBe(true);
  },
);

test(
  "a French page is French, and the selected language applies to the next start @full",
  PHONE,
  async ({ page }) => {
    await page.goto(`${APP_ORIGIN}/fr/video-on-demand`);
    await expect(page.locator("html")).toHaveAttribute("lang", "fr");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Vidéos à la demande");
    await page.goto(APP_ORIGIN);
    await expect(page.locator("html")).toHaveAttribute("lang", "en");
    await page.locator('a[hreflang="fr"]').click();
    await expect(page.getByRole("heading", { level: 2 }).first()).toHaveText("Nos chaînes");
    await page.goto(APP_ORIGIN);
    await expect(page).toHaveURL(`${APP_ORIGIN}/fr`);
    await page.locator('a[hreflang="en"]').click();
    await expect(page.getByRole("heading", { level: 2 }).first()).toHaveText("Our Channels");
    await expect(page).toHaveURL(`${APP_ORIGIN}/`);
  },
);

test(
  "an account signs in and its profile opens @full",
  PHONE,
  async ({ page, request, baseURL }) => {
    const account = await createAccount(request);
    await page.goto(`${APP_ORIGIN}/auth`);
    const form = page.getByRole("main").locator("form");
    await form.getByLabel("Email").fill(account.email);
    await form.getByLabel("Password", { exact: true }).fill(account.password);
    await form.getByRole("button", { name: "Sign In" }).click();
    await expect(page).toHaveURL(`${APP_ORIGIN}/`);
    await page.goto(`${APP_ORIGIN}/profile`);
    await expect(page.getByRole("main")).toContainText(account.fullName);
    // A web view saves no files.
    await page.getByRole("button", { name: "Download my data" }).click();
    const link = page.getByRole("dialog").getByRole("link", { name: /Open in the browser/ });
    await expect(link).toHaveAttribute("href", `${baseURL}/profile`);
  },
);

test.describe("on a phone", () => {
  test(
    "a link opens its page, also in the other language @full",
    PHONE,
    async ({ page, baseURL }) => {
      const phone = await installFakePhone(page);
      await page.goto(APP_ORIGIN);
      await expect(page.getByRole("heading", { name: "Our Channels" })).toBeVisible();
      await phone.emit("App", "appUrlOpen", { url: `${baseURL}/live-tv` });
      await expect(page).toHaveURL(`${APP_ORIGIN}/live-tv`);
      await expect(page.getByRole("heading", { level: 1, name: "Live TV" })).toBeVisible();
      await phone.emit("App", "appUrlOpen", { url: "tv.reign.app://fr/videos/music" });
      await expect(page).toHaveURL(`${APP_ORIGIN}/fr/videos/music`);
      await expect(page.getByRole("heading", { level: 1, name: "Musique" })).toBeVisible();
      await phone.emit("App", "appUrlOpen", { url: "https://elsewhere.example/live-tv" });
      await expect(page).toHaveURL(`${APP_ORIGIN}/fr/videos/music`);
    },
  );

  test("a password reset link starts its session @full", PHONE, async ({ page, request }) => {
    const phone = await installFakePhone(page);
    const { email } = await createAccount(request);
    await page.goto(`${APP_ORIGIN}/auth/forgot`);
    await page.getByLabel("Email").fill(email);
    await page.getByRole("main").locator("form").getByRole("button").click();
    const link = await linkInMail(email);
    const answer = await request.get(link, { headers: PERSON, maxRedirects: 0 });
    await phone.emit("App", "appUrlOpen", { url: answer.headers()["location"] });
    await expect(page.getByRole("heading", { name: "Choose a new password" })).toBeVisible();
    await expect(page.getByLabel("New Password", { exact: true })).toBeVisible();
    await expect(page).toHaveURL(`${APP_ORIGIN}/auth/reset`);
  });

  test(
    "the back button closes overlays, goes back and leaves the app at Home @full",
    PHONE,
    async ({ page }) => {
      const phone = await installFakePhone(page);
      const goBack = () => phone.emit("App", "backButton", { canGoBack: true });
      await page.goto(APP_ORIGIN);
      await page.locator("[data-video]").first().click();
      await expect(page.getByRole("dialog")).toBeVisible();
      await goBack();
      await expect(page.getByRole("dialog")).toBeHidden();
      await page.getByRole("button", { name: "Open menu" }).click();
      await goBack();
      await expect(page.getByRole("button", { name: "Open menu" })).toBeVisible();
      await page.getByRole("link", { name: "Bible", exact: true }).last().click();
      await expect(page).toHaveURL(/\/bible/);
      await goBack();
      await expect(page).toHaveURL(`${APP_ORIGIN}/`);
      await goBack();
      await expect.poll(() => phone.calls()).toContainEqual(EXIT);
    },
  );

  test(
    "the splash hides, the bars follow the theme, and verses are shared with the site's URL @full",
    PHONE,
    async ({ page, baseURL }) => {
      const phone = await installFakePhone(page);
      await page.goto(`${APP_ORIGIN}/bible?version=kjv&book=john&chapter=3`);
      await page.getByText("For God so loved the world").waitFor();
      const call = (plugin: string, method: string, options: object) => ({
        plugin,
        method,
        options,
      });
      await expect.poll(() => phone.calls()).toContainEqual(call("SplashScreen", "hide", {}));
      await expect
        .poll(() => phone.calls())
        .toContainEqual(call("SystemBars", "setStyle", { style: "LIGHT" }));
      await page.getByRole("button", { name: /dark/i }).click();
      await expect
        .poll(() => phone.calls())
        .toContainEqual(call("SystemBars", "setStyle", { style: "DARK" }));
      await page.getByRole("button", { name: bibleMessages.en.verseActions(16) }).click();
      await page.getByRole("button", { name: "Share", exact: true }).click();
      await expect
        .poll(() => phone.calls())
        .toContainEqual(
          call("Share", "share", {
            title: "John 3:16 (KJV)",
            text: expect.stringContaining("For God so loved the world"),
            url: `${baseURL}/bible?version=kjv&book=john&chapter=3&verse=16`,
          }),
        );
    },
  );
});

test.describe("without the server", () => {
  test.use({
    expectedFaults: [/^request to another host: https:\/\/localhost\/|ERR_FAILED|AppError/],
  });

  async function setConnected(
    context: BrowserContext,
    baseURL: string | undefined,
    isConnected: boolean,
  ) {
    if (isConnected) await context.unroute(`${baseURL}/**`);
    else await context.route(`${baseURL}/**`, (route) => route.abort());
  }

  test("a first start reports it and retries @full", PHONE, async ({ page, context, baseURL }) => {
    const phone = await installFakePhone(page);
    await setConnected(context, baseURL, false);
    await page.goto(APP_ORIGIN);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Can't reach the server");
    await expectAccessible(page);
    await phone.emit("App", "backButton", { canGoBack: false });
    await expect.poll(() => phone.calls()).toContainEqual(EXIT);
    await setConnected(context, baseURL, true);
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("heading", { name: "Our Channels" })).toBeVisible();
  });

  test(
    "a later start shows the app with its stored data @full",
    PHONE,
    async ({ page, context, baseURL }) => {
      await page.goto(`${APP_ORIGIN}/privacy-policy`);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await setConnected(context, baseURL, false);
      await page.goto(`${APP_ORIGIN}/devotional`);
      await expect(page.getByRole("banner")).toContainText("Reign TV");
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    },
  );
});
