import { type APIRequestContext, type Browser, type Page } from "@playwright/test";
import { createClient } from "@supabase/supabase-js";
import { loadKeys } from "@reign-tv/backend";
import {
  backendHeaders,
  createAccount,
  freshEmail,
  PASSWORD,
  publishableKey,
} from "#tests/e2e/support/accounts.ts";
import { linkInMail } from "#tests/e2e/support/mailbox.ts";
import { expect, test, visitBefore } from "./support/journey-test.ts";

const SPENT = "This link has expired or was already used.";

async function postAuth(
  request: APIRequestContext,
  path: string,
  data: object,
  landing: string,
): Promise<void> {
  const query = new URLSearchParams({ redirect_to: landing }).toString();
  const response = await request.post(`/auth/v1/${path}?${query}`, {
    headers: await backendHeaders(request),
    data,
  });
  expect(response.status()).toBe(200);
}

/** Opens a link in a new browser, as a first visit. */
async function openElsewhere(browser: Browser, link: string): Promise<Page> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(link);
  return page;
}

const isSignedIn = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).some((key) => key.endsWith("-auth-token")));

test("a password reset link is not consumed by a mail scanner or a prefetching browser; it works for a returning visitor, and again at once @phone", async ({
  page,
  request,
  baseURL,
  browser,
}) => {
  await visitBefore(page);
  const { email } = await createAccount(request);
  await postAuth(request, "recover", { email }, `${baseURL}/auth/reset`);
  const link = await linkInMail(email);
  await fetch(link, { method: "HEAD" });
  await fetch(link, { headers: { accept: "text/html", "user-agent": "Mozilla/5.0" } });
  await fetch(link, { redirect: "manual" });
  await page.evaluate((href) => fetch(href).then((response) => response.text()), link);
  await page.evaluate(
    (href) =>
      new Promise((resolve) => {
        const ahead = document.createElement("link");
        ahead.rel = "prefetch";
        ahead.href = href;
        ahead.addEventListener("load", resolve);
        ahead.addEventListener("error", resolve);
        document.head.append(ahead);
      }),
    link,
  );
  for (let count = 0; count < 2; count += 1) {
    await page.goto(link);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Choose a new password");
    await expect(page.getByLabel("New Password", { exact: true })).toBeVisible();
  }
  const stranger = await openElsewhere(browser, link);
  await expect(stranger.getByRole("alert")).toHaveText(SPENT);
  await stranger.context().close();

  await page.getByLabel("New Password", { exact: true }).fill("still waters 24");
  await page.getByLabel("Confirm Password").fill("still waters 24");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Password updated!")).toBeVisible();
});

test("a sign-in link and an invitation sign a returning visitor in @full", async ({
  page,
  request,
  baseURL,
}) => {
  await visitBefore(page);
  const account = await createAccount(request);
  await postAuth(
    request,
    "otp",
    { email: account.email, create_user: false },
    `${baseURL}/profile`,
  );
  await page.goto(await linkInMail(account.email));
  await expect(page.getByRole("main")).toContainText(account.email);
  await page.getByRole("main").getByRole("button", { name: "Sign Out", exact: true }).click();
  await expect(page).toHaveURL(/\/auth$/);

  const dataDir = process.env["E2E_DATA_DIR"] ?? "";
  const { secretKey } = await loadKeys({ dataDir, now: Date.now });
  const operator = createClient(baseURL ?? "", secretKey, { auth: { persistSession: false } });
  const email = freshEmail();
  const redirectTo = `${baseURL}/profile`;
  const { error } = await operator.auth.admin.inviteUserByEmail(email, { redirectTo });
  expect(error).toBeNull();
  await page.goto(await linkInMail(email));
  await expect(page.getByRole("main")).toContainText(email);
  expect(await isSignedIn(page)).toBe(true);
});

test("both links of an email change work for a returning visitor @full", async ({
  page,
  request,
  baseURL,
}) => {
  await visitBefore(page);
  const account = await createAccount(request);
  const wanted = freshEmail();
  const client = createClient(baseURL ?? "", await publishableKey(request), {
    auth: { persistSession: false },
  });
  await client.auth.signInWithPassword({ email: account.email, password: PASSWORD });
  const emailRedirectTo = `${baseURL}/profile`;
  const { error } = await client.auth.updateUser({ email: wanted }, { emailRedirectTo });
  expect(error).toBeNull();
  await page.goto(await linkInMail(account.email));
  expect(await isSignedIn(page)).toBe(false);
  await page.goto(await linkInMail(wanted));
  await expect(page.getByRole("main")).toContainText(wanted);
});

test.describe("when email addresses must be confirmed", () => {
  test.use({ ownServer: { AUTH_CONFIRM_EMAIL: "true" } });

  test("a sign-up link works for a returning visitor @full", async ({ page, server }) => {
    await visitBefore(page, "/auth");
    const email = freshEmail();
    await page.getByRole("tab", { name: "Sign Up" }).click();
    await page.getByLabel("Full Name").fill("Ruth Moyo");
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Check your inbox");
    await page.goto(await linkInMail(email, server?.dataDir));
    await expect(page.getByRole("link", { name: "Go to Home" })).toBeVisible();
    expect(await isSignedIn(page)).toBe(true);
  });
});
