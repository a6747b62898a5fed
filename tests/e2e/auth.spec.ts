import { expectAccessible } from "./support/accessibility.ts";
import {
  backendHeaders,
  createAccount,
  enterAs,
  freshEmail,
  PASSWORD,
  SESSION_KEY,
} from "./support/accounts.ts";
import { linkInMail } from "./support/mailbox.ts";
import type { Page } from "@playwright/test";
import { expect, test } from "./support/page-test.ts";

/** Opens a form and waits for its script: before that, Enter does nothing. */
async function openForm(page: Page, address = "/auth"): Promise<void> {
  await page.goto(address);
  await expect(page.getByRole("main").locator('button[type="submit"]')).toBeEnabled();
}

test("the form opens for sign-in, switches to sign-up by tab, arrow key and link, shows errors at their fields, can show the password, and speaks French (S2.2, S2.60 to S2.67, S4.11, S5.1, S5.2, S6.7) @full", async ({
  page,
}) => {
  const title = page.getByRole("heading", { level: 1 });
  const password = page.getByLabel("Password", { exact: true });
  const main = page.getByRole("main");
  await test.step("opens for sign-in, also when the stored session is corrupt", async () => {
    await page.goto("/robots.txt");
    await page.evaluate((key) => localStorage.setItem(key, "{broken"), SESSION_KEY);
    await openForm(page);
    await expect(title).toHaveText("Welcome Back");
    await expect(page.getByText("Sign in to continue your spiritual journey")).toBeVisible();
    await expect(page.getByRole("tab", { name: "Sign In" })).toHaveAttribute(
      "aria-selected",
      "true",
    );
    await expect(page.getByLabel("Email")).toHaveAttribute("type", "email");
    await expect(page.getByLabel("Email")).toHaveAttribute("autocomplete", "username");
    await expect(password).toHaveAttribute("autocomplete", "current-password");
    await expect(page.getByLabel("Full Name")).toHaveCount(0);
    await expect(
      page.getByText(/By continuing, you agree to our Terms of Service and/),
    ).toBeVisible();
    await expect(main.getByRole("link", { name: "Terms of Service" })).toHaveAttribute(
      "href",
      /^mailto:.*subject=Terms%20of%20Service%20Inquiry$/,
    );
    await expect(main.getByRole("link", { name: "Privacy Policy" })).toHaveAttribute(
      "href",
      "/privacy-policy",
    );
  });
  await test.step("does not send an empty or malformed sign-in", async () => {
    const submit = main.getByRole("button", { name: "Sign In" });
    await submit.click();
    await expect(page.getByLabel("Email")).toBeFocused();
    await expect(page.getByLabel("Email")).toHaveAccessibleDescription(
      "Please enter your email address.",
    );
    await expect(password).toHaveAccessibleDescription("Please enter your password.");
    await page.getByLabel("Email").fill("ruth");
    await expect(page.getByText("Please enter your email address.")).toHaveCount(0);
    await submit.click();
    await expect(page.getByLabel("Email")).toHaveAccessibleDescription(
      "Please enter a valid email address.",
    );
  });
  await test.step("shows and hides the password", async () => {
    await password.fill("green pastures");
    await page.getByRole("button", { name: "Show password" }).click();
    await expect(password).toHaveAttribute("type", "text");
    await page.getByRole("button", { name: "Hide password" }).click();
    await expect(password).toHaveAttribute("type", "password");
    await expect(password).toHaveValue("green pastures");
  });
  await test.step("switches to sign-up and back", async () => {
    await page.getByRole("tab", { name: "Sign Up" }).click();
    await expect(title).toHaveText("Join Our Community");
    await expect(page.getByText("Create an account to access exclusive content")).toBeVisible();
    for (const label of ["Full Name", "Email"]) await expect(page.getByLabel(label)).toBeVisible();
    await expect(password).toHaveAttribute("autocomplete", "new-password");
    await expect(page.getByText("Password must be at least 6 characters long")).toBeVisible();
    await page.getByRole("button", { name: "Already have an account? Sign in" }).click();
    await expect(title).toHaveText("Welcome Back");
    await page.getByRole("tab", { name: "Sign In" }).focus();
    await page.keyboard.press("ArrowRight");
    await expect(page.getByRole("tab", { name: "Sign Up" })).toBeFocused();
    await expect(title).toHaveText("Join Our Community");
    await page.keyboard.press("ArrowLeft");
    await page.getByRole("button", { name: "Don't have an account? Sign up" }).click();
    await expect(title).toHaveText("Join Our Community");
  });
  await test.step("rejects a sign-up that breaks the rules", async () => {
    await page.getByLabel("Full Name").fill("R");
    await page.getByLabel("Email").fill("ruth@reign-tv.example");
    await password.fill("12345");
    await main.getByRole("button", { name: "Sign Up", exact: true }).click();
    await expect(page.getByLabel("Full Name")).toBeFocused();
    await expect(page.getByText("Name must be at least 2 characters.")).toBeVisible();
    await expect(page.getByText("Password must be at least 6 characters.")).toBeVisible();
  });
  await test.step("speaks French", async () => {
    await openForm(page, "/fr/auth");
    await expect(title).toHaveText("Heureux de vous revoir");
    await main.getByRole("button", { name: "Se connecter" }).click();
    await expect(page.getByText("Veuillez saisir votre adresse e-mail.")).toBeVisible();
  });
});

