import type { Browser, Page } from "@playwright/test";
import { freshEmail, PASSWORD } from "#tests/e2e/support/accounts.ts";
import { MOVING } from "#tests/e2e/support/page-test.ts";
import { playerIn } from "#tests/e2e/support/player-page.ts";
import { type ManyServers, startManyServers } from "#tests/support/many-servers.ts";
import { expect, test as base, visitBefore } from "./support/journey-test.ts";

/** An image of one pixel. */
const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const PICTURE = { name: "me.png", mimeType: "image/png", buffer: PIXEL };
const PHONE =
  "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36";

/** Three servers behind a balancer that sends each request and each socket to the next one. */
const test = base.extend<{ many: ManyServers }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright demands a pattern
  many: async ({}, provide) => {
    const many = await startManyServers({ count: 3 });
    await provide(many);
    await many.stop();
  },
  baseURL: async ({ many }, provide) => provide(many.balancer.url),
});

test.use(MOVING);
test.describe.configure({ timeout: 240_000 });

/** Signs a member in on another device. */
async function signInOnPhone(browser: Browser, baseURL: string, email: string): Promise<Page> {
  const context = await browser.newContext({ baseURL, userAgent: PHONE });
  const page = await context.newPage();
  await page.goto("/auth");
  await expect(page.getByRole("main").locator('button[type="submit"]')).toBeEnabled();
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("main").getByRole("button", { name: "Sign In", exact: true }).click();
  await page.getByRole("banner").getByRole("link", { name: "My Profile" }).click();
  await expect(page.getByRole("heading", { name: "Signed-in devices" })).toBeVisible();
  return page;
}

// Three servers, a database and an object store; tests/three-servers.db.test.ts makes the same calls without a
// browser.
test("a visitor watches, joins, uploads an avatar and signs out a phone and the page, each request at another server @full", async ({
  page,
  browser,
  many,
}) => {
  const baseURL = many.balancer.url;
  await visitBefore(page);
  await page.getByRole("banner").getByRole("link", { name: "Live TV" }).click();
  const live = playerIn(page.getByRole("main").frameLocator("iframe").first());
  await expect(live.root).toHaveAttribute("data-phase", "playing", { timeout: 20_000 });

  await page.goto("/videos/sermons");
  await page.locator("[data-video]").first().click();
  const film = playerIn(page.getByRole("dialog").frameLocator("iframe"));
  await expect(film.root).toHaveAttribute("data-phase", "playing", { timeout: 20_000 });
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(page).toHaveURL("/videos/sermons");

  const email = freshEmail();
  await page.goto("/auth");
  await page.getByRole("tab", { name: "Sign Up" }).click();
  await page.getByLabel("Full Name").fill("Naomi Banda");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("main").getByRole("button", { name: "Sign Up", exact: true }).click();
  await expect(page.getByText("Welcome to Reign TV!")).toBeVisible();

  await page.getByRole("banner").getByRole("link", { name: "My Profile" }).click();
  await page.locator('input[type="file"]').setInputFiles(PICTURE);
  await expect(page.getByText("Avatar updated!")).toBeVisible();
  const picture = page.getByRole("img", { name: "Your profile picture" });
  await expect(picture).toHaveAttribute("src", /\/storage\/v1\/object\/public\/avatars\//);
  const address = (await picture.getAttribute("src")) ?? "";
  for (const server of many.servers) {
    const answer = await fetch(new URL(new URL(address, baseURL).pathname, server?.url));
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/png"]);
  }

  const phone = await signInOnPhone(browser, baseURL, email);
  await page.reload();
  await page.getByRole("button", { name: "Sign out Chrome on Android" }).click();
  await expect(page.getByText("Chrome on Android has been signed out.")).toBeVisible();
  await expect(phone.getByText("You're signed out")).toBeVisible();
  await phone.context().close();
  await page.getByRole("main").getByRole("button", { name: "Sign Out", exact: true }).click();
  await expect(page.getByText("You have been successfully signed out")).toBeVisible();

  const counts = many.servers.map((server) => many.balancer.answers.get(server?.url ?? "") ?? 0);
  expect(Math.min(...counts)).toBeGreaterThan(10);
});
