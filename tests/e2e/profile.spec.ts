import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expectAccessible } from "./support/accessibility.ts";
import {
  type Account,
  backendHeaders,
  createAccount,
  enterAs,
  PASSWORD,
  SESSION_KEY,
} from "./support/accounts.ts";
import { expect, test } from "./support/page-test.ts";

/** An image of one pixel. */
const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const PICTURE = { name: "me.png", mimeType: "image/png", buffer: PIXEL };
const FIVE_MB = 5_242_880;

async function openProfile(page: Page, account: Account): Promise<void> {
  await enterAs(page, account);
  await page.goto("/profile");
  await expect(page.getByRole("button", { name: "Edit Profile" })).toBeVisible();
}

async function openEdit(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Edit Profile" }).click();
  await expect(page.getByRole("dialog", { name: "Edit Profile" })).toBeVisible();
}

/** Today in the time zone of the test browsers, which is not that of this process. */
function dayInBrowser(): string {
  const timeZone = test.info().project.use.timezoneId;
  return new Date().toLocaleDateString("en", { dateStyle: "long", timeZone });
}

test("the profile redirects visitors to /auth and shows a new member's initial, name, email, Not set, Member Since and the default name, in both languages (S1.8, S2.3, S2.69 to S2.71, S2.73, S2.74, S4.2, S4.26, S6.4) @full", async ({
  page,
  request,
}) => {
  await page.goto("/profile");
  await expect(page).toHaveURL(/\/auth$/);
  const before = dayInBrowser();
  const account = await createAccount(request);
  const after = dayInBrowser();
  await openProfile(page, account);
  const main = page.getByRole("main");
  await expect(main.getByText("R", { exact: true })).toBeVisible();
  await expect(main.getByText("Ruth Moyo")).toHaveCount(2);
  await expect(main.getByText(account.email)).toHaveCount(2);
  await expect(main.getByText("Not set")).toHaveCount(3);
  await expect(main.getByText("Member Since")).toBeVisible();
  await expect(main.getByText(before).or(main.getByText(after))).toBeVisible();
  await expectAccessible(page);
  await page.goto("/fr/profile");
  await expect(main.getByText("Membre depuis")).toBeVisible();
  await expect(main.getByText("Non renseigné")).toHaveCount(3);
  await openProfile(page, await createAccount(request, ""));
  await expect(main.getByText("Reign TV User")).toBeVisible();
  await expect(main.getByText("M", { exact: true })).toBeVisible();
});

test("the edit dialog has 4 fields, Cancel, validation messages, Save Changes and a toast (S2.72, S2.75, S4.27, S5.4 to S5.7, S9.10)", async ({
  page,
  request,
}) => {
  await openProfile(page, await createAccount(request));
  const dialog = page.getByRole("dialog");
  const edit = page.getByRole("button", { name: "Edit Profile" });
  await test.step("works by keyboard alone", async () => {
    await edit.focus();
    await page.keyboard.press("Enter");
    await expect(dialog).toBeVisible();
    await page.keyboard.press("Tab");
    await expect(dialog.getByLabel("Full Name")).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(edit).toBeFocused();
  });
  await openEdit(page);
  await expect(dialog.getByRole("textbox")).toHaveCount(4);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toBeHidden();
  await expect(edit).toBeFocused();
  await openEdit(page);
  await dialog.getByLabel("Full Name").fill("R");
  await dialog.getByLabel("Username").fill("ru");
  await dialog.getByLabel("Bio").fill("x".repeat(161));
  await dialog.getByRole("button", { name: "Save Changes" }).click();
  await expect(dialog.getByLabel("Full Name")).toBeFocused();
  await expect(dialog.getByText("Name must be at least 2 characters.")).toBeVisible();
  await expect(dialog.getByText("Username must be at least 3 characters.")).toBeVisible();
  await expect(dialog.getByText("Bio cannot exceed 160 characters.")).toBeVisible();
  await expectAccessible(page);
  const username = `ruth.${Date.now()}`;
  await dialog.getByLabel("Full Name").fill("Ruth of Moab");
  await dialog.getByLabel("Username").fill(username);
  await dialog.getByLabel("Bio").fill("Your people shall be my people.");
  await dialog.getByLabel("Phone").fill("any words at all");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Profile updated!")).toBeVisible();
  await expect(dialog).toBeHidden();
  const main = page.getByRole("main");
  await expect(main.getByText(`@${username}`)).toBeVisible();
  await expect(main.getByText("Ruth of Moab")).toHaveCount(2);
  await expect(main.getByText("any words at all")).toBeVisible();
  await page.setViewportSize({ width: 320, height: 640 });
  await page.reload();
  await expect(main.getByText("Your people shall be my people.")).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await openEdit(page);
  expect((await dialog.boundingBox())?.width).toBeLessThanOrEqual(320);
});

