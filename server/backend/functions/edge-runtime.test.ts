import { afterEach, describe, expect, it, vi } from "vitest";
import { inEdgeRuntime, provideEdgeRuntime } from "./edge-runtime.ts";

declare const EdgeRuntime: { waitUntil<T>(work: Promise<T>): Promise<T> };

describe("EdgeRuntime.waitUntil", () => {
  afterEach(() => void Reflect.deleteProperty(globalThis, "EdgeRuntime"));

  it("reaches the calling function, also from its callbacks, and returns the work", async () => {
    provideEdgeRuntime();
    const [one, other] = [vi.fn<() => void>(), vi.fn<() => void>()];
    const work = Promise.resolve("result");
    await Promise.all([
      inEdgeRuntime(one, async () => {
        await Promise.resolve();
        expect(EdgeRuntime.waitUntil(work)).toBe(work);
      }),
      inEdgeRuntime(other, () => Promise.resolve()),
    ]);
    expect(one).toHaveBeenCalledExactlyOnceWith(work);
    expect(other).not.toHaveBeenCalled();
  });

  it("has no effect outside functions", async () => {
    provideEdgeRuntime();
    expect(await EdgeRuntime.waitUntil(Promise.resolve("result"))).toBe("result");
  });
});