test("a sign-up disables the button, shows a welcome toast, opens Home and creates the profile (S2.29, S4.12, S8.3)", async ({
  page,
  request,
}) => {
  const email = freshEmail();
  await openForm(page);
  await page.getByRole("tab", { name: "Sign Up" }).click();
  await page.getByLabel("Full Name").fill("Naomi Banda");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/auth/v1/signup**", async (route) => {
    await released;
    await route.continue();
  });
  await page.getByRole("main").getByRole("button", { name: "Sign Up", exact: true }).click();
  await expect(page.getByRole("button", { name: "Creating account..." })).toBeDisabled();
  release();
  await expect(page.getByText("Welcome to Reign TV!")).toBeVisible();
  await expect(page.getByText("Your account has been successfully created")).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole("banner").getByRole("link", { name: "My Profile" })).toHaveAttribute(
    "href",
    "/profile",
  );
  const session: unknown = await page.evaluate(
    (key) => JSON.parse(localStorage.getItem(key) ?? "null"),
    SESSION_KEY,
  );
  const token = Reflect.get(Object(session), "access_token");
  const rows = await request.get("/rest/v1/profiles?select=full_name", {
    headers: { ...(await backendHeaders(request)), authorization: `Bearer ${token}` },
  });
  expect(await rows.json()).toEqual([{ full_name: "Naomi Banda" }]);
});

test("a sign-in disables the button, shows a toast and opens Home; /auth redirects a member to Home; a second tab follows the sign-in and the sign-out (S1.7, S2.68, S3.1, S4.13, S7.8, S8.2)", async ({
  context,
  page,
  request,
}) => {
  const account = await createAccount(request);
  const other = await context.newPage();
  const clients: string[] = [];
  other.on("request", (sent) => {
    if (/\/session-[\w-]{7}\.js$/.test(sent.url())) clients.push(sent.url());
  });
  await other.goto("/privacy-policy");
  await openForm(page);
  await page.getByLabel("Email").fill(account.email);
  await page.getByLabel("Password", { exact: true }).fill(account.password);
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/auth/v1/token**", async (route) => {
    await released;
    await route.continue();
  });
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Signing in..." })).toBeDisabled();
  release();
  const toast = page.locator("[data-toasts]").filter({ hasText: "Welcome back!" });
  await expect(toast).toContainText("You have successfully signed in");
  await expect(page).toHaveURL(/\/$/);
  await toast.getByRole("button", { name: "Dismiss message" }).click();
  await expect(toast).toHaveCount(0);
  await expect(other.getByRole("banner").getByRole("link", { name: "My Profile" })).toBeVisible();
  await expect(other.locator("[data-initial]")).toBeVisible();
  // The backend client is heavy: it loads with the first use of a page.
  expect(clients).toEqual([]);
  await other.keyboard.press("Shift");
  await expect.poll(() => clients.length).toBe(1);
  await page.goto("/auth");
  await expect(page).toHaveURL(/\/$/);
  await page.goto("/profile");
  await page.getByRole("main").getByRole("button", { name: "Sign Out", exact: true }).click();
  await expect(page.getByText("You have been successfully signed out")).toBeVisible();
  await expect(page).toHaveURL(/\/auth$/);
  expect(await page.evaluate((key) => localStorage.getItem(key), SESSION_KEY)).toBeNull();
  await expect(other.getByRole("banner").getByRole("link", { name: "Sign In" })).toBeVisible();
});

