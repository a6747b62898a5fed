import type { Page } from "@playwright/test";
import { expectAccessible } from "#tests/e2e/support/accessibility.ts";
import { type Account, createAccount } from "#tests/e2e/support/accounts.ts";
import { expect, test } from "./support/journey-test.ts";

/** Passkeys need a host name; the other tests use an IP address. */
test.use({ ownServer: { PUBLIC_URL: "http://localhost:{port}" } });

/** Adds a phone's authenticator that always verifies its user. */
async function addAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

async function signIn(page: Page, home: string, { email, password }: Account): Promise<void> {
  await page.goto(home);
  await page.getByRole("banner").getByRole("link", { name: "Sign In" }).click();
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("tabpanel").getByRole("button", { name: "Sign In", exact: true }).click();
  await expect(page.getByText("Welcome back!")).toBeVisible();
}

test("a passkey is added and named, signs in without a password, counts as second factor, and is removed @full", async ({
  page,
  request,
  baseURL,
}) => {
  const home = baseURL ?? "";
  await addAuthenticator(page);
  await signIn(page, home, await createAccount(request));
  await page.getByRole("banner").getByRole("link", { name: "My Profile" }).click();
  const passkeys = page.getByRole("region", { name: "Passkeys" });
  await expect(passkeys.getByText("No passkeys yet")).toBeVisible();
  await passkeys.getByRole("button", { name: "Add a passkey" }).click();
  await expect(page.getByText("Passkey added")).toBeVisible();
  await passkeys.getByRole("button", { name: /^Rename/ }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("Ruth's phone");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await expect(passkeys.getByText("Ruth's phone")).toBeVisible();
  await expectAccessible(page);

  await page.getByRole("main").getByRole("button", { name: "Sign Out", exact: true }).click();
  await expect(page).toHaveURL(/\/auth$/);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page.getByText("Welcome back!")).toBeVisible();
  await expect(page).toHaveURL(`${home}/`);

  await page.getByRole("banner").getByRole("link", { name: "My Profile" }).click();
  await expect(passkeys.getByText(/^Last used/)).toBeVisible();
  await passkeys.getByRole("button", { name: 'Remove "Ruth\'s phone"' }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(passkeys.getByText("No passkeys yet")).toBeVisible();
});

test("a passkey as second factor is requested after the password @full", async ({
  page,
  request,
  baseURL,
}) => {
  const home = baseURL ?? "";
  const account = await createAccount(request);
  await addAuthenticator(page);
  await signIn(page, home, account);
  await page.getByRole("banner").getByRole("link", { name: "My Profile" }).click();
  const twoStep = page.getByRole("region", { name: "Two-step sign-in" });
  await twoStep.getByRole("button", { name: "Add a passkey" }).click();
  await expect(twoStep.getByText("On", { exact: true })).toBeVisible();
  await page.getByRole("main").getByRole("button", { name: "Sign Out", exact: true }).click();
  await expect(page).toHaveURL(/\/auth$/);

  await page.getByLabel("Email").fill(account.email);
  await page.getByLabel("Password", { exact: true }).fill(account.password);
  await page.getByRole("tabpanel").getByRole("button", { name: "Sign In", exact: true }).click();
  await page.getByRole("button", { name: "Use passkey" }).click();
  await expect(page.getByText("Welcome back!")).toBeVisible();
  await expect(page).toHaveURL(`${home}/`);
});
