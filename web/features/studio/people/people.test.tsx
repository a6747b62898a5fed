import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { profileMessages } from "#shared/messages/account/profile.ts";
import { peopleMessages } from "#shared/messages/studio/people.ts";
import { kitMessages } from "#shared/messages/studio/kit.ts";
import { type Permission, PERMISSIONS } from "#shared/studio/permissions.ts";
import { createFakeServer, json } from "#tests/support/fake-server.ts";
import { InStudio } from "#tests/support/studio-wrapper.tsx";
import { MEMBER } from "#tests/support/member.ts";
import { signInMember } from "#tests/support/member-session.ts";
import { renderView } from "#tests/support/render-view.tsx";
import { fill } from "#tests/support/view-actions.ts";
import { PeoplePage } from "./people-page.tsx";
import { StaffPage } from "./staff-page.tsx";

const { en } = peopleMessages;
const { act, reauthentication, cancel } = kitMessages.en;
/** Error of the database when the sign-in is too old. */
const TOO_OLD = { code: "28000", message: "proof_too_old" };
const TOKEN = "0f".repeat(32);
const ANN_ID = "aaaaaaaa-0000-4000-8000-000000000001";

const member = (name: string, values: object = {}) => ({
  user_id: ANN_ID,
  name,
  permissions: ["channels", "videos"],
  since: "2026-05-03T09:00:00Z",
  until: null,
  invited_by_name: "Ruth Moyo",
  isMe: false,
  isOwner: false,
  isOfServer: false,
  hasSecondStep: false,
  ...values,
});
const OWNER = member("Ruth Moyo", {
  user_id: MEMBER.id,
  permissions: PERMISSIONS,
  isMe: true,
  isOwner: true,
  invited_by_name: null,
});

const INVITATION = {
  id: "i1",
  email: "anna@example.org",
  permissions: ["numbers"],
  until: null,
  expires_at: "2026-11-30T00:00:00Z",
  invited_by_name: null,
};

async function openStaff(permissions: readonly Permission[] = PERMISSIONS) {
  const server = createFakeServer();
  await signInMember(server);
  server.answer("POST /rest/v1/rpc/studio_staff", () => json([OWNER, member("Ann")]));
  server.answer("POST /rest/v1/rpc/studio_invitations", () => json([INVITATION]));
  const view = renderView(
    <InStudio permissions={permissions}>
      <StaffPage />
    </InStudio>,
    { server },
  );
  await screen.findByText("Ann");
  const press = (name: string) => view.user.click(screen.getByRole("button", { name }));
  const sent = (name: string) => server.to(`POST /rest/v1/rpc/${name}`).map(({ body }) => body);
  return { ...view, server, press, sent };
}

