import type { BrowserContext, Page } from "@playwright/test";
import { IS_FULL } from "#tests/support/full-run.ts";
import { keptMessages } from "#shared/messages/kept.ts";
import { listenMessages } from "#shared/messages/listen.ts";
import { expectAccessible } from "./support/accessibility.ts";
import { type DeployedSite, openDeployedSite } from "./support/deployed-site.ts";
import { expect, test as base } from "./support/page-test.ts";

/** Each test has its own site, which may go offline or change. */
const test = base.extend<{ site: DeployedSite }>({
  site: async ({ browserName: _anyBrowser }, provide) => {
    const site = await openDeployedSite(`http://127.0.0.1:${process.env["E2E_PORT"]}`);
    await provide(site);
    await site.close();
  },
  baseURL: async ({ site }, provide) => provide(site.url),
});
test.use({ serviceWorkers: "allow" });

/** Opens a page and waits until the service worker controls it. */
async function openWithWorker(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (navigator.serviceWorker.controller) return;
    await new Promise((resolve) => {
      navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true });
    });
  });
}

/** Returns every URL in the site's caches. */
function cachedUrls(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const names = await caches.keys();
    const lists = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return lists.flat().map(({ url }) => new URL(url).pathname + new URL(url).search);
  });
}

async function cutConnection(context: BrowserContext, site: DeployedSite): Promise<void> {
  site.goAway();
  await context.setOffline(true);
}

const NOT_VISITED = [
  ["/privacy-policy", "Privacy Policy"],
  ["/video-on-demand", "Video on Demand"],
  ["/no-such-page", /not found/i],
  ["/live-tv", "Live TV"],
] as const;
/** Runs in the page. */
function readPosition(element: Element): number {
  return element instanceof HTMLMediaElement && !element.paused ? element.currentTime : -1;
}

const kept = keptMessages.en;
const listen = listenMessages.en;

const offlineNote = (page: Page) => page.locator("[data-offline]", { hasText: "You're offline." });

