import { screen } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { notificationMessages } from "#shared/messages/notifications.ts";
import { createFakeServer, json } from "#tests/support/fake-server.ts";
import { installWorkers } from "#tests/support/fake-service-worker.ts";
import { renderView } from "#tests/support/render-view.tsx";
import { PlanReminder } from "./plan-reminder.tsx";

const { en, fr } = notificationMessages;
const PUSH = "/api/push";
const SITE = { hasWorker: true, hasReminders: true };

beforeEach(() => {
  vi.stubGlobal("PushManager", function PushManager() {});
  vi.stubGlobal("Notification", { requestPermission: () => Promise.resolve("granted") });
});

function open(need: "today" | "done" | "none", stored: readonly string[] = []) {
  const workers = installWorkers();
  if (stored.length > 0) {
    localStorage.setItem("reminders", JSON.stringify(stored));
    workers.subscription = workers.makeSubscription();
  }
  const server = createFakeServer();
  server.answer(`GET ${PUSH}`, () => json({ publicKey: "public-1" }));
  server.answer(`POST ${PUSH}`, () => new Response(null, { status: 204 }));
  server.answer(`PATCH ${PUSH}`, () => new Response(null, { status: 204 }));
  return renderView(<PlanReminder need={need} />, { server, site: SITE });
}

describe("a plan's reminder", () => {
  it("is requested at the chosen hour, next to the other topics", async () => {
    const { user, server } = open("today", ["services"]);
    await user.selectOptions(screen.getByRole("combobox", { name: en.plan.hour }), "6:00 AM");
    expect(server.requests).toEqual([]);
    await user.click(screen.getByRole("checkbox", { name: en.plan.title }));
    await expect
      .poll(() => server.to(`POST ${PUSH}`).map(({ body }) => body))
      .toMatchObject([{ topics: ["services", "plan"], planHour: 6 }]);
    await expect.poll(() => localStorage.getItem("planHour")).toBe("6");
  });

  it("moves to another hour at once", async () => {
    const { user, server } = open("today", ["plan"]);
    await user.selectOptions(screen.getByRole("combobox", { name: en.plan.hour }), "9:00 PM");
    await expect
      .poll(() => server.to(`POST ${PUSH}`).map(({ body }) => body))
      .toMatchObject([{ topics: ["plan"], planHour: 21 }]);
  });

  it.each([
    ["today", null],
    ["done", expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/)],
    ["none", "2999-12-31"],
  ] as const)(
    "tells the server until when there is nothing to read: %s",
    async (need, quietUntil) => {
      const { server } = open(need, ["plan"]);
      await expect.poll(() => server.to(`PATCH ${PUSH}`).length).toBe(1);
      expect(server.to(`PATCH ${PUSH}`)[0]?.body).toEqual({
        endpoint: "https://push.example/device-1",
        quietUntil,
      });
    },
  );

  it("says when it is unavailable on this site or in this browser", () => {
    const site = { hasWorker: true, hasReminders: false };
    renderView(<PlanReminder need="today" />, { site, language: "fr" });
    expect(screen.getByText(fr.plan.none)).toBeDefined();
    Reflect.deleteProperty(globalThis, "PushManager");
    renderView(<PlanReminder need="today" />, { site: SITE, language: "fr" });
    expect(screen.getByText(fr.panel.unsupported)).toBeDefined();
  });
});
