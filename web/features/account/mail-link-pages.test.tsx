import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { accountMessages } from "#shared/messages/account/account.ts";
import { createFakeServer, json } from "#tests/support/fake-server.ts";
import { MEMBER } from "#tests/support/member.ts";
import { signInMember } from "#tests/support/member-session.ts";
import { renderView } from "#tests/support/render-view.tsx";
import { fill, findToast, textOf } from "#tests/support/view-actions.ts";
import { ConfirmedPage } from "./confirmed-page.tsx";
import { ResetPage } from "./reset-page.tsx";

const { en, fr } = accountMessages;

describe("confirmation page", () => {
  it("welcomes the user that the link signed in and goes to Home", async () => {
    const server = createFakeServer();
    await signInMember(server);
    renderView(<ConfirmedPage />, { server, language: "fr" });
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe(fr.confirmedTitle);
    expect(screen.getByRole("link", { name: fr.goHome }).getAttribute("href")).toBe("/fr");
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("reports a link without a session and leads back to sign-in", async () => {
    renderView(<ConfirmedPage />);
    expect((await screen.findByRole("alert")).textContent).toBe(en.linkInvalid);
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe(en.confirmTitle);
    expect(screen.getByRole("link", { name: en.backToSignIn }).getAttribute("href")).toBe("/auth");
  });
});

describe("password reset page", () => {
  it("reports a link without a session in French, without a form", async () => {
    renderView(<ResetPage />, { language: "fr" });
    expect((await screen.findByRole("alert")).textContent).toBe(fr.linkInvalid);
    expect(screen.queryByLabelText(fr.newPassword)).toBeNull();
    const link = screen.getByRole("link", { name: fr.newLink });
    expect(link.getAttribute("href")).toBe("/fr/auth/forgot");
  });

  it("asks for the new password twice and goes to Home when it is saved", async () => {
    const server = createFakeServer();
    await signInMember(server);
    const { user, address } = renderView(<ResetPage />, { server, at: "/auth/reset" });
    server.answer("PUT /auth/v1/user", () => json(MEMBER));
    await fill(user, screen.getByLabelText(en.newPassword), "still waters 24");
    await fill(user, screen.getByLabelText(en.confirmPassword), "still waters 24");
    await user.click(screen.getByRole("button", { name: en.updatePassword }));
    expect(textOf(await findToast())).toContain(en.passwordUpdated);
    expect(address()).toBe("/");
    expect(server.to("PUT /auth/v1/user")[0]?.body).toMatchObject({ password: "still waters 24" });
  });

  it("names the account to password managers without showing it", async () => {
    const server = createFakeServer();
    await signInMember(server);
    const { container } = renderView(<ResetPage />, { server });
    const username = container.querySelector<HTMLInputElement>('[autocomplete="username"]');
    expect(username?.value).toBe(MEMBER.email);
    expect(username?.hidden).toBe(true);
    expect(screen.queryByText(String(MEMBER.email))).toBeNull();
  });
});
