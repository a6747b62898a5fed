import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { consentMessages } from "#shared/messages/account/consent.ts";
import {
  createFakeServer,
  type FakeServer,
  json,
  unreachable,
} from "#tests/support/fake-server.ts";
import { MEMBER } from "#tests/support/member.ts";
import { signInMember } from "#tests/support/member-session.ts";
import { renderView } from "#tests/support/render-view.tsx";
import { ConsentPage } from "./consent-page.tsx";

const texts = consentMessages.en;
const READ = "GET /auth/v1/oauth/authorizations/a1";
const DECIDE = "POST /auth/v1/oauth/authorizations/a1/consent";
const BACK = "https://choir.example/back?code=c1&state=s1";
const REQUEST = {
  authorization_id: "a1",
  redirect_uri: "https://choir.example/back",
  client: { id: "c1", name: "Choir book", uri: "", logo_uri: "" },
  user: { id: MEMBER.id, email: MEMBER.email },
  scope: "openid email songs:read",
};

async function open(
  prepare: (server: FakeServer) => void,
  at = "/auth/consent?authorization_id=a1",
) {
  const server = createFakeServer();
  await signInMember(server);
  prepare(server);
  const leave = vi.spyOn(window.location, "replace").mockImplementation(() => undefined);
  return { ...renderView(<ConsentPage />, { server, at }), leave };
}

test("says who asks, for what and where the answer goes, and leaves with a yes", async () => {
  const { user, server, leave } = await open((fake) => {
    fake.answer(READ, () => json(REQUEST));
    fake.answer(DECIDE, () => json({ redirect_url: BACK }));
  });
  const allow = await screen.findByRole("button", { name: texts.allow });
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe(texts.asks("Choir book"));
  const scopes = screen.getAllByRole("listitem").map((item) => item.textContent);
  expect(scopes).toEqual([texts.scopes["openid"], texts.scopes["email"], "songs:read"]);
  expect(screen.getByText(texts.leadsTo("choir.example"), { exact: false })).toBeTruthy();
  await user.click(allow);
  await vi.waitFor(() => expect(leave).toHaveBeenCalledWith(BACK));
  expect(server.to(DECIDE)[0]?.body).toEqual({ action: "approve" });
});

test("leaves with a no", async () => {
  const refused = "https://choir.example/back?error=access_denied";
  const { user, server, leave } = await open((fake) => {
    fake.answer(READ, () => json(REQUEST));
    fake.answer(DECIDE, () => json({ redirect_url: refused }));
  });
  await user.click(await screen.findByRole("button", { name: texts.refuse }));
  await vi.waitFor(() => expect(leave).toHaveBeenCalledWith(refused));
  expect(server.to(DECIDE)[0]?.body).toEqual({ action: "deny" });
});

test("whoever has agreed before goes straight back", async () => {
  const { leave } = await open((fake) => fake.answer(READ, () => json({ redirect_url: BACK })));
  await vi.waitFor(() => expect(leave).toHaveBeenCalledWith(BACK));
  expect(screen.queryByRole("button", { name: texts.allow })).toBeNull();
});

test("a request that is over, or none, is told; nobody is sent anywhere", async () => {
  const over = { error_code: "oauth_authorization_not_found", msg: "authorization not found" };
  const { leave } = await open((fake) => fake.answer(READ, () => json(over, 404)));
  expect((await screen.findByRole("alert")).textContent).toBe(texts.invalid);
  expect(leave).not.toHaveBeenCalled();
});

test("an address without a request says the same", async () => {
  await open(() => undefined, "/auth/consent");
  expect((await screen.findByRole("alert")).textContent).toBe(texts.invalid);
});

test("a decision that does not arrive keeps the question", async () => {
  const { user, leave } = await open((fake) => {
    fake.answer(READ, () => json(REQUEST));
    fake.answer(DECIDE, unreachable);
  });
  await user.click(await screen.findByRole("button", { name: texts.allow }));
  expect(await screen.findByText(texts.failed)).toBeTruthy();
  expect(screen.getByRole("button", { name: texts.allow })).toHaveProperty("disabled", false);
  expect(leave).not.toHaveBeenCalled();
});