test.describe("without a connection", () => {
  // A player's frame may be gone when the page replies to its message.
  test.use({
    expectedFaults: [
      /net::ERR|Failed to (?:fetch|load)|could not be reached|recipient window's origin \('null'\)/,
    ],
  });

  test("the app opens on a visited page and on others, and says that it is offline @phone", async ({
    page,
    context,
    site,
  }) => {
    test.slow();
    // A pending socket would cause an error at random when the connection drops.
    await page.routeWebSocket(/\/realtime\//, () => undefined);
    await openWithWorker(page, "/");
    await page.reload();
    await expect(page.getByRole("heading", { name: "Latest Sermons" })).toBeVisible();
    await expect.poll(() => cachedUrls(page)).toContain("/");
    await cutConnection(context, site);

    await page.goto("/");
    await expect(page.getByRole("heading", { name: "Latest Sermons" })).toBeVisible();
    await expect(offlineNote(page)).toBeVisible();
    await expectAccessible(page);

    // Never visited: rendered on the device from the shell.
    for (const [address, heading] of NOT_VISITED.slice(IS_FULL ? 0 : 3)) {
      await page.goto(address);
      await expect(page.getByRole("heading", { name: heading }).first()).toBeVisible();
      await expect(offlineNote(page)).toBeVisible();
    }
    await expect(page.getByRole("link", { name: "Subscribe (Needs a connection)" })).toBeVisible();
    await page.getByRole("banner").getByRole("link", { name: "Sign In" }).click();
    const signIn = page.getByRole("tabpanel").getByRole("button", { name: /^Sign In/ });
    await expect(signIn).toHaveText("Sign In(Needs a connection)");
    // As the server does with a slash at the end.
    await page.goto("/fr/privacy-policy/");
    await expect(page).toHaveURL(/\/fr\/privacy-policy$/);
    await page.getByRole("link", { name: "Contenu disponible" }).click();
    await expect(page).toHaveURL(/\/fr\/offline$/);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Disponible sur cet appareil");
    await expect(page.locator("html")).toHaveAttribute("lang", "fr");

    const television = await context.newPage();
    await television.goto("/fr/tv");
    await expect(television.getByRole("alert")).toContainText("Vous êtes hors ligne");
    await page.goto("/");
    const tap = page.getByRole("button", { name: "Watch Live Stream English" });
    await tap.click();
    const player = page.frameLocator('iframe[src*="/embed/channel/english"]');
    await expect(player.getByRole("alert")).toContainText("You're offline");

    site.comeBack();
    await context.setOffline(false);
    await expect(player.locator(".rp")).toHaveAttribute("data-phase", "playing");
    await expect(television.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(offlineNote(page)).toBeHidden();
  });

  test("the sound and the picture of a video are kept, resumed after a cut, and play", async ({
    page,
    context,
    site,
  }) => {
    await page.routeWebSocket(/\/realtime\//, () => undefined);
    const title = "The Lost Son, verse by verse";
    await openWithWorker(page, "/videos/movies?v=clip-the-lost-son");
    const film = page.getByRole("dialog");
    const requests = (name: string) => site.asked.filter((line) => line.includes(name)).length;
    await film.getByRole("button", { name: /^Keep on this device\. Sound/ }).click();
    await film.getByRole("button", { name: /^Keep .+, Sound, / }).click();
    await expect(film.getByText(/^Kept on this device · /)).toHaveCount(1);
    site.breakOff(/tiny\.mp4/);
    await film.getByRole("button", { name: /^Keep .+, Video \(240p\), / }).click();
    await expect(film.getByText(kept.stalled)).toBeVisible();
    site.breakOff(null);
    await page.reload();
    await film.getByRole("button", { name: /^Kept on this device\. Sound/ }).click();
    await expect(film.getByText(/^Kept on this device · /)).toHaveCount(2);
    const asked = [requests(".m4a"), requests(".tiny.mp4")];
    await cutConnection(context, site);

    // An open page now has the picture from the device.
    await film.locator("video").evaluate((element: HTMLVideoElement) => element.play());
    await expect.poll(() => film.locator("video").evaluate(readPosition)).toBeGreaterThan(0);

    await page.goto("/offline");
    await expect(page.getByRole("heading", { level: 2 }).first()).toHaveText(kept.title);
    await expect(page.getByText(/^1\.2\sMB used · /)).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: kept.play(title, "Sound") }).click();
    const bar = page.getByRole("region", { name: listen.bar });
    await expect(bar.getByText(/ of 3:12$/)).toBeVisible();
    await bar.getByRole("button", { name: listen.moreControls }).click();
    await bar.getByRole("slider", { name: listen.position }).fill("100");
    await bar.getByRole("slider", { name: listen.position }).press("ArrowRight");
    const sound = page.locator("audio");
    await expect.poll(() => sound.evaluate(readPosition)).toBeGreaterThan(105);

    await page.getByRole("button", { name: kept.play(title, "Video (240p)") }).click();
    const picture = page.getByRole("dialog", { name: title }).locator("video");
    await expect.poll(() => picture.evaluate(readPosition)).toBeGreaterThan(0);
    await picture.evaluate((element: HTMLVideoElement) => {
      element.currentTime = 96;
    });
    await expect.poll(() => picture.evaluate(readPosition)).toBeGreaterThan(96);
    await page.getByRole("button", { name: kept.close, exact: true }).click();
    await page.getByRole("button", { name: kept.remove(`${title}, Sound`) }).click();
    await page.getByRole("button", { name: kept.remove(`${title}, Video (240p)`) }).click();
    await expect(page.getByText(kept.empty)).toBeVisible();
    expect([requests(".m4a"), requests(".tiny.mp4")]).toEqual(asked);
  });

  test("visited chapters, devotionals and video lists are available @full", async ({
    page,
    context,
    site,
  }) => {
    await openWithWorker(page, "/bible?version=kjv&book=john&chapter=3");
    await page.goto("/bible?version=kjv&book=john&chapter=3");
    await expect(page.getByText(/For God so loved the world/)).toBeVisible();
    await page.goto("/videos/music");
    const song = page.locator("[data-video]").first();
    await expect(song).toBeVisible();
    const title = await song.textContent();
    await page.goto("/devotional?day=7");
    const devotional = page.getByRole("article").getByRole("heading").first();
    await expect(devotional).toBeVisible();
    const devotionalTitle = await devotional.textContent();
    await expect.poll(() => cachedUrls(page)).toContain("/devotional?day=7");
    await cutConnection(context, site);

    await page.goto("/offline");
    await expectAccessible(page);
    await page.getByRole("link", { name: devotionalTitle ?? "" }).click();
    await expect(devotional).toHaveText(devotionalTitle ?? "");
    await page.goto("/videos/music");
    await expect(song).toHaveText(title ?? "");
    await page.goto("/offline");
    await page.getByRole("link", { name: "John 3" }).click();
    await expect(page.getByText(/For God so loved the world/)).toBeVisible();
    // Causes the expected error even if the page makes no uncached request of its own.
    await page.evaluate(() => fetch("/api/not-cached").catch(() => undefined));
  });
});

test("a downloaded Bible opens at any chapter while the connection stalls @full", async ({
  page,
  site,
}) => {
  await page.routeWebSocket(/\/realtime\//, () => undefined);
  const john = "/bible?version=kjv&book=john&chapter=3";
  await openWithWorker(page, john);
  await page.getByRole("button", { name: /^Download/ }).click();
  await expect(page.getByRole("button", { name: /^Remove/ })).toBeVisible();
  await expect.poll(() => cachedUrls(page)).toContain(john);
  site.stall();

  await page.goto(john, { waitUntil: "commit" });
  await expect(page.getByText(/For God so loved the world/)).toBeVisible();
  await page.getByRole("button", { name: /^Next chapter/ }).click();
  await expect(page.getByText(/the Lord knew how the Pharisees/)).toBeVisible();
  // Never visited: rendered on the device from the shell.
  await page.goto("/bible?version=kjv&book=psalms&chapter=23", { waitUntil: "commit" });
  await expect(page.getByText(/my shepherd; I shall not want/)).toBeVisible();
  const search = page.getByRole("main").getByRole("searchbox");
  await search.fill("beginning God created");
  await expect(page.getByRole("button", { name: "Genesis 1:1", exact: true })).toBeVisible();
});

test.describe("with private responses", () => {
  test.use({ expectedFaults: [/status of 401/] });
  test("the caches hold no session, no database response, no account and no stored file @full", async ({
    page,
    site,
  }) => {
    await openWithWorker(page, "/");
    await page.evaluate(async () => {
      const headers = { authorization: "Bearer x", apikey: "x" };
      const closed = ["/auth/v1/user", "/rest/v1/profiles?select=id", "/storage/v1/bucket"];
      await Promise.all(closed.map((path) => fetch(path, { headers })));
      await fetch("/api/bible/John%203?translation=kjv", { headers });
      await fetch("/functions/v1/account-export", { method: "POST", headers });
    });
    for (const address of ["/auth?code=secret", "/profile", "/watch-history", "/?v=clip-x"]) {
      await page.goto(address);
    }
    await page.goto("/live-tv");
    await expect.poll(() => cachedUrls(page)).toContain("/live-tv");
    const cached = await cachedUrls(page);
    expect(cached.filter((path) => !/^\/(?:assets|img|icons)\//.test(path)).toSorted()).toEqual(
      expect.arrayContaining(["/fr/offline-shell", "/live-tv", "/offline-shell"]),
    );
    expect(
      cached.filter((path) =>
        /auth|rest|storage|account|profile|history|secret|v=|api\/bible\/John/.test(
          path.replace(/^\/assets\/.*/, ""),
        ),
      ),
    ).toEqual([]);
    expect(site.asked).toContain("GET /api/bible/John%203?translation=kjv");
  });
});

test("a new version shows a notice, is applied by Reload and does not reload by itself", async ({
  page,
  site,
}) => {
  await openWithWorker(page, "/privacy-policy");
  await expect(page.getByText("Update available")).toBeHidden();
  site.deploy("second");
  await page.goto("/privacy-policy");
  const note = page.locator("[data-toasts]").filter({ hasText: "Update available" });
  await expect(note).toBeVisible();
  await expectAccessible(page);
  const loads = () => site.asked.filter((line) => line === "GET /privacy-policy").length;
  const before = loads();
  await note.getByRole("button", { name: "Reload" }).click();
  await page.waitForFunction(async () => {
    const names = await caches.keys();
    return names.every((name) => !/^(?:shell|pages)-/.test(name) || name.includes("second"));
  });
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Privacy Policy");
  await expect(note).toBeHidden();
  await expect.poll(() => loads() - before).toBe(1);
});

test("the kill switch removes worker and caches from a device @full", async ({ page, site }) => {
  await openWithWorker(page, "/privacy-policy");
  expect(await cachedUrls(page)).toContain("/offline-shell");
  site.deploy("switched off");
  await page.goto("/privacy-policy");
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const registrations = await navigator.serviceWorker.getRegistrations();
        return registrations.length + (await caches.keys()).length;
      }),
    )
    .toBe(0);
  await page.goto("/video-on-demand");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Video on Demand");
  expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
});

