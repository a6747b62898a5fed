import { act, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { accountMessages } from "#shared/messages/account/account.ts";
import { securityMessages } from "#shared/messages/account/security.ts";
import { joinMessages } from "#shared/messages/studio/join.ts";
import {
  createFakeServer,
  type FakeServer,
  json,
  unreachable,
} from "#tests/support/fake-server.ts";
import { STUDIO_TOOLS } from "#tests/support/studio-wrapper.tsx";
import { MEMBER, PROTECTED_MEMBER, sessionOf } from "#tests/support/member.ts";
import { signInMember } from "#tests/support/member-session.ts";
import { renderView } from "#tests/support/render-view.tsx";
import { testSite } from "#tests/support/site-fixture.ts";
import { openSession } from "#web/lib/session/session.ts";
import { fill } from "#tests/support/view-actions.ts";
import { JoinPage } from "./join-page.tsx";

const { en } = joinMessages;
const TOKEN = "0f".repeat(32);
const ACCEPT = "POST /rest/v1/rpc/studio_accept";
const ADDRESS = MEMBER.email ?? "";

function open(server: FakeServer, hash = `#${TOKEN}`) {
  return renderView(<JoinPage deps={STUDIO_TOOLS} />, { server, at: `/studio/join${hash}` });
}

async function taken(outcome: object) {
  const server = createFakeServer();
  await signInMember(server);
  server.answer(ACCEPT, () => json(outcome));
  const { user } = open(server);
  await user.click(await screen.findByRole("button", { name: en.join }));
  return { server, user };
}

it("asks to sign in in place and then accepts the invitation", async () => {
  const server = createFakeServer();
  server.answer("POST /auth/v1/token", () => json(sessionOf(MEMBER)));
  server.answer("POST /auth/v1/logout", () => new Response(null, { status: 204 }));
  server.answer(ACCEPT, () => json({ outcome: "accepted", needsSecondStep: false }));
  const { user } = open(server);
  await screen.findByText(en.account.signIn);
  const { email, password, signIn } = accountMessages.en;
  await fill(user, screen.getByLabelText(email), ADDRESS);
  await fill(user, screen.getByLabelText(password), "green pastures 23");
  await user.click(screen.getByRole("button", { name: signIn }));
  await user.click(await screen.findByRole("button", { name: en.join }));
  expect(await screen.findByText(en.acceptedText)).toBeDefined();
  expect(server.to(ACCEPT).map(({ body }) => body)).toEqual([{ p_token: TOKEN }]);
  await openSession(testSite()).leave("local");
});

const OWNER_HASH = `#${TOKEN}.owner`;

it("lets an initial owner create an account and set up a second factor, then enter", async () => {
  const server = createFakeServer();
  server.answer("POST /auth/v1/signup", () => json(sessionOf(MEMBER)));
  server.answer("POST /rest/v1/profiles", () => json({}, 201));
  server.answer("POST /auth/v1/logout", () => new Response(null, { status: 204 }));
  server.answer(ACCEPT, () => json({ outcome: "accepted", needsSecondStep: true }));
  const { user } = open(server, OWNER_HASH);
  await screen.findByText(en.firstAccount.signUp);
  const { email, fullName, password, signUp } = accountMessages.en;
  await fill(user, screen.getByLabelText(fullName), "Ruth Moyo");
  await fill(user, screen.getByLabelText(email), ADDRESS);
  await fill(user, screen.getByLabelText(password), "green pastures 23");
  await user.click(screen.getByRole("button", { name: signUp }));
  await user.click(await screen.findByRole("button", { name: en.becomeOwner }));
  await screen.findByText(en.needsStepText);
  expect(screen.getByRole("button", { name: securityMessages.en.twoStep.addApp })).toBeDefined();
  expect(screen.queryByRole("link", { name: en.openStudio })).toBeNull();

  server.answer("POST /auth/v1/token", () => json(sessionOf(PROTECTED_MEMBER)));
  server.answer("GET /auth/v1/factors/recovery-codes", () => json({ total: 10, remaining: 10 }));
  const session = openSession(testSite());
  await act(() => session.client.auth.refreshSession());
  expect(await screen.findByRole("link", { name: en.openStudio })).toBeDefined();
  await session.leave("local");
});

it("lets an initial owner with an account sign in on the page", async () => {
  const { user } = open(createFakeServer(), OWNER_HASH);
  await user.click(await screen.findByRole("button", { name: en.toSignIn }));
  expect(screen.getByText(en.firstAccount.signIn)).toBeDefined();
  expect(screen.queryByLabelText(accountMessages.en.fullName)).toBeNull();
});

it("lets an invited user without an account create one on the page", async () => {
  const { user } = open(createFakeServer());
  await user.click(await screen.findByRole("button", { name: en.toSignUp }));
  expect(screen.getByText(en.account.signUp)).toBeDefined();
  expect(screen.getByLabelText(accountMessages.en.fullName)).toBeDefined();
});

it.each([
  ["unknown", en.firstReplaced],
  ["over", en.firstOver],
])("explains a link of an initial owner that is %s", async (outcome, text) => {
  const server = createFakeServer();
  await signInMember(server);
  server.answer(ACCEPT, () => json({ outcome }));
  const { user } = open(server, OWNER_HASH);
  await user.click(await screen.findByRole("button", { name: en.becomeOwner }));
  expect((await screen.findByRole("alert")).textContent).toBe(text);
});

it.each(["unknown", "used", "over", "unconfirmed", "already"] as const)(
  "explains a link that is %s",
  async (outcome) => {
    await taken({ outcome });
    expect((await screen.findByRole("alert")).textContent).toBe(en.outcomes[outcome]);
    const leadsOn = outcome === "used" || outcome === "already";
    expect(screen.queryAllByRole("link", { name: en.openStudio })).toHaveLength(leadsOn ? 1 : 0);
  },
);

it("names the email of a link for another account and signs out to change", async () => {
  const { user } = await taken({ outcome: "other_address", address: "a…@example.org" });
  expect((await screen.findByRole("alert")).textContent).toBe(
    en.otherAddress("a…@example.org", ADDRESS),
  );
  await user.click(screen.getByRole("button", { name: en.signOut }));
  expect(await screen.findByText(en.account.signIn)).toBeDefined();
});

it("reports half a link before sign-in, and retries when the server is down", async () => {
  open(createFakeServer(), "#0f0f");
  expect((await screen.findByRole("alert")).textContent).toBe(en.outcomes.unknown);

  const server = createFakeServer();
  await signInMember(server);
  server.answer(ACCEPT, unreachable);
  const { user } = open(server);
  await user.click(await screen.findByRole("button", { name: en.join }));
  expect(await screen.findByText(en.failed)).toBeDefined();
  expect(screen.getByRole("button", { name: en.join })).toBeDefined();
});

const OTP = "POST /auth/v1/otp";
const VERIFY = "POST /auth/v1/verify";
const VERSION = { "x-supabase-api-version": "2024-01-01" };

it("asks for a mailed code when the mailbox is not verified, then accepts", async () => {
  const { server, user } = await taken({ outcome: "needs_code" });
  server.answer(OTP, () => json({}));
  await user.click(await screen.findByRole("button", { name: en.sendCode }));
  await screen.findByText(en.codeSent(ADDRESS));
  expect(server.to(OTP).map(({ body }) => body)).toMatchObject([
    { email: ADDRESS, create_user: false },
  ]);

  server.answer(VERIFY, () => json({ code: "otp_expired", message: "No" }, 403, VERSION));
  const code = screen.getByLabelText(en.code);
  await fill(user, code, "000000");
  await user.click(screen.getByRole("button", { name: en.confirmCode }));
  await screen.findByText(en.wrongCode);

  server.answer(VERIFY, () => json(sessionOf(MEMBER)));
  server.answer("GET /auth/v1/user", () => json(MEMBER));
  server.answer("POST /auth/v1/logout", () => new Response(null, { status: 204 }));
  server.answer(ACCEPT, () => json({ outcome: "accepted", needsSecondStep: false }));
  await fill(user, code, "123456");
  await user.click(screen.getByRole("button", { name: en.confirmCode }));
  expect(await screen.findByText(en.acceptedText)).toBeDefined();
  expect(server.to(VERIFY).at(-1)?.body).toMatchObject({
    email: ADDRESS,
    token: "123456",
    type: "email",
  });
});

it("explains why a code cannot be sent now", async () => {
  const { server, user } = await taken({ outcome: "needs_code" });
  server.answer(OTP, () =>
    json({ code: "over_email_send_rate_limit", message: "No" }, 429, VERSION),
  );
  await user.click(await screen.findByRole("button", { name: en.sendCode }));
  expect((await screen.findByRole("alert")).textContent).toBe(en.tooManyCodes);
});
