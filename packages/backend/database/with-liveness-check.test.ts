import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { withLivenessCheck } from "./with-liveness-check.ts";

const MINUTE_MS = 60_000;

describe("work on a database", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("is passed on as it ends, and leaves no timer", async () => {
    const ping = vi.fn<() => Promise<boolean>>();
    await expect(withLivenessCheck(Promise.resolve(7), ping)).resolves.toBe(7);
    await expect(withLivenessCheck(Promise.reject(new Error("no")), ping)).rejects.toThrow("no");
    expect(vi.getTimerCount()).toBe(0);
    expect(ping).not.toHaveBeenCalled();
  });

  it("is awaited while the database answers others", async () => {
    const late = Promise.withResolvers<string>();
    const waiting = withLivenessCheck(late.promise, () => Promise.resolve(true));
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    late.resolve("done");
    await expect(waiting).resolves.toBe("done");
    expect(vi.getTimerCount()).toBe(0);
  });

  it("is given up as retryable when the database answers no one", async () => {
    const never = new Promise<string>(() => undefined);
    const error = withLivenessCheck(never, () => Promise.resolve(false)).catch(
      (error: unknown) => error,
    );
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    expect(await error).toMatchObject({ code: "08006" });
  });
});
