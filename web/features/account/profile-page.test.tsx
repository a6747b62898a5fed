import { act, screen, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { profileMessages } from "#shared/messages/account/profile.ts";
import { createFakeServer, json, onHold, unreachable } from "#tests/support/fake-server.ts";
import { MEMBER, sessionOf, tokenOf } from "#tests/support/member.ts";
import { signInMember } from "#tests/support/member-session.ts";
import { renderView } from "#tests/support/render-view.tsx";
import { fill, findToast, textOf } from "#tests/support/view-actions.ts";
import { openSession } from "#web/lib/session/session.ts";
import { ProfilePage } from "./profile-page.tsx";

const { en, fr } = profileMessages;
const READ = "GET /rest/v1/profiles";
const EMPTY = { full_name: null, username: null, bio: null, phone: null, avatar_url: null };
const RUTH = { ...EMPTY, full_name: "Ruth Moyo" };
const NAOMI = { ...MEMBER, id: "0b1f6f0e-6d53-4d0c-8b0e-1c3f5a7e9d22", email: "naomi@example.org" };

async function openProfile(
  profile: object = RUTH,
  options: Parameters<typeof renderView>[1] & { member?: typeof MEMBER } = {},
): Promise<ReturnType<typeof renderView>> {
  const { server = createFakeServer(), member = MEMBER } = options;
  await signInMember(server, member);
  server.answer(READ, () => json(profile));
  const view = renderView(<ProfilePage onSignOut={() => undefined} />, {
    at: "/profile",
    ...options,
    server,
  });
  await screen.findByRole("button", { name: (options.language === "fr" ? fr : en).editProfile });
  return view;
}

/** Returns the value next to a label in the list of fields. */
function valueOf(label: string): string | null | undefined {
  return screen.getByText(label, { selector: "dt" }).nextElementSibling?.textContent;
}

describe("a profile", () => {
  it.each([
    ["what is not filled in", EMPTY, en.notSet],
    ["a long word", { ...EMPTY, bio: "A".repeat(160) }, "A".repeat(160)],
  ])("shows %s unchanged", async (_what, profile, bio) => {
    await openProfile(profile);
    expect(valueOf(en.bio)).toBe(bio);
  });

  it.each([
    ["en", "Member Since", "March 8, 2026"],
    ["fr", "Membre depuis", "8 mars 2026"],
  ] as const)("shows in %s since when: %s %s", async (language, label, date) => {
    await openProfile(RUTH, { language });
    expect(valueOf(label)).toBe(date);
  });

  it.each([
    [{ ...EMPTY, full_name: "ånna" }, MEMBER, "Å"],
    [
      { ...EMPTY, full_name: "\u{1f469}\u{1f3fd}\u200d\u{1f3a4} Ruth" },
      MEMBER,
      "\u{1f469}\u{1f3fd}\u200d\u{1f3a4}",
    ],
    [{ ...EMPTY, full_name: " e\u0301lodie" }, MEMBER, "E\u0301"],
    [EMPTY, MEMBER, "R"],
    [EMPTY, { ...MEMBER, email: "" }, ""],
  ])("shows an initial without an image: %j", async (profile, member, initial) => {
    const { container } = await openProfile(profile, { member });
    const stand = container.querySelector("section span[aria-hidden]");
    expect(stand?.textContent).toBe(initial);
  });

  it("shows the default name in the page's language when it has no name", async () => {
    await openProfile(EMPTY, { language: "fr" });
    expect(screen.getByRole("region", { name: "Membre Reign TV" })).toBeDefined();
  });

  it("shows no empty @ when it has no username", async () => {
    await openProfile();
    expect(screen.queryByText(/^@/)).toBeNull();
  });

  it("links to the watch history in the page's language", async () => {
    await openProfile(RUTH, { language: "fr" });
    const link = screen.getByRole("link", { name: fr.watchHistory });
    expect(link.getAttribute("href")).toBe("/fr/watch-history");
  });

  it("is requested with the user's token and id", async () => {
    const { server } = await openProfile();
    const [request] = server.to(READ);
    expect(request?.search.get("id")).toBe(`eq.${MEMBER.id}`);
    expect(request?.headers.get("authorization")).toBe(`Bearer ${tokenOf(MEMBER)}`);
  });
});

describe("a profile that cannot be read", () => {
  it.each([
    ["nothing answers", unreachable],
    ["the service fails", () => json({ message: "down" }, 503)],
    ["the answer has another shape", () => json({ full_name: 7 })],
    ["there is no such row", () => json({ code: "PGRST116", message: "0 rows" }, 406)],
  ])("says so when %s and is fetched again by Try again", async (_why, answering) => {
    const server = createFakeServer();
    await signInMember(server);
    server.answer(READ, answering);
    const { user, address } = renderView(<ProfilePage onSignOut={() => undefined} />, {
      server,
      at: "/profile",
      language: "fr",
    });
    expect((await screen.findByRole("alert")).textContent).toBe(fr.loadFailed);
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe(fr.title);
    expect(address()).toBe("/fr/profile");
    server.answer(READ, () => json(RUTH));
    await user.click(screen.getByRole("button", { name: "Réessayer" }));
    expect(await screen.findByRole("region", { name: "Ruth Moyo" })).toBeDefined();
  });

  it("stays on the screen when only the refetch fails", async () => {
    const { user, server } = await openProfile();
    server.answer("PATCH /rest/v1/profiles", () => json({ id: MEMBER.id }));
    server.answer(READ, unreachable);
    await user.click(screen.getByRole("button", { name: en.editProfile }));
    await fill(user, await screen.findByLabelText(en.bio), "Where you go I will go.");
    await user.click(screen.getByRole("button", { name: en.save }));
    expect(textOf(await findToast())).toContain(en.updated);
    expect(screen.getByRole("region", { name: "Ruth Moyo" })).toBeDefined();
  });
});

describe("a change of the user", () => {
  async function enter(user: typeof MEMBER): Promise<void> {
    const server = createFakeServer();
    server.answer("POST /auth/v1/token", () => json(sessionOf(user)));
    server.answer(READ, () => json({ ...EMPTY, full_name: "Naomi Banda" }));
    server.answer("POST /auth/v1/logout", () => new Response(null, { status: 204 }));
    vi.stubGlobal("fetch", server.fetch);
    const { client } = openSession({ backendUrl: "", publishableKey: "sb_publishable_test" });
    await act(async () => {
      await client.auth.signInWithPassword({ email: user.email ?? "", password: "p" });
    });
  }

  it("closes the open dialog when another user signs in in another tab", async () => {
    const { user } = await openProfile();
    await user.click(screen.getByRole("button", { name: en.editProfile }));
    expect(await screen.findByRole("dialog")).toBeDefined();
    await enter(NAOMI);
    expect(await screen.findByRole("region", { name: "Naomi Banda" })).toBeDefined();
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(screen.queryByText("Ruth Moyo")).toBeNull();
  });

  it("keeps an open form when the same user signs in again", async () => {
    const { user } = await openProfile();
    await user.click(screen.getByRole("button", { name: en.editProfile }));
    await fill(user, await screen.findByLabelText(en.bio), "Half a sentence");
    await enter(MEMBER);
    expect(screen.getByLabelText<HTMLTextAreaElement>(en.bio).value).toBe("Half a sentence");
  });

  it("leads to sign-in when the session ends, in the page's language", async () => {
    const { address } = await openProfile(RUTH, { language: "fr" });
    const { client } = openSession({ backendUrl: "", publishableKey: "sb_publishable_test" });
    await act(async () => {
      await client.auth.signOut({ scope: "local" });
    });
    await expect.poll(address).toBe("/fr/auth");
  });

  it("renews a rejected session once and ends it when that fails", async () => {
    const server = createFakeServer();
    await signInMember(server);
    server.answer(READ, () => json({ code: "PGRST301", message: "JWT invalid" }, 401));
    server.answer("POST /auth/v1/token", () =>
      json({ code: "refresh_token_not_found", message: "No" }, 400),
    );
    const { address } = renderView(<ProfilePage onSignOut={() => undefined} />, {
      at: "/profile",
      server,
    });
    await expect.poll(address).toBe("/auth");
    expect(server.to(READ)).toHaveLength(1);
  });

  it("asks for the password inside an open dialog and shows a wrong one at its field", async () => {
    const { user, server, address } = await openProfile();
    await user.click(screen.getByRole("button", { name: en.changePassword }));
    await screen.findByRole("dialog");
    const { client } = openSession({ backendUrl: "", publishableKey: "sb_publishable_test" });
    await act(async () => {
      await client.auth.signOut({ scope: "local" });
    });
    const dialog = within(screen.getByRole("dialog", { name: en.changePassword }));
    expect(dialog.getByRole("alert").textContent).toBe(en.sessionEnded);
    expect(address()).toBe("/profile");
    server.answer("POST /auth/v1/token", () =>
      json({ error_code: "invalid_credentials", msg: "Invalid login credentials" }, 400),
    );
    await fill(user, dialog.getByLabelText(en.password), "not it");
    await user.click(dialog.getByRole("button", { name: en.signInAgain }));
    expect(await dialog.findByText(en.wrongPassword)).toBeDefined();
    await user.click(dialog.getByRole("button", { name: en.cancel }));
    await expect.poll(address).toBe("/auth");
  });
});

describe("actions", () => {
  it.each([
    [en.editProfile, en.editProfile],
    [en.changePassword, en.changePassword],
    [en.exportData, en.exportData],
    [en.deleteAccount, en.deleteAccount],
  ])("opens and closes the dialog of %s", async (button, title) => {
    const { user } = await openProfile();
    await user.click(screen.getByRole("button", { name: button }));
    const dialog = await screen.findByRole("dialog", { name: title });
    expect(within(dialog).getByRole("heading", { level: 2 }).textContent).toBe(title);
    await user.click(within(dialog).getByRole("button", { name: en.close }));
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole("button", { name: button }));
  });

  it("leaves signing out to the page", async () => {
    const server = createFakeServer();
    await signInMember(server);
    const read = onHold();
    server.answer(READ, read.answering);
    const onSignOut = vi.fn<() => void>();
    const { user } = renderView(<ProfilePage onSignOut={onSignOut} />, { server });
    expect(screen.getByRole("status", { name: en.loading })).toBeDefined();
    expect(screen.queryByRole("button", { name: en.signOut })).toBeNull();
    read.release(json(RUTH));
    await user.click(await screen.findByRole("button", { name: en.signOut }));
    expect(onSignOut).toHaveBeenCalledOnce();
  });
});
