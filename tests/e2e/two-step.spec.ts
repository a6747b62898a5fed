import type { BrowserContext, Page } from "@playwright/test";
import { codeOf, nextCodeOf } from "@reign-tv/backend/testing/mfa-factor.ts";
import { expectAccessible } from "./support/accessibility.ts";
import { type Account, createAccount, enterAs, signInWithMfa } from "./support/accounts.ts";
import { expect, test } from "./support/page-test.ts";

const STEP_MS = 30_000;
const WRONG = "Incorrect code. Each code works only once, so wait for the next one.";

/** Goes from Home to the form by visible links. */
async function signIn(page: Page, { email, password }: Account): Promise<void> {
  await page.goto("/");
  await page.getByRole("banner").getByRole("link", { name: "Sign In" }).click();
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("tabpanel").getByRole("button", { name: "Sign In" }).click();
}

async function openProfile(page: Page): Promise<void> {
  await page.getByRole("banner").getByRole("link", { name: "My Profile" }).click();
  await expect(page.getByRole("heading", { name: "Two-step sign-in" })).toBeVisible();
}

const section = (page: Page, name: string) => page.getByRole("region", { name });

test.describe("adding an authenticator app", () => {
  test.use({ expectedFaults: [/status of 422|ERR_/] });

  test("goes from Home to the profile, with name, QR code and key, a wrong code, a network error, and recovery codes that are shown once", async ({
    page,
    request,
  }) => {
    await signIn(page, await createAccount(request));
    await openProfile(page);
    const twoStep = section(page, "Two-step sign-in");
    await expect(twoStep.getByText("Off", { exact: true })).toBeVisible();
    await expectAccessible(page);
    await twoStep.getByRole("button", { name: "Add an app" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("Ruth's phone");
    await dialog.getByRole("button", { name: "Continue" }).click();
    await expect(dialog.getByRole("img", { name: "QR code" })).toBeVisible();
    await expectAccessible(page);
    const secret = (await dialog.locator("code").innerText()).replaceAll(/\s/g, "");
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);

    const code = dialog.getByLabel("Code from the app");
    await expect(code).toHaveAttribute("autocomplete", "one-time-code");
    await code.fill("12345");
    await dialog.getByRole("button", { name: "Turn on" }).click();
    await expect(dialog.getByText("Enter the 6-digit code.")).toBeVisible();
    // A code of five minutes ago: the phone's clock is wrong.
    await code.fill(codeOf(secret, Date.now() - 10 * STEP_MS));
    await dialog.getByRole("button", { name: "Turn on" }).click();
    await expect(dialog.getByText("use the code of the newest entry")).toBeVisible();
    await expect(code).toBeFocused();

    await page.route("**/auth/v1/factors/**", (route) => route.abort());
    // The phone's clock is 30 s ahead.
    const early = nextCodeOf(secret, Date.now());
    await code.fill(`${early.slice(0, 3)} ${early.slice(3)}`);
    await dialog.getByRole("button", { name: "Turn on" }).click();
    await expect(dialog.getByText("Our server isn't responding.")).toBeVisible();
    await page.unroute("**/auth/v1/factors/**");
    await code.fill(nextCodeOf(secret, Date.now()));
    await dialog.getByRole("button", { name: "Turn on" }).click();

    const codes = page.getByRole("dialog", { name: "Your recovery codes" });
    await expect(codes.getByRole("listitem")).toHaveCount(10);
    await expectAccessible(page);
    const downloading = page.waitForEvent("download");
    await codes.getByRole("button", { name: "Download" }).click();
    expect((await downloading).suggestedFilename()).toBe("recovery-codes.txt");
    await codes.getByRole("button", { name: "I've saved them" }).click();
    await expect(codes).toBeHidden();
    await expect(twoStep.getByText("On", { exact: true })).toBeVisible();
    await expect(twoStep.getByText("Ruth's phone")).toBeVisible();
    await expect(twoStep.getByText("10 of 10 left")).toBeVisible();
    await expectAccessible(page);
  });
});

test.describe("MFA at sign-in", () => {
  test.use({ expectedFaults: [/status of 4(?:22|29)/] });

  test("replaces the form, accepts a pasted code once, and shows nothing of the user before @full", async ({
    page,
    request,
    baseURL,
  }) => {
    const account = await createAccount(request);
    const setUpAt = Date.now();
    const { secret } = await signInWithMfa(request, baseURL ?? "", account, setUpAt);
    await signIn(page, account);
    await expect(page.getByRole("heading", { name: "Two-step sign-in" })).toBeVisible();
    await expect(page.getByText("Welcome back!")).toBeHidden();
    await expectAccessible(page);
    const code = page.getByLabel("Code");
    await expect(code).toBeFocused();

    // Other pages are still signed out, and going back returns to the code form.
    await page.goto("/watch-history");
    await expect(page.getByText("Please sign in to view your watch history.")).toBeVisible();
    await page.goto("/profile");
    await expect(page).toHaveURL(/\/auth$/);

    await code.fill("000 000");
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByText(WRONG)).toBeVisible();
    // The code that added the app is used already.
    await code.fill(codeOf(secret, setUpAt));
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByText(WRONG)).toBeVisible();
    await code.fill(nextCodeOf(secret, Date.now()));
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByText("Welcome back!")).toBeVisible();
    await expect(page).toHaveURL(/\/$/);
    await openProfile(page);
  });

  test("a recovery code works once; removing the app needs a factor and removes the codes @full", async ({
    page,
    request,
    baseURL,
  }) => {
    const account = await createAccount(request);
    const { secret, session } = await signInWithMfa(request, baseURL ?? "", account);
    await enterAs(page, { ...account, session });
    await page.goto("/");
    await openProfile(page);
    await page.getByRole("button", { name: "Create codes" }).click();
    await expect(page.getByRole("dialog").getByRole("listitem")).toHaveCount(10);
    const shown = await page.getByRole("dialog").locator("code").allInnerTexts();
    await page.getByRole("button", { name: "I've saved them" }).click();
    await page.getByRole("main").getByRole("button", { name: "Sign Out", exact: true }).click();
    await expect(page.getByText("You have been successfully signed out")).toBeVisible();

    await signIn(page, account);
    await page.getByRole("button", { name: "Use a recovery code" }).click();
    const field = page.getByLabel("Recovery code", { exact: true });
    await field.fill("aaaa-bbbb-cccc-dddd");
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByText(WRONG)).toBeVisible();
    await field.fill((shown[0] ?? "").toUpperCase());
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByText("Welcome back!")).toBeVisible();
    await openProfile(page);
    const twoStep = section(page, "Two-step sign-in");
    await expect(twoStep.getByText("9 of 10 left")).toBeVisible();

    await twoStep.getByRole("button", { name: 'Remove "App"' }).click();
    const dialog = page.getByRole("dialog");
    await expectAccessible(page);
    await expect(dialog.getByRole("button", { name: "Use a recovery code" })).toBeHidden();
    await dialog.getByLabel("Code").fill("000000");
    await dialog.getByRole("button", { name: "Continue" }).click();
    await expect(dialog.getByText(WRONG)).toBeVisible();
    await dialog.getByLabel("Code").fill(nextCodeOf(secret, Date.now()));
    await dialog.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByText("Two-step sign-in is off")).toBeVisible();
    await expect(twoStep.getByText("Off", { exact: true })).toBeVisible();
  });
});

