import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, it, onTestFinished } from "vitest";
import { mfaMessages } from "#shared/messages/account/mfa.ts";
import { securityMessages } from "#shared/messages/account/security.ts";
import { kitMessages } from "#shared/messages/studio/kit.ts";
import { todayMessages } from "#shared/messages/studio/today.ts";
import { PERMISSIONS, type Permission } from "#shared/studio/permissions.ts";
import { createFakeServer, json, unreachable } from "#tests/support/fake-server.ts";
import { STUDIO_TOOLS } from "#tests/support/studio-wrapper.tsx";
import { MEMBER, PROTECTED_MEMBER, sessionOf } from "#tests/support/member.ts";
import { signInMember } from "#tests/support/member-session.ts";
import { renderView } from "#tests/support/render-view.tsx";
import { serveStudio } from "#tests/support/studio-server.ts";
import { findToast, textOf } from "#tests/support/view-actions.ts";
import { openSession } from "#web/lib/session/session.ts";
import { sendingChannel } from "./channels/go-live/sending-channel.ts";
import { StudioEntry } from "./studio-entry.tsx";
import { Studio } from "./studio.tsx";

const { en, fr } = kitMessages;
const ME = "POST /rest/v1/rpc/studio_me";

async function openStudio(
  permissions: readonly Permission[] = PERMISSIONS,
  at = "/studio",
  language: "en" | "fr" = "en",
) {
  const server = createFakeServer();
  await signInMember(server);
  serveStudio(server, { permissions });
  return renderView(<Studio deps={STUDIO_TOOLS} />, { server, at, language });
}

const heading = (name: string) => screen.findByRole("heading", { level: 1, name });

it("shows only the sign-in to signed-out visitors", async () => {
  renderView(<Studio deps={STUDIO_TOOLS} />, { at: "/studio", language: "fr" });
  await heading(fr.gate.signInTitle);
  expect(screen.getByRole("link", { name: fr.gate.signIn }).getAttribute("href")).toBe("/fr/auth");
  expect(screen.queryByRole("navigation")).toBeNull();
});

it("tells a user who is not staff whom to ask", async () => {
  await openStudio([]);
  await heading(en.gate.noRightsTitle);
  expect(textOf(screen.getByRole("main"))).toContain(MEMBER.email);
});

it("sets up the second factor in place when the permissions require one, then opens", async () => {
  const server = createFakeServer();
  await signInMember(server);
  const me = { permissions: [], isOwner: false, name: "Ruth", needsSecondStep: true };
  server.answer(ME, () => json(me));
  const { user, site } = renderView(<Studio deps={STUDIO_TOOLS} />, { server, at: "/studio" });
  await heading(en.gate.stepTitle);
  expect(screen.getByRole("button", { name: securityMessages.en.twoStep.addApp })).toBeDefined();
  expect(screen.queryByRole("button", { name: en.card.open })).toBeNull();

  server.answer("POST /auth/v1/token", () => json(sessionOf(PROTECTED_MEMBER)));
  server.answer("GET /auth/v1/factors/recovery-codes", () => json({ total: 10, remaining: 10 }));
  serveStudio(server);
  await act(() => openSession(site).client.auth.refreshSession());
  // The recovery codes may still be on the screen.
  act(() => void document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));
  await user.click(await screen.findByRole("button", { name: en.card.open }));
  expect(await heading(todayMessages.en.title)).toBeDefined();
});

it("asks in place for a second factor that the session lacks", async () => {
  const server = createFakeServer();
  await signInMember(server, PROTECTED_MEMBER, "aal1");
  renderView(<Studio deps={STUDIO_TOOLS} />, { server, at: "/studio" });
  await heading(en.gate.stepTitle);
  expect(screen.getByLabelText(mfaMessages.en.code)).toBeDefined();
});

it("lists exactly the permitted pages in the menu", async () => {
  await openStudio(["devotionals"]);
  await heading(todayMessages.en.title);
  const menu = screen.getByRole("navigation", { name: en.menu });
  const names = within(menu).getAllByRole("link").map(textOf);
  expect(names).toContain(en.nav.today);
  expect(names).not.toContain(en.nav.channels);
  const tabs = screen.getByRole("navigation", { name: en.tabs });
  expect(within(tabs).getAllByRole("link").length).toBeLessThanOrEqual(5);
  const current = within(menu).getByRole("link", { current: "page" });
  expect(textOf(current)).toBe(en.nav.today);
});

