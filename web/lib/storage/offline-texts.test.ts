import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { readWithCopy } from "./offline-texts.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const KEY = ["chapter"];

function read(copy: string | null) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const { promise: answer, resolve, reject } = Promise.withResolvers<string>();
  const result = client.fetchQuery({
    queryKey: KEY,
    queryFn: (context) =>
      readWithCopy(context, {
        answer,
        copy: Promise.resolve(copy),
        fallback: (stored) => `${stored} for want of an answer`,
      }),
  });
  const shown = () => client.getQueryData(KEY);
  return { result, shown, resolve, reject };
}

it("shows the device's copy at once, and the response when it arrives", async () => {
  const { result, shown, resolve } = read("copy");
  await vi.advanceTimersByTimeAsync(0);
  expect(shown()).toBe("copy");
  resolve("answer");
  expect(await result).toBe("answer");
  expect(shown()).toBe("answer");
});

it("falls back to the copy after 3 s without a response", async () => {
  const { result, shown, resolve } = read("copy");
  await vi.advanceTimersByTimeAsync(3_000);
  expect(await result).toBe("copy for want of an answer");
  resolve("late answer");
  await vi.advanceTimersByTimeAsync(0);
  expect(shown()).toBe("late answer");
});

it("falls back to the copy after a failure; without a copy it throws", async () => {
  const stored = read("copy");
  stored.reject(new Error("no connection"));
  expect(await stored.result).toBe("copy for want of an answer");
  const none = read(null);
  const failure = none.result.catch((error: unknown) => error);
  none.reject(new Error("no connection"));
  expect(await failure).toEqual(new Error("no connection"));
});

it("waits for a late response without a copy", async () => {
  const { result, shown, resolve } = read(null);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(shown()).toBeUndefined();
  resolve("answer");
  expect(await result).toBe("answer");
});
