import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { withTimeLimit } from "./time-limit.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("aborts work that takes too long", async () => {
  const result = withTimeLimit(
    1_000,
    (signal) =>
      new Promise<string>((resolve) => {
        signal.addEventListener("abort", () => resolve("stopped"));
      }),
  );
  vi.advanceTimersByTime(1_000);
  expect(await result).toBe("stopped");
});

it.each([
  ["succeeds", () => Promise.resolve("done")],
  ["fails", () => Promise.reject(new Error("no"))],
])("leaves no timer after work that %s", async (_, work) => {
  await withTimeLimit(1_000, work).catch(() => undefined);
  expect(vi.getTimerCount()).toBe(0);
});
