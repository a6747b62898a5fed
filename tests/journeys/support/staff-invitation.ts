import type { Page } from "@playwright/test";
import { joinMessages } from "#shared/messages/studio/join.ts";
import { peopleMessages } from "#shared/messages/studio/people.ts";
import type { Bundle, Permission } from "#shared/studio/permissions.ts";
import type { Account } from "#tests/e2e/support/accounts.ts";

const { invite, bundles, rights } = peopleMessages.en;
const { join, openStudio } = joinMessages.en;

type InvitedRole = { bundle: Bundle; more?: readonly Permission[] };

/** Creates an invitation link as a signed-in owner. @returns its path with the token */
export async function inviteStaffMember(
  page: Page,
  { email }: Account,
  { bundle, more = [] }: InvitedRole,
): Promise<string> {
  await page.goto("/studio/staff");
  await page.getByRole("button", { name: invite.action }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(invite.email).fill(email);
  await dialog.getByText(bundles[bundle], { exact: true }).click();
  for (const right of more) await dialog.getByRole("checkbox", { name: rights[right] }).check();
  await dialog.getByRole("button", { name: invite.make }).click();
  const link = new URL(await dialog.getByLabel(invite.link).inputValue());
  await dialog.getByRole("button", { name: invite.done }).click();
  return `${link.pathname}${link.hash}`;
}

/** Signs an invited user in at the link and opens the studio. */
export async function acceptInvitation(page: Page, link: string, account: Account): Promise<void> {
  await page.goto(link);
  await page.getByLabel("Email", { exact: false }).fill(account.email);
  await page.getByLabel("Password", { exact: true }).fill(account.password);
  await page.getByRole("main").getByRole("button", { name: "Sign In" }).click();
  await page.getByRole("button", { name: join }).click();
  await page.getByRole("link", { name: openStudio }).click();
}
