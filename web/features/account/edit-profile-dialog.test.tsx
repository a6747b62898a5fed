import { screen } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { everyPage } from "#shared/messages/fr/every-page.ts";
import { offlineMessages } from "#shared/messages/offline.ts";
import { profileMessages } from "#shared/messages/account/profile.ts";
import { accountMessages } from "#shared/messages/account/account.ts";
import { createFakeServer, json, onHold, unreachable } from "#tests/support/fake-server.ts";
import { MEMBER } from "#tests/support/member.ts";
import { signInMember } from "#tests/support/member-session.ts";
import { renderView } from "#tests/support/render-view.tsx";
import { descriptionOf, fill, findToast, textOf } from "#tests/support/view-actions.ts";
import { EditProfileDialog } from "./edit-profile-dialog.tsx";

const { en, fr } = profileMessages;
const rules = accountMessages.en.rules;
const SAVE = "PATCH /rest/v1/profiles";
const RUTH = { full_name: "Ruth Moyo", username: null, bio: null, phone: null, avatar_url: null };

async function openDialog(language: "en" | "fr" = "en") {
  const server = createFakeServer();
  await signInMember(server);
  const onClose = vi.fn<() => void>();
  const view = renderView(
    <EditProfileDialog user={MEMBER} profile={RUTH} isSignedOut={false} onClose={onClose} />,
    { server, language },
  );
  return { ...view, onClose };
}

describe("validation", () => {
  it.each([
    ["Full Name", "", rules.nameTooShort],
    ["Full Name", "  é  ", rules.nameTooShort],
    ["Full Name", "M".repeat(101), rules.nameTooLong],
    ["Username", "ru", rules.usernameTooShort],
    ["Username", "ruth moyo", rules.usernameFormat],
    ["Username", "rüth", rules.usernameFormat],
    ["Username", "ruth@moab", rules.usernameFormat],
    ["Username", "r".repeat(31), rules.usernameFormat],
    ["Bio", "🕊".repeat(161), rules.bioTooLong],
    ["Phone", "1".repeat(33), rules.phoneTooLong],
  ])("shows the error of the %s %j at its field and sends nothing", async (label, typed, text) => {
    const { user, server } = await openDialog();
    const field = screen.getByLabelText(label);
    await fill(user, field, typed);
    await user.click(screen.getByRole("button", { name: en.save }));
    expect(descriptionOf(field)).toContain(text);
    expect(field.getAttribute("aria-invalid")).toBe("true");
    expect(document.activeElement).toBe(field);
    expect(server.to(SAVE)).toEqual([]);
  });

  it.each([
    ["Full Name", "  Ruth of Moab ", "full_name", "Ruth of Moab"],
    ["Username", " Ruth.Of_Moab1 ", "username", "ruth.of_moab1"],
    ["Username", "   ", "username", ""],
    ["Bio", "🕊".repeat(160), "bio", "🕊".repeat(160)],
    ["Phone", "+263 4 555 0100 ext. 7", "phone", "+263 4 555 0100 ext. 7"],
  ])("sends the %s %j as %s %j", async (label, typed, name, sent) => {
    const { user, server, onClose } = await openDialog();
    server.answer(SAVE, () => json({ id: MEMBER.id }));
    await fill(user, screen.getByLabelText(label), typed);
    await user.click(screen.getByRole("button", { name: en.save }));
    expect(textOf(await findToast())).toContain(en.updatedText);
    expect(server.to(SAVE)[0]?.body).toMatchObject({ [name]: sent });
    expect(server.to(SAVE)[0]?.search.get("id")).toBe(`eq.${MEMBER.id}`);
    expect(onClose).toHaveBeenCalledOnce();
  });

  it("describes each field before anything is wrong", async () => {
    await openDialog("fr");
    expect(descriptionOf(screen.getByLabelText(fr.username))).toBe(fr.usernameHint);
    expect(descriptionOf(screen.getByLabelText(fr.bio))).toBe(fr.bioHint);
    expect(descriptionOf(screen.getByLabelText(fr.phone))).toBe(fr.phoneHint);
    expect(descriptionOf(screen.getByLabelText(fr.fullName))).toBe("");
  });
});