it("lists pages without a tab under More, which is then the current tab", async () => {
  const { user, address } = await openStudio();
  await heading(todayMessages.en.title);
  const tabs = screen.getByRole("navigation", { name: en.tabs });
  await user.click(within(tabs).getByRole("link", { name: en.more }));
  await heading(en.more);
  expect(textOf(within(tabs).getByRole("link", { current: "page" }))).toBe(en.more);
  await user.click(within(screen.getByRole("main")).getByRole("link", { name: en.nav.log }));
  await expect.poll(address).toBe("/studio/log");
});

it("shows on other pages that the camera sends, and leads back to it", async () => {
  const { user, address } = await openStudio();
  await heading(todayMessages.en.title);
  expect(screen.queryByRole("link", { name: en.camera })).toBeNull();
  act(() => sendingChannel.set("english"));
  onTestFinished(() => sendingChannel.set(null));
  await user.click(screen.getByRole("link", { name: en.camera }));
  await waitFor(() => expect(screen.queryByRole("link", { name: en.camera })).toBeNull());
  expect(address()).toBe("/studio/channels/english");
});

it("explains an unknown path and leads back", async () => {
  await openStudio(PERMISSIONS, "/studio/nothing-here");
  expect(await heading(en.missing.title)).toBeDefined();
});

it("notices revoked permissions with the next poll", async () => {
  const { server } = await openStudio();
  await heading(todayMessages.en.title);
  serveStudio(server, { permissions: [] });
  act(() => void document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));
  expect(await heading(en.gate.noRightsTitle)).toBeDefined();
});

it("leaves the studio on sign-out", async () => {
  const { site } = await openStudio();
  await heading(todayMessages.en.title);
  await act(() => openSession(site).leave("local"));
  expect(await heading(en.gate.signInTitle)).toBeDefined();
});

it("retries when the permissions could not be read", async () => {
  const server = createFakeServer();
  await signInMember(server);
  server.answer(ME, unreachable);
  const { user } = renderView(<Studio deps={STUDIO_TOOLS} />, { server, at: "/studio" });
  const again = await screen.findByRole("button", { name: en.tryAgain });
  serveStudio(server);
  await user.click(again);
  expect(await heading(todayMessages.en.title)).toBeDefined();
});

it("ends the session after twelve idle hours; signing in counts as an action", async () => {
  localStorage.setItem("studioLastAct", JSON.stringify("2020-01-01T00:00:00.000Z"));
  await openStudio();
  await heading(en.gate.signInTitle);
  expect(textOf(await findToast())).toContain(en.gate.idleText);

  const server = createFakeServer();
  await signInMember(server, { ...MEMBER, last_sign_in_at: new Date().toISOString() });
  serveStudio(server);
  renderView(<Studio deps={STUDIO_TOOLS} />, { server, at: "/studio" });
  expect(await heading(todayMessages.en.title)).toBeDefined();
});

it("shows the entry on the profile of staff", async () => {
  const server = createFakeServer();
  await signInMember(server);
  serveStudio(server, { permissions: ["numbers"] });
  renderView(<StudioEntry />, { server });
  const link = await screen.findByRole("link", { name: en.card.open });
  expect(link.getAttribute("href")).toBe("/studio");
});

it("shows nothing on the profile of other users", async () => {
  const server = createFakeServer();
  await signInMember(server);
  serveStudio(server, { permissions: [] });
  renderView(<StudioEntry />, { server });
  await waitFor(() => expect(server.to(ME)).toHaveLength(1));
  expect(screen.queryByRole("link")).toBeNull();
});

it("shows nothing and asks once when the server has another release", async () => {
  const server = createFakeServer();
  await signInMember(server);
  server.answer(ME, () => json({ code: "PGRST202", message: "no such function" }, 404));
  renderView(<StudioEntry />, { server });
  await waitFor(() => expect(server.to(ME)).toHaveLength(1));
  expect(screen.queryByRole("link")).toBeNull();
});