test.describe("rejections of the service", () => {
  test.use({ expectedFaults: [/status of 409/] });

  test('a taken username gets "Update failed" and its reason at its field, and the form keeps its text (S8.7) @full', async ({
    page,
    request,
  }) => {
    const username = `naomi.${Date.now()}`;
    const other = await createAccount(request);
    await request.patch(`/rest/v1/profiles?id=eq.${other.session.user.id}`, {
      headers: await backendHeaders(request, other),
      data: { username },
    });
    await openProfile(page, await createAccount(request));
    await openEdit(page);
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Username").fill(username);
    await dialog.getByRole("button", { name: "Save Changes" }).click();
    const toast = page.getByRole("alert").filter({ hasText: "Update failed" });
    await expect(toast).toContainText("Failed to update profile: This username is already taken.");
    await expect(dialog.getByLabel("Username")).toBeFocused();
    await expect(dialog.getByLabel("Username")).toHaveValue(username);
  });
});

test.describe("a session that was ended on another device", () => {
  test.use({ expectedFaults: [/status of 40[0-9]/] });

  test("asks for the password in place, keeps the typed text, and then saves it @full", async ({
    page,
    request,
  }) => {
    const account = await createAccount(request);
    await openProfile(page, account);
    await openEdit(page);
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Bio").fill("Long words that took a while.");
    await request.post("/auth/v1/logout", { headers: await backendHeaders(request, account) });
    await page.route("**/rest/v1/profiles**", async (route) => {
      if (route.request().method() !== "PATCH") return route.fallback();
      return route.fulfill({ status: 401, json: { code: "PGRST303", message: "JWT expired" } });
    });
    await dialog.getByRole("button", { name: "Save Changes" }).click();
    await expect(dialog.getByText("Your session has expired.")).toBeVisible();
    await expect(dialog.getByLabel("Bio")).toHaveValue("Long words that took a while.");
    await page.unroute("**/rest/v1/profiles**");
    await dialog.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await dialog.getByRole("button", { name: "Sign In" }).click();
    await expect(dialog.getByText("Your session has expired.")).toBeHidden();
    await expect(dialog.getByLabel("Bio")).toHaveValue("Long words that took a while.");
    await dialog.getByRole("button", { name: "Save Changes" }).click();
    await expect(page.getByText("Profile updated!")).toBeVisible();
  });
});

test("the password dialog has its rules, Update Password and a toast; the new password signs in (S2.76, S5.8, S5.9, S8.8)", async ({
  page,
  request,
}) => {
  const account = await createAccount(request);
  await openProfile(page, account);
  await page.getByRole("button", { name: "Change Password" }).click();
  const dialog = page.getByRole("dialog", { name: "Change Password" });
  await dialog.getByLabel("New Password").fill("12345");
  await dialog.getByRole("button", { name: "Update Password" }).click();
  await expect(dialog.getByLabel("New Password")).toHaveAccessibleDescription(
    "Password must be at least 6 characters.",
  );
  await dialog.getByLabel("New Password").fill("still waters 24");
  await dialog.getByLabel("Confirm Password").fill("still waters 25");
  await dialog.getByRole("button", { name: "Update Password" }).click();
  await expect(dialog.getByLabel("Confirm Password")).toHaveAccessibleDescription(
    "Passwords don't match",
  );
  await expectAccessible(page);
  await dialog.getByLabel("Confirm Password").fill("still waters 24");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Password updated!")).toBeVisible();
  await expect(dialog).toBeHidden();
  const signedIn = await request.post("/auth/v1/token?grant_type=password", {
    headers: await backendHeaders(request),
    data: { email: account.email, password: "still waters 24" },
  });
  expect(signedIn.status()).toBe(200);
});

test("a new avatar disables the control during its upload, then appears with a toast, and the previous file is deleted (S2.77, S7.13, S8.5)", async ({
  page,
  request,
}) => {
  const account = await createAccount(request);
  await openProfile(page, account);
  const input = page.locator('input[type="file"]');
  const names: string[] = [];
  const seen = Promise.withResolvers<void>();
  await page.route("**/storage/v1/object/avatars/**", async (route) => {
    const { pathname } = new URL(route.request().url());
    if (route.request().method() === "POST") names.push(pathname.split("/").at(-1) ?? "");
    await seen.promise;
    await route.continue();
  });
  await input.setInputFiles(PICTURE);
  await expect(page.getByRole("button", { name: "Uploading..." })).toBeDisabled();
  seen.resolve();
  await expect(page.getByText("Avatar updated!")).toBeVisible();
  await expect(page.getByText("Your profile picture has been updated successfully.")).toBeVisible();
  await expect(page.getByRole("img", { name: "Your profile picture" })).toHaveAttribute(
    "src",
    new RegExp(`/storage/v1/object/public/avatars/${account.session.user.id}-\\d+\\.png$`),
  );
  await input.setInputFiles(PICTURE);
  await expect.poll(() => names.length).toBe(2);
  await expect
    .poll(async () => (await request.get(`/storage/v1/object/public/avatars/${names[0]}`)).status())
    .toBe(400);
  expect((await request.get(`/storage/v1/object/public/avatars/${names[1]}`)).status()).toBe(200);
});

