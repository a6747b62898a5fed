import { screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { notificationMessages } from "#shared/messages/notifications.ts";
import { createFakeServer, json } from "#tests/support/fake-server.ts";
import { installWorkers } from "#tests/support/fake-service-worker.ts";
import { renderView } from "#tests/support/render-view.tsx";
import { ServiceReminder } from "./service-reminder.tsx";

const { en, fr } = notificationMessages;
const SITE = { hasWorker: true, hasReminders: true };

let permission: NotificationPermission = "granted";

beforeEach(() => {
  permission = "granted";
  vi.stubGlobal("PushManager", function PushManager() {});
  vi.stubGlobal("Notification", { requestPermission: () => Promise.resolve(permission) });
});

it("turns the reminder of services on and off", async () => {
  installWorkers();
  const server = createFakeServer();
  server.answer("GET /api/push", () => json({ publicKey: "public-1" }));
  server.answer("POST /api/push", () => new Response(null, { status: 204 }));
  server.answer("DELETE /api/push", () => new Response(null, { status: 204 }));
  const { user } = renderView(<ServiceReminder />, { server, site: SITE, language: "fr" });
  await user.click(screen.getByRole("button", { name: fr.service.remind }));
  await user.click(await screen.findByRole("button", { name: fr.service.isOn }));
  expect(await screen.findByRole("button", { name: fr.service.remind })).toBeDefined();
});

it("says why it stays off", async () => {
  installWorkers();
  permission = "denied";
  const { user } = renderView(<ServiceReminder />, { site: SITE });
  await user.click(screen.getByRole("button", { name: en.service.remind }));
  await expect.poll(() => screen.getByRole("alert").textContent).toBe(en.panel.blocked);
});

it.each([
  [{ ...SITE, hasReminders: false }, true],
  [{ ...SITE, hasWorker: false }, true],
  [SITE, false],
])("is absent with %j and push %s", (site, hasPush) => {
  if (hasPush) installWorkers();
  else vi.stubGlobal("PushManager", undefined);
  if (!hasPush) Reflect.deleteProperty(globalThis, "PushManager");
  const { container } = renderView(<ServiceReminder />, { site });
  expect(container.textContent).toBe("");
});
