import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { securityMessages } from "#shared/messages/account/security.ts";
import { createFakeServer, json } from "#tests/support/fake-server.ts";
import { MEMBER, PROTECTED_MEMBER } from "#tests/support/member.ts";
import { signInMember } from "#tests/support/member-session.ts";
import { renderView } from "#tests/support/render-view.tsx";
import { fill } from "#tests/support/view-actions.ts";
import { AddAuthenticatorDialog } from "./add-authenticator-dialog.tsx";

const { addApp } = securityMessages.en;
const [FACTOR] = PROTECTED_MEMBER.factors ?? [];
const ID = FACTOR?.id ?? "";

it.each([
  ["after an unfinished set-up, whose key is dead", [{ ...FACTOR, status: "unverified" }], 1],
  ["the first time", [], 0],
])("names entries of the app that do not work: %s", async (_when, factors, removals) => {
  const server = createFakeServer();
  await signInMember(server);
  server.answer("GET /auth/v1/user", () => json({ ...MEMBER, factors }));
  server.answer(`DELETE /auth/v1/factors/${ID}`, () => json({ id: ID }));
  server.answer("POST /auth/v1/factors", () =>
    json({
      id: "new",
      type: "totp",
      totp: { qr_code: "data:,", secret: "JBSWY3DP", uri: "otpauth:" },
    }),
  );
  server.answer("POST /auth/v1/factors/new/challenge", () => json({ id: "c", expires_at: 1 }));
  server.answer("POST /auth/v1/factors/new/verify", () =>
    json({ error_code: "mfa_verification_failed", msg: "No" }, 422),
  );
  const nothing = (): void => undefined;
  const { user } = renderView(
    <AddAuthenticatorDialog user={MEMBER} isSignedOut={false} onDone={nothing} onClose={nothing} />,
    { server },
  );
  await user.click(screen.getByRole("button", { name: addApp.proceed }));
  await screen.findByText(addApp.scan);
  expect(screen.queryAllByText(addApp.again("Reign TV"))).toHaveLength(removals);
  expect(server.to(`DELETE /auth/v1/factors/${ID}`)).toHaveLength(removals);
  await fill(user, screen.getByLabelText(addApp.code), "123456");
  await user.click(screen.getByRole("button", { name: addApp.turnOn }));
  expect(await screen.findByText(addApp.wrongCode)).toBeDefined();
});