test.describe("an upload that fails", () => {
  test.use({ expectedFaults: [/status of 4/] });

  test('images are checked before upload, each error with its message under "Upload failed"; a file that is not an image gets the server error (S5.10 to S5.12, S8.6) @full', async ({
    page,
    request,
  }) => {
    await openProfile(page, await createAccount(request));
    const input = page.locator('input[type="file"]');
    const toast = page.getByRole("alert").filter({ hasText: "Upload failed" });
    await input.setInputFiles({ name: "a.txt", mimeType: "text/plain", buffer: PIXEL });
    await expect(toast.last()).toContainText("Please select a valid image file.");
    await input.setInputFiles({
      name: "a.png",
      mimeType: "image/png",
      buffer: Buffer.alloc(FIVE_MB),
    });
    await expect(toast.last()).toContainText("File size must be less than 5MB.");
    await input.dispatchEvent("change");
    await expect(toast.last()).toContainText("You must select an image to upload.");
    await input.setInputFiles({
      name: "a.png",
      mimeType: "image/png",
      buffer: Buffer.from("no picture"),
    });
    await expect(toast.last()).toContainText(/Upload failed: \S+/);
    await expect(page.getByRole("button", { name: "Change picture" })).toBeEnabled();
  });
});

test("a sign-out shows a message and redirects to /auth (S4.3, S8.4) @full", async ({
  page,
  request,
}) => {
  await openProfile(page, await createAccount(request));
  await page.getByRole("main").getByRole("button", { name: "Sign Out", exact: true }).click();
  const toast = page.locator("[data-toasts]").filter({ hasText: "Signed out" });
  await expect(toast).toContainText("You have been successfully signed out");
  await expect(page).toHaveURL(/\/auth$/);
  expect(await page.evaluate((key) => localStorage.getItem(key), SESSION_KEY)).toBeNull();
});

test.describe("account data behind the password", () => {
  test.use({ expectedFaults: [/status of 403/] });

  test("a wrong password gives nothing; the right one downloads a zip with account, profile and avatar @full", async ({
    page,
    request,
  }) => {
    const account = await createAccount(request);
    await openProfile(page, account);
    await page.locator('input[type="file"]').setInputFiles(PICTURE);
    await expect(page.getByText("Avatar updated!")).toBeVisible();
    await page.getByRole("button", { name: "Download my data" }).click();
    const dialog = page.getByRole("dialog", { name: "Download my data" });
    await dialog.getByLabel("Password", { exact: true }).fill("not the password");
    await page.keyboard.press("Enter");
    await expect(dialog.getByLabel("Password", { exact: true })).toHaveAccessibleDescription(
      "Incorrect password.",
    );
    await expectAccessible(page);
    await dialog.getByLabel("Password", { exact: true }).fill(PASSWORD);
    const download = page.waitForEvent("download");
    await page.keyboard.press("Enter");
    const file = await readFile(await (await download).path(), "latin1");
    expect(file.startsWith("PK")).toBe(true);
    for (const part of ["account.json", "profile.json", ".png", account.email, "Ruth Moyo"]) {
      expect(file).toContain(part);
    }
  });

  test("the right password deletes the account with profile and avatar; a wrong one does not", async ({
    page,
    request,
  }) => {
    const account = await createAccount(request);
    await openProfile(page, account);
    await page.locator('input[type="file"]').setInputFiles(PICTURE);
    const picture = page.getByRole("img", { name: "Your profile picture" });
    const address = (await picture.getAttribute("src")) ?? "";
    await page.getByRole("button", { name: "Delete account" }).click();
    const dialog = page.getByRole("dialog", { name: "Delete account" });
    await dialog.getByLabel("Password", { exact: true }).fill("not the password");
    await page.keyboard.press("Enter");
    await expect(dialog.getByText("Incorrect password.")).toBeVisible();
    await dialog.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.keyboard.press("Enter");
    await expect(page.getByText("Account deleted")).toBeVisible();
    await expect(page).toHaveURL(/\/auth$/);
    expect((await request.get(address)).status()).toBe(400);
    const signedIn = await request.post("/auth/v1/token?grant_type=password", {
      headers: await backendHeaders(request),
      data: { email: account.email, password: PASSWORD },
    });
    expect(signedIn.status()).toBe(400);
  });
});
