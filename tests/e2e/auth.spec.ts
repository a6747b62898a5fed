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

/** Opens a form and waits for its script, as Enter does nothing before. */
async function openForm(page: Page, address = "/auth"): Promise<void> {
  await page.goto(address);
  await expect(page.getByRole("main").locator('button[type="submit"]')).toBeEnabled();
}

test("sign-in mode: heading, line, fields email and password, Forgot password, terms line (S2.2, S2.60, S2.63, S2.67)", async ({
  page,
}) => {
  await page.goto("/auth");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Welcome Back");
  await expect(page.getByText("Sign in to continue your spiritual journey")).toBeVisible();
  await expect(page.getByRole("tab", { name: "Sign In" })).toHaveAttribute("aria-selected", "true");
  await expect(page.getByLabel("Email")).toHaveAttribute("type", "email");
  await expect(page.getByLabel("Email")).toHaveAttribute("autocomplete", "username");
  await expect(page.getByLabel("Password", { exact: true })).toHaveAttribute(
    "autocomplete",
    "current-password",
  );
  await expect(page.getByLabel("Full Name")).toHaveCount(0);
  await expect(
    page.getByText(/By continuing, you agree to our Terms of Service and/),
  ).toBeVisible();
  const main = page.getByRole("main");
  await expect(main.getByRole("link", { name: "Terms of Service" })).toHaveAttribute(
    "href",
    /^mailto:.*subject=Terms%20of%20Service%20Inquiry$/,
  );
  await expect(main.getByRole("link", { name: "Privacy Policy" })).toHaveAttribute(
    "href",
    "/privacy-policy",
  );
});

