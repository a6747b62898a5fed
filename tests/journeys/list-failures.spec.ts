import type { Page } from "@playwright/test";
import { categoryMessages } from "#shared/messages/videos/category.ts";
import {
  type FaultyProxy,
  type ProxyFault,
  startFaultyProxy,
} from "#tests/support/faulty-proxy.ts";
import { expect, test as base, visitBefore } from "./support/journey-test.ts";

/** The site behind a proxy that can fail for lists only, for a visitor with the service worker. */
const test = base.extend<{ faulty: FaultyProxy }>({
  faulty: async ({ browserName: _anyBrowser }, provide) => {
    const proxy = await startFaultyProxy(`http://127.0.0.1:${process.env["E2E_PORT"]}`);
    await provide(proxy);
    await proxy.close();
  },
  baseURL: async ({ faulty }, provide) => provide(faulty.url),
});

const LISTS = "/functions/v1/youtube-playlist-videos";
const BANNER = "Unable to load videos. Showing placeholder content. Error: ";
const BANNER_FR = "Impossible de charger les vidéos. Un contenu provisoire est affiché. Erreur : ";

const CAUSES: Record<ProxyFault, readonly [english: string, french: string]> = {
  badGateway: ["our server isn't responding", "notre serveur ne répond pas"],
  tooMany: [
    "too many requests came from this connection",
    "trop de demandes sont venues de cette connexion",
  ],
  garbage: ["our server isn't responding", "notre serveur ne répond pas"],
  brokenJson: ["our server isn't responding", "notre serveur ne répond pas"],
  cut: ["our server can't be reached", "notre serveur est injoignable"],
};

async function openMusic(page: Page, videos: string, music: RegExp): Promise<void> {
  await page.getByRole("link", { name: videos, exact: true }).first().click();
  await page.getByRole("main").getByRole("link", { name: music }).click();
}

/** Opens a list in both languages and expects the error's message. */
async function expectTold(page: Page, fault: ProxyFault): Promise<void> {
  const [english, french] = CAUSES[fault];
  await page.goto("/privacy-policy");
  await openMusic(page, "Videos", /^Music/);
  await expect(
    page.getByText(`${BANNER}Failed to fetch YouTube videos: ${english}`, { exact: true }),
  ).toBeVisible();
  await expect(page.getByText("Music Content Coming Soon")).toBeVisible();
  await page.goto("/fr/privacy-policy");
  await openMusic(page, "Vidéos", /^Musique/);
  await expect(
    page.getByText(`${BANNER_FR}Impossible de récupérer les vidéos YouTube : ${french}`),
  ).toBeVisible();
}

/** Console messages of these errors; garbage with status 200 causes none. */
const LOUD = /status of (?:502|429)|net::ERR|Failed to (?:fetch|load)/;

test.describe("a list that cannot be loaded", () => {
  test.use({ expectedFaults: [LOUD] });

  test("reports a lost connection @full", async ({ page, faulty }) => {
    await visitBefore(page, "/privacy-policy");
    faulty.break(LISTS, "cut");
    await expectTold(page, "cut");
  });

  test("shows a plain reason, and on Home a short text in each row @full", async ({
    page,
    faulty,
  }) => {
    test.slow();
    await visitBefore(page, "/privacy-policy");
    for (const fault of ["badGateway", "tooMany", "garbage", "brokenJson"] as const) {
      faulty.break(LISTS, fault);
      await expectTold(page, fault);
    }
    faulty.break(LISTS, "badGateway");
    await page.goto("/privacy-policy");
    await page.getByRole("link", { name: "Reign TV" }).first().click();
    await expect(page.getByText("Unable to load content at this time.")).toHaveCount(5);
  });

  test("reports a missing connection @full", async ({ page, context }) => {
    await visitBefore(page, "/video-on-demand");
    await context.setOffline(true);
    await page
      .getByRole("main")
      .getByRole("link", { name: /^Music/ })
      .click();
    await expect(page.getByText(categoryMessages.en.list.notOnDevice)).toBeVisible();
  });
});

test("a list that cannot be loaded falls back to its cached copy @full", async ({
  page,
  faulty,
}) => {
  await visitBefore(page, "/privacy-policy");
  await openMusic(page, "Videos", /^Music/);
  await expect(page.locator("[data-video]").first()).toBeVisible();
  await page.goto("/privacy-policy");
  faulty.break(LISTS, "badGateway");
  await openMusic(page, "Videos", /^Music/);
  await expect(page.locator("[data-video]").first()).toBeVisible();
});
