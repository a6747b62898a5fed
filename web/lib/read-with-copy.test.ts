import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readWithCopy } from "./read-with-copy.ts";

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
        standIn: (kept) => `${kept} for want of an answer`,
      }),
  });
  const shown = () => client.getQueryData(KEY);
  return { result, shown, resolve, reject };
}

test("what the device has is shown at once, and the answer when it comes", async () => {
  const { result, shown, resolve } = read("copy");
  await vi.advanceTimersByTimeAsync(0);
  expect(shown()).toBe("copy");
  resolve("answer");
  expect(await result).toBe("answer");
  expect(shown()).toBe("answer");
});

test("the copy stands in after 3 s without an answer, until one comes", async () => {
  const { result, shown, resolve } = read("copy");
  await vi.advanceTimersByTimeAsync(3_000);
  expect(await result).toBe("copy for want of an answer");
  resolve("late answer");
  await vi.advanceTimersByTimeAsync(0);
  expect(shown()).toBe("late answer");
});

test("the copy stands in for a failure; without one the failure is told", async () => {
  const kept = read("copy");
  kept.reject(new Error("no connection"));
  expect(await kept.result).toBe("copy for want of an answer");
  const none = read(null);
  const failure = none.result.catch((error: unknown) => error);
  none.reject(new Error("no connection"));
  expect(await failure).toEqual(new Error("no connection"));
});

test("without a copy a late answer is waited for", async () => {
  const { result, shown, resolve } = read(null);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(shown()).toBeUndefined();
  resolve("answer");
  expect(await result).toBe("answer");
});
