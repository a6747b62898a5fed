import { afterEach, beforeEach, expect, it, vi, describe } from "vitest";
import { type WelcomeBrowser, welcomeVisitor, useWelcome } from "./use-welcome.ts";
import { act, screen } from "@testing-library/react";
import { notificationMessages } from "#shared/messages/notifications.ts";
import { installWorkers } from "#tests/support/fake-service-worker.ts";
import { renderView } from "#tests/support/render-view.tsx";
import { expectComplaint } from "#tests/support/view-console.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

type Facts = {
  permission: NotificationPermission;
  answer?: NotificationPermission;
  hasVisited?: boolean;
};

function visit({ permission, answer = permission, hasVisited = false }: Facts) {
  const steps: string[] = [];
  let reply = (): void => undefined;
  const browser: WelcomeBrowser = {
    permission: () => permission,
    requestPermission: () => {
      steps.push("asked");
      return new Promise((resolve) => {
        reply = () => resolve(answer);
      });
    },
    hasVisited: () => hasVisited,
    rememberVisit: () => void steps.push("remembered"),
    show: async () => void steps.push("shown"),
  };
  const stop = welcomeVisitor(browser);
  return { steps, stop, reply: () => reply() };
}

it("permission is requested on load if undecided, and the welcome comes 3 s later (S4.23, S9.5)", async () => {
  const { steps, reply } = visit({ permission: "default", answer: "granted" });
  expect(steps).toEqual(["asked"]);
  reply();
  await vi.advanceTimersByTimeAsync(2_999);
  expect(steps).toEqual(["asked"]);
  await vi.advanceTimersByTimeAsync(1);
  expect(steps).toEqual(["asked", "shown", "remembered"]);
});

it("a visitor who takes longer to answer is welcomed then", async () => {
  const { steps, reply } = visit({ permission: "default", answer: "granted" });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(steps).toEqual(["asked"]);
  reply();
  await vi.advanceTimersByTimeAsync(0);
  expect(steps).toEqual(["asked", "shown", "remembered"]);
});

it("a decided permission is not requested again", async () => {
  const { steps } = visit({ permission: "granted" });
  await vi.advanceTimersByTimeAsync(3_000);
  expect(steps).toEqual(["shown", "remembered"]);
});

it("a denial shows nothing, and the next visit is not the first", async () => {
  const { steps } = visit({ permission: "denied" });
  await vi.advanceTimersByTimeAsync(3_000);
  expect(steps).toEqual(["remembered"]);
});

it("later visits are asked while it is undecided, and never welcomed", async () => {
  const { steps, reply } = visit({ permission: "default", answer: "granted", hasVisited: true });
  reply();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(steps).toEqual(["asked"]);
});

it("a visitor who has left is not welcomed", async () => {
  const { steps, stop } = visit({ permission: "granted" });
  stop();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(steps).toEqual([]);
});

const { en, fr } = notificationMessages;
const WELCOME_AFTER_MS = 3_000;

function Page({ mayRequest = true }: { mayRequest?: boolean }) {
  return useWelcome(mayRequest) && <p>Requesting</p>;
}

type Shown = { title: string; options: NotificationOptions };

/** The browser's notifications with a preset answer. */
function installNotifications(permission: NotificationPermission, answer: () => Promise<string>) {
  const shown: Shown[] = [];
  class FakeNotification {
    static permission = permission;
    static requestPermission = vi.fn(answer);
    constructor(title: string, options: NotificationOptions) {
      shown.push({ title, options });
    }
  }
  vi.stubGlobal("Notification", FakeNotification);
  return { shown, asked: FakeNotification.requestPermission };
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});

async function pass(ms: number): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(ms));
}

const granted = () => Promise.resolve("granted");
const denied = () => Promise.resolve("denied");

describe("a first visit", () => {
  it("is welcomed by the page itself without a service worker, in French", async () => {
    const { shown } = installNotifications("granted", granted);
    renderView(<Page />, { language: "fr" });
    await pass(WELCOME_AFTER_MS - 1);
    expect(shown).toEqual([]);
    await pass(1);
    expect(shown).toEqual([
      {
        title: "Reign TV",
        options: expect.objectContaining({ body: fr.welcome, icon: "/icons/icon-192.png" }),
      },
    ]);
    expect(localStorage.getItem("hasVisited")).toBe("true");
  });

  it("is welcomed by the service worker if there is one, as Android requires", async () => {
    const workers = installWorkers();
    const { shown } = installNotifications("granted", granted);
    renderView(<Page />);
    await pass(WELCOME_AFTER_MS);
    expect(shown).toEqual([]);
    expect(workers.notified).toMatchObject([{ title: "Reign TV", options: { body: en.welcome } }]);
  });

  it.each([
    ["says no", denied],
    ["may be asked only after a tap", () => Promise.reject(new DOMException("tap"))],
  ])(
    "of a visitor who %s is not welcomed, and the next one is not the first",
    async (_who, answer) => {
      const { shown, asked } = installNotifications("default", answer);
      renderView(<Page />);
      await pass(WELCOME_AFTER_MS);
      expect(asked).toHaveBeenCalledOnce();
      expect(shown).toEqual([]);
      expect(localStorage.getItem("hasVisited")).toBe("true");
    },
  );

  it("that ends within three seconds is not welcomed, and stays the first", async () => {
    const { shown } = installNotifications("granted", granted);
    const { unmount } = renderView(<Page />);
    await pass(WELCOME_AFTER_MS - 1);
    unmount();
    await pass(WELCOME_AFTER_MS);
    expect(shown).toEqual([]);
    expect(localStorage.getItem("hasVisited")).toBeNull();
  });

  it("whose welcome fails is logged, and not welcomed again", async () => {
    expectComplaint(/The browser shows nothing/);
    const workers = installWorkers();
    workers.registration.showNotification = () =>
      Promise.reject(new Error("The browser shows nothing"));
    installNotifications("granted", granted);
    renderView(<Page />);
    await pass(WELCOME_AFTER_MS);
    expect(localStorage.getItem("hasVisited")).toBe("true");
  });
});

it("the permission waits while the page makes another offer, which waits for the browser's prompt", async () => {
  let reply = (_answer: string): void => undefined;
  const { asked } = installNotifications(
    "default",
    () => new Promise((resolve) => (reply = resolve)),
  );
  const { unmount } = renderView(<Page mayRequest={false} />);
  await pass(WELCOME_AFTER_MS);
  expect(asked).not.toHaveBeenCalled();
  unmount();
  renderView(<Page />);
  expect(screen.getByText("Requesting")).toBeDefined();
  reply("denied");
  await pass(0);
  expect(screen.queryByText("Requesting")).toBeNull();
});

it("a visitor who has decided is not asked again", async () => {
  const { asked } = installNotifications("denied", denied);
  localStorage.setItem("hasVisited", "true");
  renderView(<Page />);
  await pass(WELCOME_AFTER_MS);
  expect(asked).not.toHaveBeenCalled();
});

it("a damaged first-visit flag counts as none", async () => {
  const { shown } = installNotifications("granted", granted);
  localStorage.setItem("hasVisited", "perhaps");
  renderView(<Page />);
  await pass(WELCOME_AFTER_MS);
  expect(shown).toHaveLength(1);
});
