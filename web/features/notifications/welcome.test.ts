import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type WelcomeBrowser, welcomeVisitor } from "./welcome.ts";

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
