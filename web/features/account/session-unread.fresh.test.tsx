import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { accountMessages } from "#shared/messages/account/account.ts";
import { profileMessages } from "#shared/messages/account/profile.ts";
import { createFakeServer, json, onHold } from "#tests/support/fake-server.ts";
import { MEMBER, sessionOf } from "#tests/support/member.ts";
import { renderView } from "#tests/support/render-view.tsx";
import { ConfirmedPage } from "./confirmed-page.tsx";
import { ProfilePage } from "./profile-page.tsx";
import { ResetPage } from "./reset-page.tsx";

const PROFILE = {
  full_name: "Ruth Moyo",
  username: null,
  bio: null,
  phone: null,
  avatar_url: null,
};

/** One test only, because a tab reads its session once. */
it("keeps pages waiting while a stored session is renewed, then opens them", async () => {
  const expired = { ...sessionOf(MEMBER), expires_at: 1 };
  localStorage.setItem("sb-localhost-auth-token", JSON.stringify(expired));
  const server = createFakeServer();
  server.answer("GET /api/live", () => json({ now: new Date().toISOString() }));
  const renewal = onHold();
  server.answer("POST /auth/v1/token", renewal.answering);
  server.answer("GET /rest/v1/profiles", () => json(PROFILE));
  const en = accountMessages.en;

  const reset = renderView(<ResetPage />, { server });
  expect(screen.getByRole("status").textContent).toBe(en.checkingLink);
  reset.unmount();

  const confirmed = renderView(<ConfirmedPage />, { server });
  expect(screen.getByRole("status").textContent).toBe(en.checkingLink);
  expect(screen.queryByRole("alert")).toBeNull();
  confirmed.unmount();

  const profile = renderView(<ProfilePage onSignOut={() => undefined} />, {
    server,
    at: "/profile",
  });
  expect(screen.getByRole("status", { name: profileMessages.en.loading })).toBeDefined();
  expect(profile.address()).toBe("/profile");
  renewal.release(json(sessionOf(MEMBER)));
  expect(await screen.findByRole("region", { name: "Ruth Moyo" })).toBeDefined();
  expect(profile.address()).toBe("/profile");
});