describe("staff", () => {
  it("shows permissions as text, and what a session lacks", async () => {
    await openStaff();
    expect(screen.getByText(`${en.rights.channels} · ${en.rights.videos}`)).toBeDefined();
    expect(screen.getByText(en.bundles.owner)).toBeDefined();
    expect(screen.getByText(en.staff.noStep)).toBeDefined();
  });

  it.each([
    ["studio_withdraw", en.staff.withdrawOf("Ann"), en.staff.withdrawn("Ann")],
    [
      "studio_uninvite",
      en.open.takeBackOf("anna@example.org"),
      en.open.takenBack("anna@example.org"),
    ],
  ])("ask for a sign-in of the last 15 minutes, then run %s", async (name, button, done) => {
    const { user, press, server, sent } = await openStaff();
    server.answer(`POST /rest/v1/rpc/${name}`, () =>
      sent(name).length === 1 ? json(TOO_OLD, 403) : json(true),
    );
    server.answer("GET /auth/v1/user", () => json(MEMBER));
    await screen.findByText("anna@example.org");
    await press(button);
    const dialog = within(await screen.findByRole("dialog", { name: reauthentication.title }));
    await fill(user, dialog.getByLabelText(profileMessages.en.password), "green pastures 23");
    await user.click(dialog.getByRole("button", { name: profileMessages.en.signInAgain }));
    expect(await screen.findByText(done)).toBeDefined();
    expect(sent(name)).toHaveLength(2);
  });

  it("changes permissions by bundle or one by one, with undo", async () => {
    const { user, press, server, sent } = await openStaff();
    server.answer("POST /rest/v1/rpc/studio_change_staff", () => json(null));
    await press(en.staff.changeOf("Ann"));
    await user.click(screen.getByRole("radio", { name: en.bundles.editor }));
    await user.click(screen.getByRole("checkbox", { name: en.rights.announce }));
    await press(en.form.save);
    expect(await screen.findByText(en.staff.changed("Ann"))).toBeDefined();
    await press(act.undo);
    expect(await screen.findByText(en.staff.restored("Ann"))).toBeDefined();
    expect(sent("studio_change_staff")).toEqual([
      { p_user: ANN_ID, p_permissions: ["videos", "devotionals"] },
      { p_user: ANN_ID, p_permissions: ["channels", "videos"] },
    ]);
  });

  it("revokes at once, restores by undo and keeps the last owner", async () => {
    const { press, server, sent } = await openStaff();
    server.answer("POST /rest/v1/rpc/studio_withdraw", () => json(null));
    server.answer("POST /rest/v1/rpc/studio_change_staff", () => json(null));
    await press(en.staff.withdrawOf("Ann"));
    expect(await screen.findByText(en.staff.withdrawn("Ann"))).toBeDefined();
    await press(act.undo);
    await waitFor(() => expect(sent("studio_change_staff")).toHaveLength(1));

    server.answer("POST /rest/v1/rpc/studio_withdraw", () =>
      json({ code: "23001", message: "The last owner stays" }, 400),
    );
    await press(en.staff.leave);
    const dialog = within(screen.getByRole("dialog"));
    dialog.getByRole("button", { name: en.staff.leave }).click();
    expect(await screen.findByText(en.staff.lastOwner)).toBeDefined();
  });

  it("allows no changes by staff with fewer permissions, nor granting what they lack", async () => {
    const { press } = await openStaff(["people", "channels"]);
    expect(screen.queryByRole("button", { name: en.staff.changeOf("Ann") })).toBeNull();
    await press(en.invite.action);
    expect(screen.queryByRole("radio", { name: en.bundles.owner })).toBeNull();
    const box = (name: string) => screen.getByRole<HTMLInputElement>("checkbox", { name });
    expect([box(en.rights.videos).disabled, box(en.rights.channels).disabled]).toEqual([
      true,
      false,
    ]);
    expect(screen.getByText(en.form.lacking)).toBeDefined();
  });
});