test("a factor verified in one tab signs in the other @full", async ({
  page,
  context,
  request,
  baseURL,
}) => {
  const account = await createAccount(request);
  const { secret } = await signInWithMfa(request, baseURL ?? "", account);
  await signIn(page, account);
  const other = await context.newPage();
  await other.goto("/auth");
  await expect(other.getByLabel("Code")).toBeVisible();
  await page.getByLabel("Code").fill(nextCodeOf(secret, Date.now()));
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(other).toHaveURL(/\/$/);
});

test.describe("devices", () => {
  const newDevice = (page: Page, baseURL = ""): Promise<BrowserContext> => {
    const browser = page.context().browser();
    if (!browser) throw new Error("There is no browser.");
    return browser.newContext({
      baseURL,
      userAgent:
        "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36",
    });
  };

  test("a device signed out by another shows the signed-out state at once with a message and the typed text @full", async ({
    page,
    request,
    baseURL,
  }) => {
    const account = await createAccount(request);
    const phone = await newDevice(page, baseURL);
    const there = await phone.newPage();
    await signIn(there, account);
    await there.getByRole("banner").getByRole("link", { name: "My Profile" }).click();
    await there.getByRole("button", { name: "Edit Profile" }).click();
    await there.getByLabel("Bio").fill("Not saved yet.");

    await signIn(page, account);
    await openProfile(page);
    const devices = section(page, "Signed-in devices");
    await expect(devices.getByText("This device")).toBeVisible();
    await devices.getByRole("button", { name: "Sign out Chrome on Android" }).click();
    await expect(page.getByText("Chrome on Android has been signed out.")).toBeVisible();
    await expect(devices.getByRole("listitem")).toHaveCount(2);

    await expect(there.getByText("You're signed out")).toBeVisible();
    await expect(there.getByRole("dialog").getByText("Your session has expired.")).toBeVisible();
    await expect(there.getByLabel("Bio")).toHaveValue("Not saved yet.");
    await phone.close();
  });
});
