import { sessionMessages } from "#shared/messages/account/session.ts";
import { createAccount, enterAs, SESSION_KEY } from "#tests/e2e/support/accounts.ts";
import { expect, test } from "#tests/e2e/support/page-test.ts";

const HOUR_MS = 3_600_000;
const texts = sessionMessages.en;

test("a member stays signed in with a clock two hours ahead and an unresponsive database, sees a message, and can sign out without the service @full", async ({
  page,
  request,
}) => {
  await enterAs(page, await createAccount(request));
  await page.addInitScript((aheadMs) => {
    const now = Date.now;
    Date.now = () => now() + aheadMs;
    Object.defineProperty(IDBFactory.prototype, "open", { value: () => new EventTarget() });
  }, 2 * HOUR_MS);
  const renewals: string[] = [];
  page.on("request", (sent) => {
    if (sent.url().includes("/auth/v1/token")) renewals.push(sent.url());
  });
  await page.route("**/auth/v1/logout*", () => undefined);
  for (const path of ["/privacy-policy", "/devotional", "/watch-history"]) await page.goto(path);
  await page.goto("/profile");
  await expect(page.getByText(texts.clockTitle)).toBeVisible();
  await expect(page.getByText(texts.clockText("2 hours", true))).toBeVisible();
  expect(renewals).toEqual([]);

  await page.getByRole("main").getByRole("button", { name: "Sign Out", exact: true }).click();
  await expect(page.getByRole("banner").getByRole("link", { name: "Sign In" })).toBeVisible();
  await expect(page.getByText(texts.signedOutText)).toBeVisible();
  expect(await page.evaluate((key) => localStorage.getItem(key), SESSION_KEY)).toBeNull();
});

test("a member stays signed in until the tab closes when the browser's storage is blocked @full", async ({
  page,
  request,
}) => {
  const account = await createAccount(request);
  await page.addInitScript(() => {
    const refuse = (): never => {
      throw new DOMException("Blocked", "SecurityError");
    };
    Object.defineProperty(window, "localStorage", { get: refuse });
    Object.defineProperty(window, "sessionStorage", { get: refuse });
    Object.defineProperty(window, "indexedDB", { get: refuse });
  });
  await page.goto("/auth");
  const form = page.getByRole("tabpanel");
  await form.getByLabel("Email").fill(account.email);
  await form.getByLabel("Password", { exact: true }).fill(account.password);
  await form.getByRole("button", { name: "Sign In", exact: true }).click();
  await expect(page.getByText(texts.heldTitle)).toBeVisible();
  await page.getByRole("banner").getByRole("link", { name: "My Profile" }).click();
  await expect(page.getByRole("main").getByText(texts.heldText)).toBeVisible();
  await page.getByRole("main").getByRole("button", { name: "Sign Out", exact: true }).click();
  await expect(page.getByRole("banner").getByRole("link", { name: "Sign In" })).toBeVisible();
});
