import type { Locator, Page } from "@playwright/test";
import { MOVING } from "#tests/e2e/support/page-test.ts";
import { playerIn } from "#tests/e2e/support/player-page.ts";
import { FRAME_HOST, STREAM_HOST } from "#tests/fakes/players/fake-providers.ts";
import { expect, test as shippedTest, visitBefore } from "./support/journey-test.ts";
import { test } from "./support/provider-test.ts";

test.use(MOVING);
shippedTest.use(MOVING);

/** The player plays its buffer to the end before it stalls. */
const BUFFER_LIMIT_MS = 60_000;

const SOURCE_DOWN = "The stream isn't responding";
const SERVER_DOWN = "Can't reach our server";
const OFFLINE = "You're offline";

const cardOf = (page: Page): Locator => page.getByRole("article", { name: "Live Stream English" });

/** Returns the text of the badge beside the channel's name, and whether it is animated. */
async function badgeOf(card: Locator): Promise<{ text: string; isAnimated: boolean }> {
  return card.getByText(/^(?:Live|En direct|Interrupted|Interrompu)$/).evaluate((label) => ({
    text: label.textContent,
    isAnimated: (label.parentElement?.getAnimations({ subtree: true }).length ?? 0) > 0,
  }));
}

async function expectPlaying(card: Locator, timeout = 20_000): Promise<void> {
  const player = playerIn(card.frameLocator("iframe"));
  await expect(player.root).toHaveAttribute("data-phase", "playing", { timeout });
  await expect(card.frameLocator("iframe").getByRole("alert")).toBeHidden();
  await expect.poll(() => badgeOf(card)).toEqual({ text: "Live", isAnimated: true });
}

/** Expects the message on the player, and a matching badge. */
async function expectProblem(card: Locator, text: string, timeout = 10_000): Promise<void> {
  await expect(card.frameLocator("iframe").getByRole("alert")).toContainText(text, { timeout });
  await expect.poll(() => badgeOf(card)).toEqual({ text: "Interrupted", isAnimated: false });
}

test.describe("an external stream", () => {
  test.use({
    sources: {
      english: { kind: "hls", url: `https://${STREAM_HOST}/live/french/index.m3u8` },
    },
    expectedFaults: [/stream\.example/],
  });

  // A hanging request times out after 12 s, and the next one follows 30 s later.
  test("that hangs is reported, and plays as soon as it responds @full", async ({
    page,
    providers,
  }) => {
    test.setTimeout(120_000);
    await visitBefore(page);
    providers.streamFault = "hangs";
    await page.goto("/");
    const card = cardOf(page);
    await expectProblem(card, SOURCE_DOWN, 20_000);
    providers.streamFault = null;
    await expectPlaying(card, 60_000);
  });

  test("that ends while playing is reported, and resumes automatically @full", async ({
    page,
    providers,
  }) => {
    test.setTimeout(150_000);
    await visitBefore(page);
    const card = cardOf(page);
    await expectPlaying(card);
    providers.streamFault = 500;
    await expectProblem(card, SOURCE_DOWN, BUFFER_LIMIT_MS);
    providers.streamFault = null;
    await expectPlaying(card, 45_000);
  });
});

test.describe("a provider's player that does not load", () => {
  test.use({
    sources: {
      english: { kind: "iframe", url: `https://${FRAME_HOST}/embed/7`, hosts: [FRAME_HOST] },
    },
    expectedFaults: [/frame\.example/],
  });

  test("is reported while it may still load, and plays by Try again @full", async ({
    page,
    providers,
  }) => {
    await visitBefore(page);
    await page.evaluate((host) => {
      localStorage.setItem("playerConsents", JSON.stringify([host]));
    }, FRAME_HOST);
    providers.silentHosts.add(FRAME_HOST);
    await page.goto("/");
    const card = cardOf(page);
    const inside = card.frameLocator("iframe");
    await expect(inside.getByRole("status")).toContainText(SOURCE_DOWN, { timeout: 20_000 });
    await expect.poll(() => badgeOf(card)).toEqual({ text: "Interrupted", isAnimated: false });
    providers.silentHosts.clear();
    await inside.getByRole("button", { name: "Try again" }).click();
    await expect(inside.frameLocator("iframe").getByText("The frame provider plays")).toBeVisible();
    await expect.poll(() => badgeOf(card)).toEqual({ text: "Live", isAnimated: true });
  });
});

shippedTest.describe("an unreachable server of the site", () => {
  shippedTest.use({ ownServer: {}, expectedFaults: [] });

  shippedTest(
    "is not reported as a lost connection, and the channel recovers @full",
    async ({ page, server }) => {
      shippedTest.setTimeout(180_000);
      await visitBefore(page);
      const card = cardOf(page);
      await expectPlaying(card);
      if (!server) throw new Error("The test has no server of its own");
      process.kill(server.pid, "SIGSTOP");
      try {
        await expectProblem(card, SERVER_DOWN, BUFFER_LIMIT_MS);
      } finally {
        process.kill(server.pid, "SIGCONT");
      }
      await expectPlaying(card, 60_000);
    },
  );
});

shippedTest.describe("a device without a connection", () => {
  // The service worker's failed fetches (a poster, for example) log the second message.
  shippedTest.use({ expectedFaults: [/ERR_INTERNET_DISCONNECTED|ERR_FAILED/] });

  shippedTest(
    "shows a message while playing, and the channel resumes with the connection @full",
    async ({ page, context }) => {
      shippedTest.setTimeout(150_000);
      await visitBefore(page, "/fr");
      const card = page.getByRole("article", { name: "Direct en français" });
      const player = playerIn(card.frameLocator("iframe"));
      await expect(player.root).toHaveAttribute("data-phase", "playing", { timeout: 20_000 });
      await context.setOffline(true);
      const alert = card.frameLocator("iframe").getByRole("alert");
      await expect(alert).toContainText("Vous êtes hors ligne", { timeout: BUFFER_LIMIT_MS });
      await expect.poll(() => badgeOf(card)).toEqual({ text: "Interrompu", isAnimated: false });
      await context.setOffline(false);
      await expect(player.root).toHaveAttribute("data-phase", "playing", { timeout: 45_000 });
      await expect(alert).toBeHidden();
      await expect.poll(() => badgeOf(card)).toEqual({ text: "En direct", isAnimated: true });
    },
  );

  shippedTest(
    "shows a message even when the player does not load @full",
    async ({ page, context }) => {
      await visitBefore(page);
      await page.evaluate(() => localStorage.setItem("dataSaver", "on"));
      await page.goto("/");
      const card = cardOf(page);
      const watch = card.getByRole("button", { name: "Watch Live Stream English" });
      await expect(watch).toBeVisible();
      await context.setOffline(true);
      await watch.click();
      await expectProblem(card, OFFLINE);
      await context.setOffline(false);
      await expectPlaying(card, 45_000);
    },
  );
});
