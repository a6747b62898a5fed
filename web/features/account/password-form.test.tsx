import { screen } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { accountMessages } from "#shared/messages/account/account.ts";
import { createFakeServer, json, onHold, unreachable } from "#tests/support/fake-server.ts";
import { MEMBER } from "#tests/support/member.ts";
import { signInMember } from "#tests/support/member-session.ts";
import { renderView } from "#tests/support/render-view.tsx";
import { descriptionOf, fill, findToast, textOf } from "#tests/support/view-actions.ts";
import { PasswordForm } from "./password-form.tsx";

const { en, fr } = accountMessages;
const CHANGE = "PUT /auth/v1/user";
const VERSION = { "x-supabase-api-version": "2024-01-01" };

async function openForm(language: "en" | "fr" = "en") {
  const server = createFakeServer();
  await signInMember(server);
  const onDone = vi.fn<() => void>();
  const view = renderView(<PasswordForm email={MEMBER.email ?? ""} onDone={onDone} />, {
    server,
    language,
  });
  const texts = accountMessages[language];
  async function send(password: string, confirmation = password) {
    await fill(view.user, screen.getByLabelText(texts.newPassword), password);
    await fill(view.user, screen.getByLabelText(texts.confirmPassword), confirmation);
    await view.user.click(screen.getByRole("button", { name: texts.updatePassword }));
  }
  return { ...view, onDone, send };
}

describe("validation", () => {
  it.each([
    ["", "", en.newPassword, en.rules.passwordTooShort],
    ["12345", "12345", en.newPassword, en.rules.passwordTooShort],
    ["ab".repeat(37), "ab".repeat(37), en.newPassword, en.rules.passwordTooLong],
    ["still waters 24", "", en.confirmPassword, en.rules.passwordsDiffer],
    ["still waters 24", "Still waters 24", en.confirmPassword, en.rules.passwordsDiffer],
    ["still waters 24", "still waters 24 ", en.confirmPassword, en.rules.passwordsDiffer],
  ])("rejects %j and %j: %s shows %s", async (password, confirmation, label, text) => {
    const { server, send } = await openForm();
    await send(password, confirmation);
    const field = screen.getByLabelText(label);
    expect(descriptionOf(field)).toContain(text);
    expect(document.activeElement).toBe(field);
    expect(server.to(CHANGE)).toEqual([]);
  });

  it("shows one password and keeps the other hidden", async () => {
    const { user } = await openForm("fr");
    const [first] = screen.getAllByRole("button", { name: fr.showPassword });
    if (first) await user.click(first);
    expect(screen.getByLabelText<HTMLInputElement>(fr.newPassword).type).toBe("text");
    expect(screen.getByLabelText<HTMLInputElement>(fr.confirmPassword).type).toBe("password");
    expect(screen.getAllByRole("button", { name: fr.hidePassword })).toHaveLength(1);
  });

  it("marks the fields as new passwords for password managers", async () => {
    await openForm();
    for (const label of [en.newPassword, en.confirmPassword]) {
      expect(screen.getByLabelText<HTMLInputElement>(label).autocomplete).toBe("new-password");
    }
    expect(screen.queryByLabelText(en.currentPassword)).toBeNull();
  });
});

describe("errors of the service", () => {
  it.each([
    ["weak_password", 422, fr.service["weak_password"]],
    ["same_password", 422, fr.service["same_password"]],
    ["a_code_of_tomorrow", 422, "In the service's words"],
  ])("shows %s at the new password and in a toast", async (code, status, text) => {
    const { server, send, onDone } = await openForm("fr");
    server.answer(CHANGE, () => json({ code, message: "In the service's words" }, status, VERSION));
    await send("still waters 24");
    expect(textOf(await screen.findByRole("alert"))).toContain(fr.passwordFailed);
    const field = screen.getByLabelText(fr.newPassword);
    expect(descriptionOf(field)).toContain(text);
    expect(document.activeElement).toBe(field);
    expect(onDone).not.toHaveBeenCalled();
  });

  it("shows a wrong current password at its field and sends the right one", async () => {
    const { user, server, send, onDone } = await openForm();
    const refuse = (code: string) => () => json({ code, message: code }, 400, VERSION);
    server.answer(CHANGE, refuse("current_password_required"));
    await send("still waters 24");
    const current = await screen.findByLabelText(en.currentPassword);
    expect(screen.queryByRole("alert")).toBeNull();
    server.answer(CHANGE, refuse("current_password_invalid"));
    await fill(user, current, "not it");
    await user.click(screen.getByRole("button", { name: en.updatePassword }));
    await expect.poll(() => descriptionOf(current)).toBe("Your current password is incorrect.");
    server.answer(CHANGE, () => json(MEMBER));
    await fill(user, current, "green pastures 23");
    await user.click(screen.getByRole("button", { name: en.updatePassword }));
    await expect.poll(() => onDone.mock.calls.length).toBe(1);
    expect(server.to(CHANGE).at(-1)?.body).toMatchObject({
      password: "still waters 24",
      current_password: "green pastures 23",
    });
  });

  it("requires the current password before it sends", async () => {
    const { user, server, send } = await openForm();
    server.answer(CHANGE, () => json({ code: "current_password_required" }, 400, VERSION));
    await send("still waters 24");
    const current = await screen.findByLabelText(en.currentPassword);
    await user.click(screen.getByRole("button", { name: en.updatePassword }));
    expect(descriptionOf(current)).toBe(en.rules.passwordRequired);
    expect(document.activeElement).toBe(current);
    expect(server.to(CHANGE)).toHaveLength(1);
  });

  it("blames no field without a response, in French", async () => {
    const { server, send } = await openForm("fr");
    server.answer(CHANGE, unreachable);
    await send("still waters 24");
    expect(textOf(await screen.findByRole("alert"))).toContain(fr.passwordFailedText);
    const field = screen.getByLabelText(fr.newPassword);
    expect(field.getAttribute("aria-invalid")).toBe("false");
  });

  it("says that it is saving while the request is pending", async () => {
    const { server, send, onDone } = await openForm();
    const response = onHold();
    server.answer(CHANGE, response.answering);
    await send("still waters 24");
    const button = screen.getByRole("button", { name: en.updatingPassword });
    expect(button).toHaveProperty("disabled", true);
    expect(onDone).not.toHaveBeenCalled();
    response.release(json(MEMBER));
    expect(textOf(await findToast())).toContain(en.passwordUpdatedText);
  });
});