describe("an invitation", () => {
  it("shows errors at each field and keeps the input", async () => {
    const { user, press, sent } = await openStaff();
    await press(en.invite.action);
    await fill(user, screen.getByLabelText(en.invite.email), "<script>");
    await fill(user, screen.getByLabelText(en.form.until), "2020-01-01");
    await press(en.invite.make);
    expect(screen.getByText(en.invite.emailFault)).toBeDefined();
    expect(screen.getByText(en.form.noRights)).toBeDefined();
    expect(screen.getByText(en.form.untilOver)).toBeDefined();
    expect(screen.getByLabelText<HTMLInputElement>(en.invite.email).value).toBe("<script>");
    expect(sent("studio_invite")).toEqual([]);
    await user.click(screen.getByRole("radio", { name: en.bundles.viewer }));
    expect(screen.queryByText(en.form.noRights)).toBeNull();
  });

  it("shows its link once", async () => {
    const { user, press, server, sent } = await openStaff();
    server.answer("POST /rest/v1/rpc/studio_invite", () =>
      json({ token: TOKEN, expires_at: "2026-11-30T00:00:00Z" }),
    );
    await press(en.invite.action);
    await fill(user, screen.getByLabelText(en.invite.email), " anna@example.org ");
    await user.click(screen.getByRole("radio", { name: en.bundles.viewer }));
    await press(en.invite.make);
    const link = await screen.findByLabelText<HTMLInputElement>(en.invite.link);
    expect(link.value).toMatch(new RegExp(`/studio/join#${TOKEN}$`));
    expect(sent("studio_invite")).toEqual([
      { p_email: "anna@example.org", p_permissions: ["numbers"] },
    ]);
  });

  it("is not created without reauthentication, and the input stays", async () => {
    const { user, press, server, sent } = await openStaff();
    server.answer("POST /rest/v1/rpc/studio_invite", () => json(TOO_OLD, 403));
    await press(en.invite.action);
    await fill(user, screen.getByLabelText(en.invite.email), "anna@example.org");
    await user.click(screen.getByRole("radio", { name: en.bundles.viewer }));
    await press(en.invite.make);
    const dialog = within(await screen.findByRole("dialog", { name: reauthentication.title }));
    await user.click(dialog.getByRole("button", { name: cancel }));
    expect(await screen.findByText(act.failure.unproven)).toBeDefined();
    expect(screen.getByLabelText<HTMLInputElement>(en.invite.email).value).toBe("anna@example.org");
    expect(sent("studio_invite")).toHaveLength(1);
  });

  it("can be revoked while it is open", async () => {
    const { server, press, user } = await openStaff();
    server.answer("POST /rest/v1/rpc/studio_invite", () => json({ token: TOKEN }));
    server.answer("POST /rest/v1/rpc/studio_uninvite", () => json(true));
    await press(en.invite.action);
    await fill(user, screen.getByLabelText(en.invite.email), "anna@example.org");
    await user.click(screen.getByRole("radio", { name: en.bundles.viewer }));
    await press(en.invite.make);
    await screen.findByLabelText(en.invite.link);
    await press(en.invite.done);
    await user.click(
      await screen.findByRole("button", { name: en.open.takeBackOf("anna@example.org") }),
    );
    expect(await screen.findByText(en.open.takenBack("anna@example.org"))).toBeDefined();
  });
});

const ACCOUNT = {
  id: ANN_ID,
  name: "Ann Banda",
  username: null,
  address: "ann@example.org",
  phone: null,
  bio: null,
  avatar_url: "https://reign-tv.example/a.png",
  created_at: "2026-05-03T09:00:00Z",
  last_sign_in_at: null,
  isConfirmed: false,
  suspended_until: null,
  isMe: false,
  mayChange: true,
  goes: { pictures: 1, devices: 2, drafts: 0, rights: 2 },
};

async function openPeople(
  account: object | null = ACCOUNT,
  path = "/studio/people",
  error: object | null = null,
) {
  const server = createFakeServer();
  await signInMember(server);
  const listed = { ...ACCOUNT, address: "a…@example.org", isHelper: true };
  server.answer("POST /rest/v1/rpc/studio_accounts", () => json({ total: 26, accounts: [listed] }));
  server.answer("POST /rest/v1/rpc/studio_account", () =>
    error === null ? json(account) : json(error, 403),
  );
  const view = renderView(
    <InStudio>
      <PeoplePage />
    </InStudio>,
    { server, at: path },
  );
  const press = (name: string) => view.user.click(screen.getByRole("button", { name }));
  return { ...view, server, press };
}

