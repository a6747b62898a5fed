import type { Locator, Page } from "@playwright/test";
import { MOVING } from "#tests/e2e/support/page-test.ts";
import { playerIn } from "#tests/e2e/support/player-page.ts";
import { FRAME_HOST, STREAM_HOST } from "#tests/fakes/players/fake-providers.ts";
import { expect, test as shippedTest, visitBefore } from "./support/journey-test.ts";
import { test } from "./support/provider-test.ts";

test.use(MOVING);
shippedTest.use(MOVING);

/** What stands ready in the buffer is seen to its end first. */
const BUFFER_LIMIT_MS = 60_000;

const SOURCE_DOWN = "The stream isn't responding";
const SERVER_DOWN = "Our server can't be reached";
const OFFLINE = "You are offline";

const cardOf = (page: Page): Locator => page.getByRole("article", { name: "Live Stream English" });

/** The badge beside the channel's name: what it says, and whether it pulses. */
async function badgeOf(card: Locator): Promise<{ text: string; pulses: boolean }> {
  return card.getByText(/^(?:Live|Direct|Interrupted|Interrompu)$/).evaluate((words) => ({
    text: words.textContent,
    pulses: (words.parentElement?.getAnimations({ subtree: true }).length ?? 0) > 0,
  }));
}

async function expectPlaying(card: Locator, timeout = 20_000): Promise<void> {
  const player = playerIn(card.frameLocator("iframe"));
  await expect(player.root).toHaveAttribute("data-phase", "playing", { timeout });
  await expect(card.frameLocator("iframe").getByRole("alert")).toBeHidden();
  await expect.poll(() => badgeOf(card)).toEqual({ text: "Live", pulses: true });
}

/** The words stand on the player, and nothing on the card says otherwise. */
async function expectTrouble(card: Locator, words: string, timeout = 10_000): Promise<void> {
  await expect(card.frameLocator("iframe").getByRole("alert")).toContainText(words, { timeout });
  await expect.poll(() => badgeOf(card)).toEqual({ text: "Interrupted", pulses: false });
}

test.describe("a stream of somebody else's", () => {
  test.use({
    sources: {
      english: { kind: "hls", url: `https://${STREAM_HOST}/live/french/index.m3u8` },
    },
    expectedFaults: [/stream\.example/],
  });

  // A try that hangs is given up after 12 s, and the next one comes 30 s later.
  test("that hangs is named, and plays as soon as it is there @full", async ({
    page,
    providers,
  }) => {
    test.setTimeout(120_000);
    await visitBefore(page);
    providers.streamFault = "hangs";
    await page.goto("/");
    const card = cardOf(page);
    await expectTrouble(card, SOURCE_DOWN, 20_000);
    providers.streamFault = null;
    await expectPlaying(card, 60_000);
  });

  test("that ends in the middle is named, and goes on by itself @full", async ({
    page,
    providers,
  }) => {
    test.setTimeout(150_000);
    await visitBefore(page);
    const card = cardOf(page);
    await expectPlaying(card);
    providers.streamFault = 500;
    await expectTrouble(card, SOURCE_DOWN, BUFFER_LIMIT_MS);
    providers.streamFault = null;
    await expectPlaying(card, 45_000);
  });
});

test.describe("a provider's player that does not come", () => {
  test.use({
    sources: {
      english: { kind: "iframe", url: `https://${FRAME_HOST}/embed/7`, hosts: [FRAME_HOST] },
    },
    expectedFaults: [/frame\.example/],
  });

  test("is named while it may still come, and plays by Try again @full", async ({
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
    await expect.poll(() => badgeOf(card)).toEqual({ text: "Interrupted", pulses: false });
    providers.silentHosts.clear();
    await inside.getByRole("button", { name: "Try again" }).click();
    await expect(inside.frameLocator("iframe").getByText("The frame provider plays")).toBeVisible();
    await expect.poll(() => badgeOf(card)).toEqual({ text: "Live", pulses: true });
  });
});

shippedTest.describe("a server of ours that does not answer", () => {
  shippedTest.use({ ownServer: {}, expectedFaults: [] });

  shippedTest(
    "is not called a lost connection, and the channel returns @full",
    async ({ page, server }) => {
      shippedTest.setTimeout(180_000);
      await visitBefore(page);
      const card = cardOf(page);
      await expectPlaying(card);
      if (!server) throw new Error("The test has no server of its own");
      process.kill(server.pid, "SIGSTOP");
      try {
        await expectTrouble(card, SERVER_DOWN, BUFFER_LIMIT_MS);
      } finally {
        process.kill(server.pid, "SIGCONT");
      }
      await expectPlaying(card, 60_000);
    },
  );
});

shippedTest.describe("a device without a connection", () => {
  // What the worker could not fetch for the page, a poster maybe, fails by the second name.
  shippedTest.use({ expectedFaults: [/ERR_INTERNET_DISCONNECTED|ERR_FAILED/] });

  shippedTest(
    "is told so in the middle, and the channel goes on when it is back @full",
    async ({ page, context }) => {
      shippedTest.setTimeout(150_000);
      await visitBefore(page, "/fr");
      const card = page.getByRole("article", { name: "Direct en français" });
      const player = playerIn(card.frameLocator("iframe"));
      await expect(player.root).toHaveAttribute("data-phase", "playing", { timeout: 20_000 });
      await context.setOffline(true);
      const words = card.frameLocator("iframe").getByRole("alert");
      await expect(words).toContainText("Vous êtes hors ligne", { timeout: BUFFER_LIMIT_MS });
      await expect.poll(() => badgeOf(card)).toEqual({ text: "Interrompu", pulses: false });
      await context.setOffline(false);
      await expect(player.root).toHaveAttribute("data-phase", "playing", { timeout: 45_000 });
      await expect(words).toBeHidden();
      await expect.poll(() => badgeOf(card)).toEqual({ text: "Direct", pulses: true });
    },
  );

  shippedTest("is told so where not even the player comes @full", async ({ page, context }) => {
    await visitBefore(page);
    await page.evaluate(() => localStorage.setItem("dataSaver", "on"));
    await page.goto("/");
    const card = cardOf(page);
    const watch = card.getByRole("button", { name: "Watch Live Stream English" });
    await expect(watch).toBeVisible();
    await context.setOffline(true);
    await watch.click();
    await expectTrouble(card, OFFLINE);
    await context.setOffline(false);
    await expectPlaying(card, 45_000);
  });
});