describe("database errors", () => {
  it.each([
    ["23514", "profiles_username_reserved", fr.username, fr.usernameRefused],
    ["23514", "profiles_bio_printable", fr.bio, fr.textRefused],
    ["23514", "profiles_full_name_printable", fr.fullName, fr.textRefused],
    ["23514", "profiles_phone_printable", fr.phone, fr.textRefused],
    ["23505", "profiles_username_key", fr.username, fr.usernameTaken],
  ])("shows %s of %s at %s: %s", async (code, constraint, label, text) => {
    const { user, server, onClose } = await openDialog("fr");
    const message = `new row for relation "profiles" violates constraint "${constraint}"`;
    server.answer(SAVE, () => json({ code, message, details: null, hint: null }, 400));
    await user.click(screen.getByRole("button", { name: fr.save }));
    const toast = await screen.findByRole("alert");
    expect(textOf(toast)).toContain(fr.updateFailedWith(text));
    const field = screen.getByLabelText(label);
    expect(descriptionOf(field)).toContain(text);
    expect(document.activeElement).toBe(field);
    expect(onClose).not.toHaveBeenCalled();
  });

  it("shows the service's message where a constraint names no field", async () => {
    const { user, server } = await openDialog();
    server.answer(SAVE, () => json({ code: "23514", message: "violates profiles_other" }, 400));
    await user.click(screen.getByRole("button", { name: en.save }));
    const toast = await screen.findByRole("alert");
    expect(textOf(toast)).toContain(en.updateFailedWith("violates profiles_other"));
    for (const box of screen.getAllByRole("textbox")) {
      expect(box.getAttribute("aria-invalid")).toBe("false");
    }
  });
});

it.each([
  [true, everyPage.errors.server],
  [false, everyPage.errors.offline],
])("keeps the dialog without a response, in French; online %s: %s", async (isOnline, text) => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(isOnline);
  const { user, server, onClose } = await openDialog("fr");
  server.answer(SAVE, unreachable);
  const name = isOnline ? fr.save : `${fr.save} (${offlineMessages.fr.needsNetwork})`;
  await user.click(screen.getByRole("button", { name }));
  const toast = await screen.findByRole("alert");
  expect(textOf(toast)).toContain(fr.updateFailedWith(text));
  expect(onClose).not.toHaveBeenCalled();
});

it("says that it is saving and ignores a second Enter", async () => {
  const { user, server } = await openDialog();
  const response = onHold();
  server.answer(SAVE, response.answering);
  await user.click(screen.getByRole("button", { name: en.save }));
  expect(screen.getByRole("button", { name: en.saving })).toHaveProperty("disabled", true);
  await user.type(screen.getByLabelText(en.phone), "{Enter}");
  response.release(json({ id: MEMBER.id }));
  expect(await findToast()).toBeDefined();
  expect(server.to(SAVE)).toHaveLength(1);
});

it("renews the token of an ended session once and reports the end", async () => {
  const { user, server } = await openDialog();
  server.answer(SAVE, () => json({ code: "PGRST303", message: "JWT expired" }, 401));
  server.answer("POST /auth/v1/token", () =>
    json({ code: "session_not_found", message: "Session not found" }, 403),
  );
  await user.click(screen.getByRole("button", { name: en.save }));
  expect(textOf(await screen.findByRole("alert"))).toContain("Session not found");
  expect(server.to(SAVE)).toHaveLength(1);
});

it("inserts a line break on Enter in the bio", async () => {
  const { user, server } = await openDialog();
  await user.type(screen.getByLabelText(en.bio), "One{Enter}two");
  expect(screen.getByLabelText<HTMLTextAreaElement>(en.bio).value).toBe("One\ntwo");
  expect(server.to(SAVE)).toEqual([]);
});