test("the browser finds the site installable in both languages @full @chromium", async ({
  page,
  context,
}) => {
  const devtools = await context.newCDPSession(page);
  for (const address of ["/", "/fr"]) {
    await openWithWorker(page, address);
    const { errors } = await devtools.send("Page.getAppManifest");
    expect(errors).toEqual([]);
    const { installabilityErrors } = await devtools.send("Page.getInstallabilityErrors");
    // Test windows are incognito, which does not install.
    expect(installabilityErrors.map(({ errorId }) => errorId)).toEqual(["in-incognito"]);
  }
});

test("the manifest and the worker have the headers that browsers need", async ({ request }) => {
  const worker = await request.get("/sw.js");
  expect(worker.headers()["cache-control"]).toBe("no-cache");
  expect(worker.headers()["content-type"]).toContain("text/javascript");
  expect(worker.headers()["content-security-policy"]).toContain("connect-src 'self'");
  for (const [address, language, start] of [
    ["/manifest.webmanifest", "en", "/"],
    ["/fr/manifest.webmanifest", "fr", "/fr"],
  ] as const) {
    const response = await request.get(address);
    expect(response.headers()["content-type"]).toContain("application/manifest+json");
    const manifest: unknown = await response.json();
    expect(manifest).toMatchObject({
      id: "/",
      scope: "/",
      short_name: "Reign TV",
      lang: language,
      start_url: start,
      display: "standalone",
    });
  }
});
