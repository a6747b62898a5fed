import { act, screen, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { accountMessages } from "#shared/messages/account/account.ts";
import { createFakeServer, json, onHold, unreachable } from "#tests/support/fake-server.ts";
import { MEMBER, sessionOf } from "#tests/support/member.ts";
import { signInMember } from "#tests/support/member-session.ts";
import { testSite } from "#tests/support/site-fixture.ts";
import { openSession } from "#web/lib/session/session.ts";
import { renderView } from "#tests/support/render-view.tsx";
import { descriptionOf, fill, findToast, textOf } from "#tests/support/view-actions.ts";
import { AuthPage } from "./auth-page.tsx";

const { en, fr } = accountMessages;
/** The auth service sends error codes only to clients that name this API version. */
const VERSION = { "x-supabase-api-version": "2024-01-01" };

type Shown = ReturnType<typeof renderView>;

function openSignIn(options: Parameters<typeof renderView>[1] = {}): Shown {
  return renderView(<AuthPage />, { at: "/auth", ...options });
}

async function openSignUp(options: Parameters<typeof renderView>[1] = {}): Promise<Shown> {
  const view = openSignIn(options);
  const texts = options.language === "fr" ? fr : en;
  await view.user.click(screen.getByRole("tab", { name: texts.signUp }));
  return view;
}

function submitButton(name: string): HTMLElement {
  return within(screen.getByRole("tabpanel")).getByRole("button", { name });
}

async function signIn({ user }: Shown, texts = en): Promise<void> {
  await fill(user, screen.getByLabelText(texts.email), "ruth@reign-tv.example");
  await fill(user, screen.getByLabelText(texts.password), "green pastures 23");
  await user.click(submitButton(texts.signIn));
}

async function signUp({ user }: Shown, texts = en): Promise<void> {
  await fill(user, screen.getByLabelText(texts.fullName), "  Ruth Moyo ");
  await fill(user, screen.getByLabelText(texts.email), " ruth@reign-tv.example ");
  await fill(user, screen.getByLabelText(texts.password), "green pastures 23");
  await user.click(submitButton(texts.signUp));
}

describe("mode tabs", () => {
  it("keeps only the selected tab in the tab order and labels the panel with it", async () => {
    const { user } = openSignIn();
    expect(screen.getByRole("tabpanel", { name: en.signIn })).toBeDefined();
    expect(screen.getByRole("tab", { name: en.signIn }).tabIndex).toBe(0);
    expect(screen.getByRole("tab", { name: en.signUp }).tabIndex).toBe(-1);
    await user.click(screen.getByRole("tab", { name: en.signUp }));
    expect(screen.getByRole("tabpanel", { name: en.signUp })).toBeDefined();
    expect(screen.getByRole("tab", { name: en.signIn }).tabIndex).toBe(-1);
  });

  it.each(["{ArrowLeft}", "{ArrowRight}"])("%s goes round from either end", async (key) => {
    const { user } = openSignIn();
    screen.getByRole("tab", { name: en.signIn }).focus();
    for (const name of [en.signUp, en.signIn]) {
      await user.keyboard(key);
      const tab = screen.getByRole("tab", { name });
      expect(document.activeElement).toBe(tab);
      expect(tab.getAttribute("aria-selected")).toBe("true");
    }
  });

  it("ignores keys other than the arrows", async () => {
    const { user } = openSignIn();
    screen.getByRole("tab", { name: en.signIn }).focus();
    await user.keyboard("{ArrowDown}{Home}x");
    expect(screen.getByRole("tab", { selected: true }).textContent).toBe(en.signIn);
  });

  it("links the terms to a mail draft and to the privacy policy, also in French", () => {
    openSignIn({ language: "fr" });
    const terms = screen.getByRole("link", { name: fr.terms.service });
    expect(terms.getAttribute("href")).toContain("subject=Question%20sur%20les%20conditions");
    const policy = screen.getByRole("link", { name: fr.terms.privacy });
    expect(policy.getAttribute("href")).toBe("/fr/privacy-policy");
  });
});

describe("signing in", () => {
  it("sends one request while it is pending", async () => {
    const view = openSignIn();
    const token = onHold();
    view.server.answer("POST /auth/v1/token", token.answering);
    await signIn(view);
    await view.user.type(screen.getByLabelText(en.password), "{Enter}{Enter}");
    expect(view.server.to("POST /auth/v1/token")).toHaveLength(1);
    token.release(json({ code: "invalid_credentials", message: "No" }, 400, VERSION));
    expect(await screen.findByRole("alert")).toBeDefined();
    expect(submitButton(en.signIn)).toHaveProperty("disabled", false);
  });

  it.each([
    ["invalid_credentials", "Adresse e-mail ou mot de passe incorrect."],
    ["email_not_confirmed", "Confirmez d’abord votre adresse e-mail."],
    ["over_request_rate_limit", "Trop de tentatives."],
    ["user_banned", "Ce compte est suspendu."],
    ["a_code_of_tomorrow", "Words of the service"],
  ])("shows the error %s in French where a translation exists: %s", async (code, text) => {
    const view = openSignIn({ language: "fr" });
    view.server.answer("POST /auth/v1/token", () =>
      json({ code, message: "Words of the service" }, 400, VERSION),
    );
    await signIn(view, fr);
    const toast = await screen.findByRole("alert");
    expect(textOf(toast)).toContain(fr.failed);
    expect(textOf(toast)).toContain(text);
  });

  it.each([
    [502, "Bad Gateway"],
    [504, "Gateway Timeout"],
    [524, ""],
    [403, "Forbidden"],
  ])("shows a text of the page for the proxy error %s", async (status, statusText) => {
    const view = openSignIn({ language: "fr" });
    const page = () => new Response("<h1>Sorry</h1>", { status, statusText });
    view.server.answer("POST /auth/v1/token", page);
    await signIn(view, fr);
    expect(textOf(await screen.findByRole("alert"))).toBe(`${fr.failed}${fr.tryLater}`);
  });

  it.each(["en", "fr"] as const)(
    "fails with a message after 20 s without a response (%s)",
    async (language) => {
      const texts = accountMessages[language];
      const view = openSignIn({ language });
      view.server.answer("POST /auth/v1/token", () => new Promise(() => undefined));
      vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
      await signIn(view, texts);
      expect(submitButton(texts.signingIn)).toHaveProperty("disabled", true);
      await act(() => vi.advanceTimersByTimeAsync(20_000));
      vi.useRealTimers();
      expect(textOf(await screen.findByRole("alert"))).toContain(texts.tryLater);
      expect(submitButton(texts.signIn)).toHaveProperty("disabled", false);
    },
  );

  it("clears the previous error before it signs in", async () => {
    const view = openSignIn();
    const rejection = { code: "invalid_credentials", message: "No" };
    view.server.answer("POST /auth/v1/token", () => json(rejection, 400, VERSION));
    await signIn(view);
    await screen.findByRole("alert");
    view.server.answer("POST /auth/v1/token", () => json(sessionOf(MEMBER)));
    view.server.answer("POST /auth/v1/logout", () => new Response(null, { status: 204 }));
    await view.user.click(submitButton(en.signIn));
    await screen.findByText(en.signedInTitle);
    expect(screen.queryByRole("alert")).toBeNull();
    await openSession(testSite()).leave("local");
  });

  it("keeps the password out of the URL and names the fields for password managers", () => {
    openSignIn();
    const password = screen.getByLabelText<HTMLInputElement>(en.password);
    expect(password.form?.method).toBe("post");
    expect(password.autocomplete).toBe("current-password");
    expect(screen.getByLabelText<HTMLInputElement>(en.email).autocomplete).toBe("username");
  });

  it("clears the error of the corrected field only", async () => {
    const { user } = openSignIn();
    await user.click(submitButton(en.signIn));
    await user.type(screen.getByLabelText(en.password), "g");
    expect(descriptionOf(screen.getByLabelText(en.password))).toBe("");
    const email = screen.getByLabelText(en.email);
    expect(descriptionOf(email)).toBe(en.rules.emailRequired);
    expect(email.getAttribute("aria-invalid")).toBe("true");
  });

  it.each(["ruth", "ruth@", "@example.org", "ruth@example", "ruth moyo@example.org", "   "])(
    "does not send the email %j",
    async (typed) => {
      const { user, server } = openSignIn();
      const email = screen.getByLabelText(en.email);
      await fill(user, email, typed);
      await fill(user, screen.getByLabelText(en.password), "green pastures 23");
      await user.click(submitButton(en.signIn));
      const expected = typed.trim() === "" ? en.rules.emailRequired : en.rules.emailInvalid;
      expect(descriptionOf(email)).toBe(expected);
      expect(document.activeElement).toBe(email);
      expect(server.requests).toEqual([]);
    },
  );
});

describe("signing up", () => {
  it.each([
    ["Full Name", "", en.rules.nameTooShort],
    ["Full Name", " R ", en.rules.nameTooShort],
    ["Full Name", "R".repeat(101), en.rules.nameTooLong],
    ["Email", "ruth(at)example.org", en.rules.emailInvalid],
    ["Password", "", en.rules.passwordTooShort],
    ["Password", "é".repeat(37), en.rules.passwordTooLong],
  ])("shows the error of the %s %j at its field", async (label, typed, text) => {
    const { user, server } = await openSignUp();
    await fill(user, screen.getByLabelText(en.fullName), "Ruth Moyo");
    await fill(user, screen.getByLabelText(en.email), "ruth@reign-tv.example");
    await fill(user, screen.getByLabelText(en.password), "green pastures 23");
    const field = screen.getByLabelText(label);
    await fill(user, field, typed);
    await user.click(submitButton(en.signUp));
    expect(descriptionOf(field)).toContain(text);
    expect(document.activeElement).toBe(field);
    expect(server.requests).toEqual([]);
  });

  it("counts the length of a name in characters, not in UTF-16 units", async () => {
    const { user } = await openSignUp();
    const name = screen.getByLabelText(en.fullName);
    await fill(user, name, "🕊");
    await user.click(submitButton(en.signUp));
    expect(descriptionOf(name)).toBe(en.rules.nameTooShort);
    await fill(user, name, "🕊".repeat(100));
    await user.click(submitButton(en.signUp));
    expect(descriptionOf(name)).toBe("");
  });

  it("describes the password by its hint, and by its error in place of it", async () => {
    const { user } = await openSignUp({ language: "fr" });
    const password = screen.getByLabelText(fr.password);
    expect(descriptionOf(password)).toBe(fr.passwordHint);
    await user.click(submitButton(fr.signUp));
    expect(descriptionOf(password)).toBe(fr.rules.passwordTooShort);
  });

  it.each([
    ["a page of the site", "en", {}, "http://localhost:3000/auth/confirmed"],
    ["a French page", "fr", {}, "http://localhost:3000/fr/auth/confirmed"],
    [
      "the phone app, whose own address no mail can name",
      "en",
      { serverUrl: "https://tv.example", siteUrl: "https://tv.example" },
      "https://tv.example/auth/confirmed",
    ],
  ] as const)("requests a mail that links back to %s", async (_where, language, site, landing) => {
    const view = await openSignUp({ language, site });
    const texts = accountMessages[language];
    view.server.answer("POST /auth/v1/signup", () => json({ id: MEMBER.id, identities: [] }));
    await signUp(view, texts);
    expect(await screen.findByRole("heading", { name: texts.confirmTitle })).toBeDefined();
    const [sent] = view.server.to("POST /auth/v1/signup");
    expect(sent?.search.get("redirect_to")).toBe(landing);
    expect(sent?.body).toMatchObject({
      email: "ruth@reign-tv.example",
      data: { full_name: "Ruth Moyo" },
    });
  });

  it("goes to Home although the second write of the profile fails", async () => {
    const server = createFakeServer();
    await signInMember(server);
    const { client } = (await import("#web/lib/session/session.ts")).openSession({
      backendUrl: "",
      publishableKey: "sb_publishable_test",
    });
    await client.auth.signOut({ scope: "local" });
    const view = await openSignUp({ server });
    server.answer("POST /auth/v1/signup", () => json(sessionOf(MEMBER)));
    server.answer("POST /rest/v1/profiles", () => json({ message: "down" }, 503));
    await signUp(view);
    await expect.poll(view.address).toBe("/");
    expect(textOf(await findToast())).toContain("Welcome to Reign TV!");
  });

  it.each([
    ["user_already_exists", "Un compte existe déjà avec cette adresse e-mail."],
    ["signup_disabled", "Les inscriptions sont fermées pour le moment."],
    ["over_email_send_rate_limit", "Nous venons de vous envoyer un e-mail."],
  ])("keeps the input after %s and says: %s", async (code, text) => {
    const view = await openSignUp({ language: "fr" });
    view.server.answer("POST /auth/v1/signup", () => json({ code, message: "No" }, 422, VERSION));
    await signUp(view, fr);
    expect(textOf(await screen.findByRole("alert"))).toContain(text);
    expect(screen.getByLabelText<HTMLInputElement>(fr.fullName).value).toBe("  Ruth Moyo ");
    expect(screen.getByLabelText<HTMLInputElement>(fr.password).value).toBe("green pastures 23");
  });

  it("shows a weak password at its field and not as a message", async () => {
    const view = await openSignUp({ language: "fr" });
    const rejection = {
      code: "weak_password",
      message: "No",
      weak_password: { reasons: ["length"] },
    };
    view.server.answer("POST /auth/v1/signup", () => json(rejection, 422, VERSION));
    await signUp(view, fr);
    const password = screen.getByLabelText<HTMLInputElement>(fr.password);
    await expect.poll(() => descriptionOf(password)).toContain(fr.service["weak_password"]);
    expect(document.activeElement).toBe(password);
    expect(screen.queryByText(fr.failed)).toBeNull();
  });

  it("says in French that the service cannot be reached, and signs in when that attempt had created the account", async () => {
    const view = await openSignUp({ language: "fr" });
    view.server.answer("POST /auth/v1/signup", unreachable);
    await signUp(view, fr);
    expect(textOf(await screen.findByRole("alert"))).toContain(fr.tryLater);
    const exists = { code: "user_already_exists", message: "No" };
    view.server.answer("POST /auth/v1/signup", () => json(exists, 422, VERSION));
    view.server.answer("POST /auth/v1/token", () => json(sessionOf(MEMBER)));
    await view.user.click(submitButton(fr.signUp));
    expect(textOf(await findToast())).toContain(fr.signedUpText);
    expect(screen.queryByRole("alert")).toBeNull();
    view.server.answer("POST /auth/v1/logout", () => new Response(null, { status: 204 }));
    await openSession(testSite()).leave("local");
  });
});