describe("accounts", () => {
  it("are requested when the search is sent, page by page", async () => {
    const { user, press, server } = await openPeople();
    await screen.findByText("a…@example.org");
    await fill(user, screen.getByLabelText(en.accounts.search), "ann");
    await press(en.accounts.searchAction);
    await screen.findByText(en.accounts.page(1, 2));
    await press(en.accounts.later);
    await screen.findByText(en.accounts.page(2, 2));
    const requests = server.to("POST /rest/v1/rpc/studio_accounts").map(({ body }) => body);
    expect(requests).toEqual([
      { p_search: "", p_page: 1 },
      { p_search: "ann", p_page: 1 },
      { p_search: "ann", p_page: 2 },
    ]);
  });

  it("are suspended with undo, and deleted after the email is typed", async () => {
    const { user, press, server } = await openPeople(ACCOUNT, `/studio/people/${ANN_ID}`);
    server.answer("POST /functions/v1/studio-accounts", () => json({}));
    await screen.findByText("ann@example.org");
    await press(en.account.suspend);
    await screen.findByText(en.account.done.suspend);
    await press(act.undo);
    await screen.findByText(en.account.done.restore);

    await press(en.account.delete);
    const dialog = within(screen.getByRole("dialog"));
    expect(dialog.getByText(en.account.goes.devices(2))).toBeDefined();
    expect(dialog.queryByText(en.account.goes.drafts(0))).toBeNull();
    await user.click(dialog.getByRole("button", { name: en.account.delete }));
    expect(dialog.getByText(en.account.typedWrong)).toBeDefined();
    await fill(user, dialog.getByLabelText(en.account.typeAddress), "ann@example.org");
    await user.click(dialog.getByRole("button", { name: en.account.delete }));
    await screen.findByText(en.account.done.delete);
    const actions = server.to("POST /functions/v1/studio-accounts").map(({ body }) => body);
    expect(actions).toEqual(
      ["suspend", "restore", "delete"].map((name) => ({ act: name, account: ANN_ID })),
    );
  });

  it("are shown after reauthentication and can be requested again after it is cancelled", async () => {
    const { user, server } = await openPeople(ACCOUNT, `/studio/people/${ANN_ID}`, TOO_OLD);
    const requests = async () =>
      within(await screen.findByRole("dialog", { name: reauthentication.title }));
    await user.click((await requests()).getByRole("button", { name: cancel }));
    const again = await screen.findByRole("button", { name: kitMessages.en.tryAgain });
    expect(screen.queryByText("ann@example.org")).toBeNull();
    expect(server.to("POST /rest/v1/rpc/studio_account")).toHaveLength(1);
    await user.click(again);
    server.answer("POST /rest/v1/rpc/studio_account", () => json(ACCOUNT));
    server.answer("GET /auth/v1/user", () => json(MEMBER));
    const dialog = await requests();
    await fill(user, dialog.getByLabelText(profileMessages.en.password), "green pastures 23");
    await user.click(dialog.getByRole("button", { name: profileMessages.en.signInAgain }));
    expect(await screen.findByText("ann@example.org")).toBeDefined();
  });

  it("allow actions after reauthentication and show other errors as text", async () => {
    const { user, press, server } = await openPeople(ACCOUNT, `/studio/people/${ANN_ID}`);
    server.answer("POST /functions/v1/studio-accounts", () => json({ code: "proof_too_old" }, 403));
    await screen.findByText("ann@example.org");
    await press(en.account.export);
    const dialog = within(await screen.findByRole("dialog", { name: reauthentication.title }));
    await user.click(dialog.getByRole("button", { name: cancel }));
    expect(await screen.findByText(act.failure.unproven)).toBeDefined();
    server.answer("POST /functions/v1/studio-accounts", () => json({ code: "not_permitted" }, 403));
    await press(en.account.export);
    expect(await screen.findByText(act.failure.refused)).toBeDefined();
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it.each([
    ["who may do more", { ...ACCOUNT, mayChange: false }, en.account.holdsMore],
    ["of one's own", { ...ACCOUNT, mayChange: false, isMe: true }, en.account.own],
    ["that is gone", null, en.account.gone],
  ])("offer no actions for a user %s", async (_, account, text) => {
    await openPeople(account, `/studio/people/${ANN_ID}`);
    expect(await screen.findByText(text)).toBeDefined();
    expect(screen.queryByRole("button", { name: en.account.delete })).toBeNull();
  });
});
