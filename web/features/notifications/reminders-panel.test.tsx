import { screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { notificationMessages } from "#shared/messages/notifications.ts";
import {
  createFakeServer,
  type FakeServer,
  json,
  onHold,
  unreachable,
} from "#tests/support/fake-server.ts";
import { type FakeWorkers, installWorkers } from "#tests/support/fake-service-worker.ts";
import { renderView } from "#tests/support/render-view.tsx";
import { RemindersPanel } from "./reminders-panel.tsx";

const { en, fr } = notificationMessages;
const PUSH = "/api/push";

/** The visitor's answer to the browser's prompt. */
let permission: NotificationPermission = "granted";

beforeEach(() => {
  permission = "granted";
  vi.stubGlobal("PushManager", function PushManager() {});
  vi.stubGlobal("Notification", { requestPermission: () => Promise.resolve(permission) });
});

type Panel = ReturnType<typeof renderView> & { workers: FakeWorkers };

async function openPanel(
  stored: readonly string[] = [],
  language: "en" | "fr" = "en",
): Promise<Panel> {
  const workers = installWorkers();
  if (stored.length > 0) {
    localStorage.setItem("reminders", JSON.stringify(stored));
    workers.subscription = workers.makeSubscription();
  }
  const server = willing();
  return { ...renderView(<RemindersPanel />, { server, language }), workers };
}

/** A server that accepts every choice. */
function willing(): FakeServer {
  const server = createFakeServer();
  server.answer(`GET ${PUSH}`, () => json({ publicKey: "public-1" }));
  server.answer(`POST ${PUSH}`, () => new Response(null, { status: 204 }));
  server.answer(`DELETE ${PUSH}`, () => new Response(null, { status: 204 }));
  return server;
}

function box(name: string): HTMLInputElement {
  return screen.getByRole<HTMLInputElement>("checkbox", { name: new RegExp(`^${name}`) });
}

function selected(): boolean[] {
  return screen.getAllByRole<HTMLInputElement>("checkbox").map(({ checked }) => checked);
}

describe("a browser that shows no reminders", () => {
  it.each([
    ["no workers", () => undefined],
    [
      "no push",
      () => {
        installWorkers();
        Reflect.deleteProperty(globalThis, "PushManager");
      },
    ],
  ])("with %s says so, in French, and offers nothing", (_why, prepare) => {
    prepare();
    renderView(<RemindersPanel />, { language: "fr" });
    const panel = within(screen.getByRole("region", { name: fr.panel.title }));
    expect(panel.getByText(fr.panel.unsupported)).toBeDefined();
    expect(panel.queryByRole("checkbox")).toBeNull();
  });
});

describe("asking for a reminder", () => {
  it("names its content and time, in French", async () => {
    await openPanel([], "fr");
    expect(box(fr.panel.services).labels?.[0]?.textContent).toContain(fr.panel.servicesText);
    expect(box(fr.panel.devotional).labels?.[0]?.textContent).toContain(fr.panel.devotionalText);
    expect(selected()).toEqual([false, false, false]);
  });

  it("subscribes the device with the server's key and sends the page's language", async () => {
    const { user, server, workers } = await openPanel([], "fr");
    await user.click(box(fr.panel.services));
    await expect.poll(selected).toEqual([true, false, false]);
    expect(workers.subscribedWith).toBe("public-1");
    expect(server.to(`POST ${PUSH}`)[0]?.body).toEqual({
      endpoint: "https://push.example/device-1",
      keys: { p256dh: "key-1", auth: "secret-1" },
      topics: ["services"],
      language: "fr",
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      planHour: 19,
    });
  });

  it("requests no key for a device that is already subscribed", async () => {
    const { user, server } = await openPanel(["services"]);
    await user.click(box(en.panel.devotional));
    await expect.poll(selected).toEqual([true, true, false]);
    expect(server.to(`GET ${PUSH}`)).toEqual([]);
    expect(server.to(`POST ${PUSH}`)[0]?.body).toMatchObject({
      topics: ["services", "devotional"],
    });
  });

  it("disables both while it runs, and shows a choice only when the server has it", async () => {
    const { user, server } = await openPanel();
    const answer = onHold();
    server.answer(`POST ${PUSH}`, answer.answering);
    await user.click(box(en.panel.services));
    await expect.poll(() => server.to(`POST ${PUSH}`).length).toBe(1);
    expect(box(en.panel.services).disabled && box(en.panel.devotional).disabled).toBe(true);
    expect(selected()).toEqual([false, false, false]);
    answer.release(new Response(null, { status: 204 }));
    await expect.poll(selected).toEqual([true, false, false]);
    expect(box(en.panel.devotional).disabled).toBe(false);
  });

  it.each(["denied", "default"] as const)("shows how to fix a response of %s", async (answer) => {
    permission = answer;
    const { user, server } = await openPanel([], "fr");
    await user.click(box(fr.panel.services));
    await expect.poll(() => screen.getByRole("alert").textContent).toBe(fr.panel.blocked);
    expect(selected()).toEqual([false, false, false]);
    expect(server.requests).toEqual([]);
  });

  it.each([
    ["the key does not come", `GET ${PUSH}`, unreachable],
    ["the key has another shape", `GET ${PUSH}`, () => json({ key: 1 })],
    ["the server does not respond", `POST ${PUSH}`, unreachable],
    ["the server refuses", `POST ${PUSH}`, () => json({ error: "full" }, 429)],
  ])(
    "fails where %s: the choice stays as it was, and the next try mends it",
    async (_why, name, answering) => {
      const { user, server } = await openPanel([], "fr");
      server.answer(name, answering);
      await user.click(box(fr.panel.devotional));
      await expect.poll(() => screen.getByRole("alert").textContent).toBe(fr.panel.failed);
      expect(selected()).toEqual([false, false, false]);
      expect(localStorage.getItem("reminders")).toBeNull();
      server.answer(`GET ${PUSH}`, () => json({ publicKey: "public-1" }));
      server.answer(`POST ${PUSH}`, () => new Response(null, { status: 204 }));
      await user.click(box(fr.panel.devotional));
      await expect.poll(selected).toEqual([false, true, false]);
      expect(screen.getByRole("alert").textContent).toBe("");
    },
  );
});

describe("ending reminders", () => {
  it("keeps the other one of two", async () => {
    const { user, server, workers } = await openPanel(["services", "devotional"]);
    await user.click(box(en.panel.services));
    await expect.poll(selected).toEqual([false, true, false]);
    expect(server.to(`POST ${PUSH}`)[0]?.body).toMatchObject({ topics: ["devotional"] });
    expect(workers.subscription).not.toBeNull();
  });

  it("ends the subscription on the server and in the browser with the last one", async () => {
    const { user, server, workers } = await openPanel(["services"]);
    await user.click(box(en.panel.services));
    await expect.poll(selected).toEqual([false, false, false]);
    expect(server.to(`DELETE ${PUSH}`)[0]?.body).toEqual({
      endpoint: "https://push.example/device-1",
    });
    expect(workers.subscription).toBeNull();
    expect(localStorage.getItem("reminders")).toBe("[]");
  });

  it("keeps them, with a notice, when the server cannot be reached", async () => {
    const { user, server, workers } = await openPanel(["services"]);
    server.answer(`DELETE ${PUSH}`, unreachable);
    await user.click(box(en.panel.services));
    await expect.poll(() => screen.getByRole("alert").textContent).toBe(en.panel.failed);
    expect(selected()).toEqual([true, false, false]);
    expect(workers.subscription).not.toBeNull();
  });

  it("needs no permission: a visitor who has blocked them can still end them", async () => {
    permission = "denied";
    const { user } = await openPanel(["devotional"]);
    await user.click(box(en.panel.devotional));
    await expect.poll(selected).toEqual([false, false, false]);
    expect(screen.getByRole("alert").textContent).toBe("");
  });
});

describe("the stored reminders", () => {
  it("are dropped when the browser has ended the subscription by itself", async () => {
    const workers = installWorkers();
    localStorage.setItem("reminders", '["services"]');
    workers.subscription = null;
    renderView(<RemindersPanel />, { server: willing() });
    expect(selected()).toEqual([true, false, false]);
    await expect.poll(selected).toEqual([false, false, false]);
  });

  it.each(['["sport"]', "services", '{"services":true}'])("are ignored as %s", async (text) => {
    installWorkers();
    localStorage.setItem("reminders", text);
    renderView(<RemindersPanel />);
    expect(selected()).toEqual([false, false, false]);
  });
});
