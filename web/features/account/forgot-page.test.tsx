import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { accountMessages } from "#shared/messages/account/account.ts";
import { json, onHold, unreachable } from "#tests/support/fake-server.ts";
import { renderView } from "#tests/support/render-view.tsx";
import { descriptionOf, fill, textOf } from "#tests/support/view-actions.ts";
import { ForgotPage } from "./forgot-page.tsx";

const { en, fr } = accountMessages;
const RECOVER = "POST /auth/v1/recover";

async function requestMail(
  { user }: ReturnType<typeof renderView>,
  email: string,
  texts = en,
): Promise<void> {
  await fill(user, screen.getByLabelText(texts.email), email);
  await user.click(screen.getByRole("button", { name: texts.recover }));
}

it.each([
  ["", en.rules.emailRequired],
  ["ruth", en.rules.emailInvalid],
  ["ruth@example.org, naomi@example.org", en.rules.emailInvalid],
])("rejects the email %j and requests no mail", async (typed, text) => {
  const view = renderView(<ForgotPage />);
  await requestMail(view, typed);
  const email = screen.getByLabelText(en.email);
  expect(descriptionOf(email)).toBe(text);
  expect(document.activeElement).toBe(email);
  expect(view.server.requests).toEqual([]);
});

it("disables the button while the request is pending", async () => {
  const view = renderView(<ForgotPage />, { language: "fr" });
  const response = onHold();
  view.server.answer(RECOVER, response.answering);
  await requestMail(view, "ruth@reign-tv.example", fr);
  expect(screen.getByRole("button", { name: fr.recovering })).toHaveProperty("disabled", true);
  expect(screen.getByRole("status").textContent).toBe("");
  response.release(json({}));
  expect(await screen.findByRole("button", { name: fr.recover })).toHaveProperty("disabled", false);
  expect(screen.getByRole("status").textContent).toBe(fr.recoverSent("ruth@reign-tv.example"));
});

it.each([
  ["en", {}, "http://localhost:3000/auth/reset"],
  ["fr", {}, "http://localhost:3000/fr/auth/reset"],
  [
    "en",
    { serverUrl: "https://tv.example", siteUrl: "https://tv.example" },
    "https://tv.example/auth/reset",
  ],
] as const)("requests a mail in %s (%j) that links to %s", async (language, site, landing) => {
  const view = renderView(<ForgotPage />, { language, site });
  view.server.answer(RECOVER, () => json({}));
  const texts = accountMessages[language];
  await requestMail(view, "ruth@reign-tv.example", texts);
  expect(await screen.findByText(texts.recoverSent("ruth@reign-tv.example"))).toBeDefined();
  expect(view.server.to(RECOVER)[0]?.search.get("redirect_to")).toBe(landing);
});

it("shows the reason of a rejection and promises no mail", async () => {
  const view = renderView(<ForgotPage />);
  view.server.answer(RECOVER, () => json({ message: "Please wait 40 seconds" }, 429));
  await requestMail(view, "ruth@reign-tv.example");
  expect(textOf(await screen.findByRole("alert"))).toContain("Please wait 40 seconds");
  expect(screen.getByRole("status").textContent).toBe("");
  expect(screen.getByLabelText<HTMLInputElement>(en.email).value).toBe("ruth@reign-tv.example");
});

it("asks to try later when there is no connection", async () => {
  const view = renderView(<ForgotPage />, { language: "fr" });
  view.server.answer(RECOVER, unreachable);
  await requestMail(view, "ruth@reign-tv.example", fr);
  expect(textOf(await screen.findByRole("alert"))).toContain(fr.tryLater);
});

it("links back to sign-in in the page's language", () => {
  renderView(<ForgotPage />, { language: "fr" });
  expect(screen.getByRole("link", { name: fr.backToSignIn }).getAttribute("href")).toBe("/fr/auth");
});
