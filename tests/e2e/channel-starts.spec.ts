import type { Page } from "@playwright/test";
import { expectAccessible } from "./support/accessibility.ts";
import { expect, MOVING, test } from "./support/page-test.ts";

test.use(MOVING);

const PHONE = { width: 390, height: 844 };

function channel(page: Page, id: string) {
  const card = page.locator(`[data-channel=${id}]`);
  return {
    card,
    frame: card.locator("iframe"),
    tap: card.getByRole("button", { name: /^(?:Watch|Regarder) / }),
  };
}

test("on large screens only the leading channel starts, muted; the other shows its data estimate and plays on tap", async ({
  page,
}) => {
  await page.goto("/");
  const [leading, other] = [channel(page, "english"), channel(page, "french")];
  await expect(leading.frame).toHaveAttribute("src", /&muted=1/);
  await expect(other.card.getByText(/^About \d\d MB an hour$/).first()).toBeVisible();
  await expect(other.frame).toHaveCount(0);
  await other.tap.click();
  await expect(other.frame).toHaveAttribute("src", /&tap=1/);
  await expect(other.frame).not.toHaveAttribute("src", /&muted=1/);
});

for (const [device, facts] of Object.entries({
  "on a phone": {},
  "on a metered connection @full": { type: "cellular" },
  "on a slow connection @full": { effectiveType: "3g" },
})) {
  test(`nothing plays before a tap ${device}, and each button shows its data estimate`, async ({
    page,
  }) => {
    if (device === "on a phone") await page.setViewportSize(PHONE);
    await page.addInitScript((value) => {
      Object.defineProperty(navigator, "connection", { value });
    }, facts);
    for (const address of ["/", "/live-tv"]) {
      await page.goto(address);
      const taps = page
        .locator("main")
        .getByRole("button", { name: /^Watch .* About \d\d\sMB an hour/ });
      await expect(taps).toHaveCount(address === "/" ? 2 : 1);
      await expect(page.locator("iframe")).toHaveCount(0);
    }
    await expectAccessible(page);
  });
}

test("reduced motion makes each channel wait for a tap @full", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/");
  await expect(channel(page, "english").tap).toBeVisible();
  await expect(channel(page, "french").tap).toBeVisible();
  await expect(page.locator("iframe")).toHaveCount(0);
});

test("a French page leads with the French channel, large, and Live TV opens with it", async ({
  page,
}) => {
  await page.goto("/fr");
  const [leading, other] = [channel(page, "french"), channel(page, "english")];
  await expect(page.locator("[data-channel]").first()).toHaveAttribute("data-channel", "french");
  const [large, small] = [await leading.card.boundingBox(), await other.card.boundingBox()];
  expect(large?.width).toBeGreaterThan((small?.width ?? 0) * 1.4);
  expect(small?.x).toBeGreaterThan(large?.x ?? 0);
  await leading.card.getByRole("link").click();
  await expect(page).toHaveURL(/\/fr\/live-tv$/);
  await expect(page.locator('iframe[src*="/embed/channel/french"]')).toHaveCount(1);
});

test("a channel's card shows its name once and each button once @full", async ({ page }) => {
  await page.goto("/");
  const { card } = channel(page, "english");
  const player = card.frameLocator("iframe");
  await expect(player.locator("[data-phase=playing]")).toBeVisible();
  await player.locator(".rp-video").hover();
  await expect(player.getByRole("button", { name: "Pause" })).toBeVisible();
  for (const twin of [".rp-head", ".rp-live", ".rp-pip", ".rp-full"]) {
    await expect(player.locator(twin)).toBeHidden();
  }
  await expect(card.getByText("Live", { exact: true })).toHaveCount(1);
});
