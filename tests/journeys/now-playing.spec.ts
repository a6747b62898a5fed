import { MOVING } from "#tests/e2e/support/page-test.ts";
import { expect, test, visitBefore } from "./support/journey-test.ts";

test.use(MOVING);

/** Two programme names that a card shows at the same moment. */
type Contradiction = { player: string; page: string };

declare global {
  var contradictions: Contradiction[];
}

test("card and player name the same programme, also at a change of programme @full", async ({
  page,
}) => {
  test.setTimeout(120_000);
  await visitBefore(page);
  const card = page.getByRole("article", { name: "Live Stream English" });
  const title = card.frameLocator("iframe").locator(".rp-title");
  const kicker = card.frameLocator("iframe").locator(".rp-kicker");
  await expect(kicker).toHaveText("Live now", { timeout: 30_000 });
  await expect(card.getByText(/Now playing:/)).toBeVisible();
  await card.evaluate(watchTitles);
  const first = await title.textContent();
  await expect(title).not.toHaveText(first ?? "", { timeout: 60_000 });
  await expect(card.getByText(`Now playing: ${await title.textContent()}`)).toBeVisible();
  expect(await page.evaluate(() => globalThis.contradictions)).toEqual([]);
});

/**
 * Runs in the page: compares both names at every change, after both had time to update. A player without a
 * programme yet shows the name of its channel.
 */
function watchTitles(card: Element): void {
  globalThis.contradictions = [];
  const inside = card.querySelector("iframe")?.contentDocument?.querySelector(".rp-title");
  const around = card.querySelector("p[title]");
  if (!inside || !around) throw new Error("There is nothing to compare");
  let timer = 0;
  const compare = (): void => {
    const player = inside.textContent;
    if (player === card.querySelector("h3")?.textContent) return;
    const named = around.textContent;
    if (!named.endsWith(player)) globalThis.contradictions.push({ player, page: named });
  };
  const observer = new MutationObserver(() => {
    window.clearTimeout(timer);
    timer = window.setTimeout(compare, 100);
  });
  for (const node of [inside, around]) {
    observer.observe(node, { childList: true, characterData: true, subtree: true });
  }
  compare();
}