test("sign-up mode: reached by tab, by arrow key and by text link, with its heading and hint (S2.61, S2.62, S2.64, S2.66, S4.11, S6.7)", async ({
  page,
}) => {
  await openForm(page);
  await page.getByRole("tab", { name: "Sign Up" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Join Our Community");
  await expect(page.getByText("Create an account to access exclusive content")).toBeVisible();
  for (const label of ["Full Name", "Email"]) await expect(page.getByLabel(label)).toBeVisible();
  await expect(page.getByLabel("Password", { exact: true })).toHaveAttribute(
    "autocomplete",
    "new-password",
  );
  await expect(page.getByText("Password must be at least 6 characters long")).toBeVisible();
  await page.getByRole("button", { name: "Already have an account? Sign in" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Welcome Back");
  await page.getByRole("tab", { name: "Sign In" }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("tab", { name: "Sign Up" })).toBeFocused();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Join Our Community");
  await page.keyboard.press("ArrowLeft");
  await page.getByRole("button", { name: "Don't have an account? Sign up" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Join Our Community");
});

test("the password is shown and hidden by a labelled button (S2.65)", async ({ page }) => {
  await openForm(page);
  const password = page.getByLabel("Password", { exact: true });
  await password.fill("green pastures");
  await page.getByRole("button", { name: "Show password" }).click();
  await expect(password).toHaveAttribute("type", "text");
  await page.getByRole("button", { name: "Hide password" }).click();
  await expect(password).toHaveAttribute("type", "password");
  await expect(password).toHaveValue("green pastures");
});

test("an empty or malformed sign-in is not sent: each error stands with its field, the first gets focus (S5.1)", async ({
  page,
}) => {
  await openForm(page);
  const submit = page.getByRole("main").getByRole("button", { name: "Sign In" });
  await submit.click();
  await expect(page.getByLabel("Email")).toBeFocused();
  await expect(page.getByLabel("Email")).toHaveAccessibleDescription(
    "Please enter your email address.",
  );
  await expect(page.getByLabel("Password", { exact: true })).toHaveAccessibleDescription(
    "Please enter your password.",
  );
  await page.getByLabel("Email").fill("ruth");
  await expect(page.getByText("Please enter your email address.")).toHaveCount(0);
  await submit.click();
  await expect(page.getByLabel("Email")).toHaveAccessibleDescription(
    "Please enter a valid email address.",
  );
});

test("a sign-up that breaks the rules says so in the specification's words (S5.2)", async ({
  page,
}) => {
  await openForm(page);
  await page.getByRole("tab", { name: "Sign Up" }).click();
  await page.getByLabel("Full Name").fill("R");
  await page.getByLabel("Email").fill("ruth@reign-tv.example");
  await page.getByLabel("Password", { exact: true }).fill("12345");
  await page.getByRole("main").getByRole("button", { name: "Sign Up", exact: true }).click();
  await expect(page.getByLabel("Full Name")).toBeFocused();
  await expect(page.getByText("Name must be at least 2 characters.")).toBeVisible();
  await expect(page.getByText("Password must be at least 6 characters.")).toBeVisible();
});

test("signing up: the button waits, a toast welcomes, Home opens and the profile exists (S2.29, S4.12, S8.3)", async ({
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

test("signing in: the button waits, a toast greets, Home opens; /auth sends a member to Home (S2.68, S4.13, S8.2)", async ({
  page,
  request,
}) => {
  const account = await createAccount(request);
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
  const toast = page.getByRole("status").filter({ hasText: "Welcome back!" });
  await expect(toast).toContainText("You have successfully signed in");
  await expect(page).toHaveURL(/\/$/);
  await toast.getByRole("button", { name: "Dismiss message" }).click();
  await expect(toast).toHaveCount(0);
  await page.goto("/auth");
  await expect(page).toHaveURL(/\/$/);
});

test.describe("when the service refuses", () => {
  test.use({ expectedFaults: [/status of 400/] });

  test('a wrong password gets the toast "Authentication failed" with the reason, and keeps the form', async ({
    page,
  }) => {
    await openForm(page);
    await page.getByLabel("Email").fill("nobody@reign-tv.example");
    await page.getByLabel("Password", { exact: true }).fill("not the password");
    await page.keyboard.press("Enter");
    const toast = page.getByRole("alert").filter({ hasText: "Authentication failed" });
    await expect(toast).toContainText("Invalid login credentials");
    await expectAccessible(page);
    await expect(page.getByLabel("Email")).toHaveValue("nobody@reign-tv.example");
    await expect(page.getByLabel("Password", { exact: true })).toHaveValue("not the password");
  });
});

test.describe("when the service cannot be reached", () => {
  test.use({ expectedFaults: [/ERR_/] });

  test('sign-in and sign-up say "Authentication failed", "Please try again later", and keep the form (S8.1)', async ({
    page,
  }) => {
    await openForm(page);
    await page.route("**/auth/v1/**", (route) => route.abort());
    await page.getByLabel("Email").fill("ruth@reign-tv.example");
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.keyboard.press("Enter");
    const toast = page.getByRole("alert").filter({ hasText: "Authentication failed" });
    await expect(toast).toContainText("Please try again later");
    await expect(page.getByLabel("Email")).toHaveValue("ruth@reign-tv.example");
    await page.getByRole("tab", { name: "Sign Up" }).click();
    await page.getByLabel("Full Name").fill("Ruth Moyo");
    await page.getByLabel("Email").fill("ruth@reign-tv.example");
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.keyboard.press("Enter");
    await expect(toast).toHaveCount(2);
    await expect(page.getByLabel("Full Name")).toHaveValue("Ruth Moyo");
  });
});

test("where addresses are confirmed by mail, sign-up asks to look into the inbox", async ({
  page,
}) => {
  const email = freshEmail();
  await page.route("**/auth/v1/signup**", (route) =>
    route.fulfill({
      json: {
        id: "7d3c5e0a-1c9b-4a55-9d57-0c3a2a5c7e11",
        aud: "authenticated",
        email,
        identities: [],
      },
    }),
  );
  await openForm(page);
  await page.getByRole("tab", { name: "Sign Up" }).click();
  await page.getByLabel("Full Name").fill("Ruth Moyo");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Check your inbox");
  await expect(page.getByRole("main")).toContainText(email);
});

test("a forgotten password: the mail's link leads to a form whose password then signs in (S4.1)", async ({
  page,
  request,
}) => {
  const account = await createAccount(request);
  await openForm(page);
  await page.getByRole("link", { name: "Forgot password?" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Forgot your password?");
  await page.getByLabel("Email").fill(account.email);
  await page.getByRole("button", { name: "Send link" }).click();
  await expect(page.getByText(`If there is an account for ${account.email}`)).toBeVisible();
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

test("a link that has expired says so and leads to a new one", async ({ page }) => {
  await page.goto(
    "/auth/reset#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid",
  );
  await expect(page.getByRole("alert")).toHaveText("This link has expired or was already used.");
  await expect(page).toHaveURL(/\/auth\/reset$/);
  await page.getByRole("link", { name: "Ask for a new link" }).click();
  await expect(page).toHaveURL(/\/auth\/forgot$/);
});

test("two tabs: a sign-in and a sign-out are seen in the other tab within two seconds (S1.7, S3.1, S7.8)", async ({
  context,
  page,
  request,
}) => {
  const account = await createAccount(request);
  const other = await context.newPage();
  await other.goto("/privacy-policy");
  await openForm(page);
  await page.getByLabel("Email").fill(account.email);
  await page.getByLabel("Password", { exact: true }).fill(account.password);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/$/);
  await expect(other.getByRole("banner").getByRole("link", { name: "My Profile" })).toBeVisible({
    timeout: 2_000,
  });
  await page.goto("/profile");
  await page.getByRole("main").getByRole("button", { name: "Sign Out", exact: true }).click();
  await expect(page.getByText("You have been successfully signed out")).toBeVisible();
  await expect(other.getByRole("banner").getByRole("link", { name: "Sign In" })).toBeVisible({
    timeout: 2_000,
  });
});

test("the small-screen menu shows My Profile and Sign Out, which says that it did @phone (S2.31)", async ({
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
  const toast = page.getByRole("status").filter({ hasText: "Signed out" });
  await expect(toast).toContainText("You have been successfully signed out");
  await expect(menu).toBeHidden();
  await page.getByRole("button", { name: "Open menu" }).click();
  await expect(menu.getByRole("link", { name: "Sign In" })).toBeVisible();
});

test("a corrupt stored session shows Sign In again and breaks nothing", async ({ page }) => {
  await page.goto("/robots.txt");
  await page.evaluate((key) => localStorage.setItem(key, "{broken"), SESSION_KEY);
  await page.goto("/auth");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Welcome Back");
});

for (const address of ["/auth", "/auth/forgot", "/auth/reset", "/auth/confirmed", "/fr/auth"]) {
  test(`${address} is accessible in both themes and fits the narrowest phone`, async ({ page }) => {
    await page.goto(address);
    await expect(page.locator("h1")).toHaveCount(1);
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", "noindex");
    await expectAccessible(page);
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      320,
    );
  });
}

test("the French pages speak French, and so do their errors", async ({ page }) => {
  await page.goto("/fr/auth");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Bon retour");
  await page.getByRole("main").getByRole("button", { name: "Se connecter" }).click();
  await expect(page.getByText("Veuillez saisir votre adresse e-mail.")).toBeVisible();
});