test.describe("when the service rejects a request or is unreachable", () => {
  test.use({ expectedFaults: [/status of 400|ERR_/] });

  test('a toast says "Authentication failed" with the reason, or "Please try again later", and the form keeps its text (S8.1) @full', async ({
    page,
  }) => {
    await openForm(page);
    const toast = page.getByRole("alert").filter({ hasText: "Authentication failed" });
    await page.getByLabel("Email").fill("nobody@reign-tv.example");
    await page.getByLabel("Password", { exact: true }).fill("not the password");
    await page.keyboard.press("Enter");
    await expect(toast).toContainText("Invalid login credentials");
    await expectAccessible(page);
    await expect(page.getByLabel("Email")).toHaveValue("nobody@reign-tv.example");
    await expect(page.getByLabel("Password", { exact: true })).toHaveValue("not the password");

    await page.route("**/auth/v1/**", (route) => route.abort());
    await page.getByRole("main").getByRole("button", { name: "Sign In", exact: true }).click();
    await expect(toast.filter({ hasText: "Please try again later" })).toBeVisible();
    await openForm(page);
    await page.getByRole("tab", { name: "Sign Up" }).click();
    await page.getByLabel("Full Name").fill("Ruth Moyo");
    await page.getByLabel("Email").fill("ruth@reign-tv.example");
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.keyboard.press("Enter");
    await expect(toast).toContainText("Please try again later");
    await expect(page.getByLabel("Full Name")).toHaveValue("Ruth Moyo");
  });
});

test("a password reset mail links to a form whose password then signs in (S4.1)", async ({
  page,
  request,
}) => {
  const account = await createAccount(request);
  await openForm(page);
  await page.getByRole("link", { name: "Forgot password?" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Forgot your password?");
  await page.getByLabel("Email").fill(account.email);
  await page.getByRole("button", { name: "Send link" }).click();
  await expect(page.getByText(`If there's an account for ${account.email}`)).toBeVisible();
  await page.goto(await linkInMail(account.email));
  await expect(page).toHaveURL(/\/auth\/reset$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Choose a new password");
  await page.getByLabel("New Password").fill("still waters 24");
  await page.getByLabel("Confirm Password").fill("still waters 42");
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Confirm Password")).toHaveAccessibleDescription(
    "Passwords don't match",
  );
  await page.getByLabel("Confirm Password").fill("still waters 24");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Password updated!")).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
  const signedIn = await request.post("/auth/v1/token?grant_type=password", {
    headers: await backendHeaders(request),
    data: { email: account.email, password: "still waters 24" },
  });
  expect(signedIn.status()).toBe(200);
});

test("the small-screen menu shows My Profile and Sign Out, which confirms the sign-out @phone (S2.31)", async ({
  page,
  request,
}) => {
  await enterAs(page, await createAccount(request));
  await page.goto("/");
  await page.getByRole("button", { name: "Open menu" }).click();
  const menu = page.getByRole("banner").getByRole("navigation", { name: "Main navigation" });
  await expect(menu.getByRole("link", { name: "My Profile" })).toHaveAttribute("href", "/profile");
  await expect(menu.getByRole("link", { name: "Sign In" })).toHaveCount(0);
  await menu.getByRole("button", { name: "Sign Out", exact: true }).click();
  const toast = page.locator("[data-toasts]").filter({ hasText: "Signed out" });
  await expect(toast).toContainText("You have been successfully signed out");
  await expect(menu).toBeHidden();
  await page.getByRole("button", { name: "Open menu" }).click();
  await expect(menu.getByRole("link", { name: "Sign In" })).toBeVisible();
});
