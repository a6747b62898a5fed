import { act, screen, within } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";
import { accountMessages } from "#shared/messages/account/account.ts";
import { createFakeServer, json, onHold, unreachable } from "#tests/support/fake-server.ts";
import { MEMBER, sessionOf } from "#tests/support/member.ts";
import { signInMember } from "#tests/support/member-session.ts";
import { testSite } from "#tests/support/site-fixture.ts";
import { openSession } from "#web/lib/session/session.ts";
import { renderView } from "#tests/support/render-view.tsx";
import { descriptionOf, fill, textOf } from "#tests/support/view-actions.ts";
import { AuthPage } from "./auth-page.tsx";

const { en, fr } = accountMessages;
/** The service tells its codes to clients of this version. */
const VERSION = { "x-supabase-api-version": "2024-01-01" };

type Shown = ReturnType<typeof renderView>;

function openSignIn(options: Parameters<typeof renderView>[1] = {}): Shown {
  return renderView(<AuthPage />, { at: "/auth", ...options });
}

async function openSignUp(options: Parameters<typeof renderView>[1] = {}): Promise<Shown> {
  const shown = openSignIn(options);
  const texts = options.language === "fr" ? fr : en;
  await shown.user.click(screen.getByRole("tab", { name: texts.signUp }));
  return shown;
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

describe("the two modes", () => {
  test("only the chosen tab is in the order of the Tab key, and the panel bears its name", async () => {
    const { user } = openSignIn();
    expect(screen.getByRole("tabpanel", { name: en.signIn })).toBeDefined();
    expect(screen.getByRole("tab", { name: en.signIn }).tabIndex).toBe(0);
    expect(screen.getByRole("tab", { name: en.signUp }).tabIndex).toBe(-1);
    await user.click(screen.getByRole("tab", { name: en.signUp }));
    expect(screen.getByRole("tabpanel", { name: en.signUp })).toBeDefined();
    expect(screen.getByRole("tab", { name: en.signIn }).tabIndex).toBe(-1);
  });

  test.each(["{ArrowLeft}", "{ArrowRight}"])("%s goes round from either end", async (key) => {
    const { user } = openSignIn();
    screen.getByRole("tab", { name: en.signIn }).focus();
    for (const name of [en.signUp, en.signIn]) {
      await user.keyboard(key);
      const tab = screen.getByRole("tab", { name });
      expect(document.activeElement).toBe(tab);
      expect(tab.getAttribute("aria-selected")).toBe("true");
    }
  });

  test("other keys leave the choice alone", async () => {
    const { user } = openSignIn();
    screen.getByRole("tab", { name: en.signIn }).focus();
    await user.keyboard("{ArrowDown}{Home}x");
    expect(screen.getByRole("tab", { selected: true }).textContent).toBe(en.signIn);
  });

  test("the line about the terms leads to a mail draft and to the policy, in French too", () => {
    openSignIn({ language: "fr" });
    const terms = screen.getByRole("link", { name: fr.terms.service });
    expect(terms.getAttribute("href")).toContain("subject=Question%20sur%20les%20conditions");
    const policy = screen.getByRole("link", { name: fr.terms.privacy });
    expect(policy.getAttribute("href")).toBe("/fr/privacy-policy");
  });
});

describe("a sign-in", () => {
  test("is sent once, however often it is asked for while it is on its way", async () => {
    const shown = openSignIn();
    const token = onHold();
    shown.server.answer("POST /auth/v1/token", token.answering);
    await signIn(shown);
    await shown.user.type(screen.getByLabelText(en.password), "{Enter}{Enter}");
    expect(shown.server.to("POST /auth/v1/token")).toHaveLength(1);
    token.release(json({ code: "invalid_credentials", message: "No" }, 400, VERSION));
    expect(await screen.findByRole("alert")).toBeDefined();
    expect(submitButton(en.signIn)).toHaveProperty("disabled", false);
  });

  test.each([
    ["invalid_credentials", "Adresse e-mail ou mot de passe incorrect"],
    ["email_not_confirmed", "n’est pas encore confirmée"],
    ["over_request_rate_limit", "Trop d’essais."],
    ["user_banned", "Ce compte est bloqué"],
    ["a_code_of_tomorrow", "Words of the service"],
  ])("refused with %s says so in French where there are words: %s", async (code, words) => {
    const shown = openSignIn({ language: "fr" });
    shown.server.answer("POST /auth/v1/token", () =>
      json({ code, message: "Words of the service" }, 400, VERSION),
    );
    await signIn(shown, fr);
    const toast = await screen.findByRole("alert");
    expect(textOf(toast)).toContain(fr.failed);
    expect(textOf(toast)).toContain(words);
  });

  test.each([
    [502, "Bad Gateway"],
    [504, "Gateway Timeout"],
    [524, ""],
    [403, "Forbidden"],
  ])("that a proxy answers with %s is told in the page's own words", async (status, statusText) => {
    const shown = openSignIn({ language: "fr" });
    const page = () => new Response("<h1>Sorry</h1>", { status, statusText });
    shown.server.answer("POST /auth/v1/token", page);
    await signIn(shown, fr);
    expect(textOf(await screen.findByRole("alert"))).toBe(`${fr.failed}${fr.tryLater}`);
  });

  test.each(["en", "fr"] as const)(
    "without an answer ends after 20 s and says so (%s)",
    async (language) => {
      const texts = accountMessages[language];
      const shown = openSignIn({ language });
      shown.server.answer("POST /auth/v1/token", () => new Promise(() => undefined));
      vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
      await signIn(shown, texts);
      expect(submitButton(texts.signingIn)).toHaveProperty("disabled", true);
      await act(() => vi.advanceTimersByTimeAsync(20_000));
      vi.useRealTimers();
      expect(textOf(await screen.findByRole("alert"))).toContain(texts.tryLater);
      expect(submitButton(texts.signIn)).toHaveProperty("disabled", false);
    },
  );

  test("takes an old error away before it says welcome", async () => {
    const shown = openSignIn();
    const rejection = { code: "invalid_credentials", message: "No" };
    shown.server.answer("POST /auth/v1/token", () => json(rejection, 400, VERSION));
    await signIn(shown);
    await screen.findByRole("alert");
    shown.server.answer("POST /auth/v1/token", () => json(sessionOf(MEMBER)));
    shown.server.answer("POST /auth/v1/logout", () => new Response(null, { status: 204 }));
    await shown.user.click(submitButton(en.signIn));
    await screen.findByText(en.signedInTitle);
    expect(screen.queryByRole("alert")).toBeNull();
    await openSession(testSite()).leave("local");
  });

  test("keeps the password out of the address and names the fields for password managers", () => {
    openSignIn();
    const password = screen.getByLabelText<HTMLInputElement>(en.password);
    expect(password.form?.method).toBe("post");
    expect(password.autocomplete).toBe("current-password");
    expect(screen.getByLabelText<HTMLInputElement>(en.email).autocomplete).toBe("username");
  });

  test("mends one field's error without hiding the other's", async () => {
    const { user } = openSignIn();
    await user.click(submitButton(en.signIn));
    await user.type(screen.getByLabelText(en.password), "g");
    expect(descriptionOf(screen.getByLabelText(en.password))).toBe("");
    const email = screen.getByLabelText(en.email);
    expect(descriptionOf(email)).toBe(en.rules.emailRequired);
    expect(email.getAttribute("aria-invalid")).toBe("true");
  });

  test.each(["ruth", "ruth@", "@example.org", "ruth@example", "ruth moyo@example.org", "   "])(
    "with the address %j is not sent",
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

describe("a sign-up", () => {
  test.each([
    ["Full Name", "", en.rules.nameTooShort],
    ["Full Name", " R ", en.rules.nameTooShort],
    ["Full Name", "R".repeat(101), en.rules.nameTooLong],
    ["Email", "ruth(at)example.org", en.rules.emailInvalid],
    ["Password", "", en.rules.passwordTooShort],
    ["Password", "é".repeat(37), en.rules.passwordTooLong],
  ])("with the %s %j is refused at that field", async (label, typed, words) => {
    const { user, server } = await openSignUp();
    await fill(user, screen.getByLabelText(en.fullName), "Ruth Moyo");
    await fill(user, screen.getByLabelText(en.email), "ruth@reign-tv.example");
    await fill(user, screen.getByLabelText(en.password), "green pastures 23");
    const field = screen.getByLabelText(label);
    await fill(user, field, typed);
    await user.click(submitButton(en.signUp));
    expect(descriptionOf(field)).toContain(words);
    expect(document.activeElement).toBe(field);
    expect(server.requests).toEqual([]);
  });

  test("names of one sign that takes two units count as people count them", async () => {
    const { user } = await openSignUp();
    const name = screen.getByLabelText(en.fullName);
    await fill(user, name, "🕊");
    await user.click(submitButton(en.signUp));
    expect(descriptionOf(name)).toBe(en.rules.nameTooShort);
    await fill(user, name, "🕊".repeat(100));
    await user.click(submitButton(en.signUp));
    expect(descriptionOf(name)).toBe("");
  });

  test("tells the hint and the error of the password together, the error first", async () => {
    const { user } = await openSignUp({ language: "fr" });
    const password = screen.getByLabelText(fr.password);
    expect(descriptionOf(password)).toBe(fr.passwordHint);
    await user.click(submitButton(fr.signUp));
    expect(descriptionOf(password)).toBe(`${fr.rules.passwordTooShort} ${fr.passwordHint}`);
  });

  test.each([
    ["a page of the site", "en", {}, "http://localhost:3000/auth/confirmed"],
    ["a French page", "fr", {}, "http://localhost:3000/fr/auth/confirmed"],
    [
      "the phone app, whose own address no mail can name",
      "en",
      { serverUrl: "https://tv.example", siteUrl: "https://tv.example" },
      "https://tv.example/auth/confirmed",
    ],
  ] as const)(
    "on %s asks for a mail that leads back there",
    async (_where, language, site, landing) => {
      const shown = await openSignUp({ language, site });
      const texts = accountMessages[language];
      shown.server.answer("POST /auth/v1/signup", () => json({ id: MEMBER.id, identities: [] }));
      await signUp(shown, texts);
      expect(await screen.findByRole("heading", { name: texts.confirmTitle })).toBeDefined();
      const [sent] = shown.server.to("POST /auth/v1/signup");
      expect(sent?.search.get("redirect_to")).toBe(landing);
      expect(sent?.body).toMatchObject({
        email: "ruth@reign-tv.example",
        data: { full_name: "Ruth Moyo" },
      });
    },
  );

  test("goes on to Home although the profile could not be written a second time", async () => {
    const server = createFakeServer();
    await signInMember(server);
    const { client } = (await import("#web/lib/session/session.ts")).openSession({
      backendUrl: "",
      publishableKey: "sb_publishable_test",
    });
    await client.auth.signOut({ scope: "local" });
    const shown = await openSignUp({ server });
    server.answer("POST /auth/v1/signup", () => json(sessionOf(MEMBER)));
    server.answer("POST /rest/v1/profiles", () => json({ message: "down" }, 503));
    await signUp(shown);
    await expect.poll(shown.address).toBe("/");
    expect(textOf(await screen.findByRole("status"))).toContain("Welcome to Reign TV!");
  });

  test.each([
    ["user_already_exists", "Cette adresse a déjà un compte"],
    ["signup_disabled", "Les inscriptions sont fermées"],
    ["over_email_send_rate_limit", "Un e-mail vient d’être envoyé."],
  ])("refused with %s keeps what was typed and says: %s", async (code, words) => {
    const shown = await openSignUp({ language: "fr" });
    shown.server.answer("POST /auth/v1/signup", () => json({ code, message: "No" }, 422, VERSION));
    await signUp(shown, fr);
    expect(textOf(await screen.findByRole("alert"))).toContain(words);
    expect(screen.getByLabelText<HTMLInputElement>(fr.fullName).value).toBe("  Ruth Moyo ");
    expect(screen.getByLabelText<HTMLInputElement>(fr.password).value).toBe("green pastures 23");
  });

  test("with a password that is easy to guess is refused at that field, and not in a message", async () => {
    const shown = await openSignUp({ language: "fr" });
    const rejection = {
      code: "weak_password",
      message: "No",
      weak_password: { reasons: ["length"] },
    };
    shown.server.answer("POST /auth/v1/signup", () => json(rejection, 422, VERSION));
    await signUp(shown, fr);
    const password = screen.getByLabelText<HTMLInputElement>(fr.password);
    await expect.poll(() => descriptionOf(password)).toContain(fr.service["weak_password"]);
    expect(document.activeElement).toBe(password);
    expect(screen.queryByText(fr.failed)).toBeNull();
  });

  test("in French says that the service cannot be reached", async () => {
    const shown = await openSignUp({ language: "fr" });
    shown.server.answer("POST /auth/v1/signup", unreachable);
    await signUp(shown, fr);
    expect(textOf(await screen.findByRole("alert"))).toContain(fr.tryLater);
  });
});
