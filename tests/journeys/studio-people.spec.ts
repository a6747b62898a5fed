import { backendHeaders, createAccount, enterAs } from "#tests/e2e/support/accounts.ts";
import { inviteStaffMember, acceptInvitation } from "./support/staff-invitation.ts";
import { expect, test } from "./support/studio-test.ts";

test("an owner invites a staff member by link, who joins on another device and loses access when permissions are revoked @phone @full", async ({
  page,
  browser,
  request,
  owner,
  baseURL,
}) => {
  const invited = await createAccount(request, "Tariro Dube");

  await enterAs(page, owner);
  const link = await inviteStaffMember(page, invited, { bundle: "media" });
  await expect(page.getByText(invited.email)).toBeVisible();

  const context = await browser.newContext({ baseURL: baseURL ?? "" });
  const other = await context.newPage();
  await acceptInvitation(other, link, invited);
  await expect(other.getByRole("heading", { level: 1, name: "Today" })).toBeVisible();
  await other.goto(link);
  await other.getByRole("button", { name: "Join the team" }).click();
  await expect(other.getByRole("heading", { level: 1 })).toHaveText(
    "This link has already been used",
  );

  await page.reload();
  await page.getByRole("button", { name: "Remove from team: Tariro Dube" }).click();
  await expect(page.getByText("Tariro Dube was removed from the team")).toBeVisible();
  await other.goto("/studio");
  await expect(other.getByText("You don't have access to the studio")).toBeVisible();
  const refused = await request.post("/rest/v1/rpc/studio_publish", {
    headers: await backendHeaders(request, invited),
    data: { p_kind: "channel", p_id: "x", p_changes: {}, p_base_version: 0, p_summary: "" },
  });
  expect(refused.status()).toBe(403);

  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("Permissions restored for Tariro Dube")).toBeVisible();
  await other.reload();
  await expect(other.getByRole("heading", { level: 1, name: "Today" })).toBeVisible();
  await context.close();
});
