import { fireEvent, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { accountMessages } from "#shared/messages/account/account.ts";
import { createFakeServer, json } from "#tests/support/fake-server.ts";
import { MEMBER, sessionOf } from "#tests/support/member.ts";
import { renderView } from "#tests/support/render-view.tsx";
import { textOf } from "#tests/support/view-actions.ts";
import { expectComplaint } from "#tests/support/view-console.ts";
import { openedSession } from "#web/lib/session/account-session.ts";
import { AuthPage } from "./auth-page.tsx";
import { ConfirmedPage } from "./confirmed-page.tsx";
import { ForgotPage } from "./forgot-page.tsx";
import { ProfilePage } from "./profile-page.tsx";
import { ResetPage } from "./reset-page.tsx";
import { SignInMethods } from "./security/sign-in-methods.tsx";

/** In this order: a tab that has loaded the backend client keeps it. */

const en = accountMessages.en;
const EMAIL = "ruth@reign-tv.example";
const PROFILE = {
  full_name: "Ruth Moyo",
  username: null,
  bio: null,
  phone: null,
  avatar_url: null,
};

describe("without the backend client", () => {
  it("the account pages show their final state without a stored session", async () => {
    const server = createFakeServer();
    server.answer("GET /auth/v1/settings", () => json({ external: { google: true } }));
    const auth = renderView(
      <AuthPage>
        <SignInMethods />
      </AuthPage>,
      { server, at: "/auth" },
    );
    expect(await screen.findByRole("button", { name: /Google/ })).toBeDefined();
    auth.unmount();
    const confirmed = renderView(<ConfirmedPage />);
    expect(screen.getByRole("alert").textContent).toBe(en.linkInvalid);
    confirmed.unmount();
    const reset = renderView(<ResetPage />);
    expect(screen.getByRole("alert").textContent).toBe(en.linkInvalid);
    reset.unmount();
    const profile = renderView(<ProfilePage onSignOut={() => undefined} />, { at: "/profile" });
    await expect.poll(profile.address).toBe("/auth");
    profile.unmount();
    renderView(<ForgotPage />).unmount();
    expect(openedSession()).toBeNull();
  });

  it("nor with a stored one that has time left", async () => {
    localStorage.setItem("sb-localhost-auth-token", JSON.stringify(sessionOf(MEMBER)));
    const server = createFakeServer();
    server.answer("GET /rest/v1/profiles", () => json(PROFILE));
    const auth = renderView(<AuthPage />, { at: "/auth" });
    await expect.poll(auth.address).toBe("/");
    auth.unmount();
    const confirmed = renderView(<ConfirmedPage />);
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe(en.confirmedTitle);
    confirmed.unmount();
    const reset = renderView(<ResetPage />);
    expect(screen.getByLabelText(en.newPassword)).toBeDefined();
    reset.unmount();
    renderView(<ProfilePage onSignOut={() => undefined} />, { server, at: "/profile" });
    expect(await screen.findByRole("region", { name: "Ruth Moyo" })).toBeDefined();
    expect(openedSession()).toBeNull();
    localStorage.clear();
  });

  it("a form whose client cannot be loaded says so, and keeps its input", async () => {
    // The client rejects such a backend when it is created.
    expectComplaint(/supabaseUrl/);
    const { user } = renderView(<ForgotPage />, { site: { backendUrl: "ftp://tv.example" } });
    const email = screen.getByLabelText<HTMLInputElement>(en.email);
    fireEvent.change(email, { target: { value: EMAIL } });
    await user.click(screen.getByRole("button", { name: en.recover }));
    expect(textOf(await screen.findByRole("alert"))).toBe(`${en.failed}${en.tryLater}`);
    expect(email.value).toBe(EMAIL);
    expect(screen.getByRole("button", { name: en.recover })).toHaveProperty("disabled", false);
    expect(openedSession()).toBeNull();
  });

  it("a submit that comes before the client waits for it, pending", async () => {
    const { server, address } = renderView(<AuthPage />, { at: "/auth" });
    server.answer("POST /auth/v1/token", () => json(sessionOf(MEMBER)));
    fireEvent.change(screen.getByLabelText(en.email), { target: { value: EMAIL } });
    fireEvent.change(screen.getByLabelText(en.password), {
      target: { value: "green pastures 23" },
    });
    expect(openedSession()).toBeNull();
    fireEvent.submit(screen.getByRole("tabpanel").querySelector("form") ?? document.body);
    expect(screen.getByRole("button", { name: en.signingIn })).toHaveProperty("disabled", true);
    await screen.findByText(en.signedInTitle);
    await expect.poll(address).toBe("/");
    expect(openedSession()?.current().status).toBe("signed-in");
    expect(server.to("POST /auth/v1/token")).toHaveLength(1);
  });
});
