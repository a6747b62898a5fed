import { profileMessages } from "#shared/messages/account/profile.ts";
import { mfaMessages } from "#shared/messages/account/mfa.ts";
import { kitMessages } from "#shared/messages/studio/kit.ts";
import { peopleMessages } from "#shared/messages/studio/people.ts";
import { expectAccessible } from "#tests/e2e/support/accessibility.ts";
import { createAccount, enterAs, SESSION_KEY } from "#tests/e2e/support/accounts.ts";
import { expireReauthentication } from "#tests/support/expire-reauthentication.ts";
import { nextCodeOf } from "@reign-tv/backend/testing/mfa-factor.ts";
import { expect, test } from "./support/studio-test.ts";

const { invite, open, staff } = peopleMessages.en;
const { act, reauthentication, cancel } = kitMessages.en;
const profile = profileMessages.en;
const step = mfaMessages.en;

test.describe("a session with an old reauthentication", () => {
  // Responses of the rejected action and of the wrong password.
  test.use({ expectedFaults: [/status of 40[03]/] });

  test("asks in place before an invitation, and then continues by itself @phone @full", async ({
    page,
    request,
    owner,
  }) => {
    const invited = await createAccount(request, "Tariro Dube");
    await enterAs(page, owner);
    await page.goto("/studio/staff");
    await page.getByRole("button", { name: invite.action }).click();
    const form = page.getByRole("dialog", { name: invite.title });
    await form.getByLabel(invite.email).fill(invited.email);
    await form.getByText("Media", { exact: true }).click();
    await expireReauthentication(process.env["E2E_DATA_DIR"] ?? "", {
      userId: owner.session.user.id,
      minutes: 16,
    });
    const storedSession = () => page.evaluate((key) => localStorage.getItem(key), SESSION_KEY);
    const before = await storedSession();
    const asked = page.getByRole("dialog", { name: reauthentication.title });
    const password = asked.getByLabel(profile.password, { exact: true });

    await test.step("a cancel loses nothing", async () => {
      await form.getByRole("button", { name: invite.make }).click();
      await expect(asked).toBeVisible();
      await expectAccessible(page);
      await asked.getByRole("button", { name: cancel }).click();
      await expect(page.getByText(act.failure.unproven)).toBeVisible();
      await expect(form.getByLabel(invite.email)).toHaveValue(invited.email);
    });

    await test.step("a wrong password is reported at its field", async () => {
      await form.getByRole("button", { name: invite.make }).click();
      await password.fill("not the password 99");
      await asked.getByRole("button", { name: profile.signInAgain }).click();
      await expect(password).toHaveAccessibleDescription(profile.wrongPassword);
      await expect(password).toHaveValue("not the password 99");
      expect(await storedSession()).toBe(before);
    });

    await test.step("the right password and a code create the link", async () => {
      await password.fill(owner.password);
      await asked.getByRole("button", { name: profile.signInAgain }).click();
      const code = asked.getByLabel(step.code, { exact: true });
      await expect(code).toBeFocused();
      await expectAccessible(page);
      await code.fill(nextCodeOf(owner.secret, Date.now()));
      await asked.getByRole("button", { name: step.proceed }).click();
      await expect(page.getByLabel(invite.link)).toHaveValue(/\/studio\/join#[0-9a-f]{64}$/);
      await expect(asked).toHaveCount(0);
    });

    await test.step("no action within 15 minutes asks again, in the new session only", async () => {
      await page.getByRole("button", { name: invite.done }).click();
      await page.getByRole("button", { name: open.takeBackOf(invited.email) }).click();
      await expect(page.getByText(open.takenBack(invited.email))).toBeVisible();
      await page.reload();
      await expect(page.getByRole("heading", { level: 1, name: staff.title })).toBeVisible();
      await page.goto("/profile");
      await page.getByRole("heading", { name: profile.yourData }).scrollIntoViewIfNeeded();
      await expect(
        page.getByRole("region", { name: "Signed-in devices" }).getByRole("listitem"),
      ).toHaveCount(1);
    });
  });
});
