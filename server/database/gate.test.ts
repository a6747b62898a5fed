import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createGate } from "./gate.ts";

/** Work that ends when it is told to. */
function pending() {
  let finish: () => void = () => undefined;
  const done = new Promise<void>((resolve) => {
    finish = resolve;
  });
  return { work: () => done, finish };
}

describe("the gate before the pool (R-63)", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("admits as many as there are connections and lets the next in when one leaves", async () => {
    const gate = createGate({ places: 1, queueLimit: 1, waitLimitMs: 2_000 });
    const first = pending();
    const running = gate.run(first.work);
    const order: string[] = [];
    const second = gate.run(() => Promise.resolve(order.push("second")));
    await vi.advanceTimersByTimeAsync(1_999);
    expect(order).toEqual([]);
    first.finish();
    await Promise.all([running, second]);
    expect(order).toEqual(["second"]);
  });

  it("refuses with 57014 when the line is full", async () => {
    const gate = createGate({ places: 1, queueLimit: 1, waitLimitMs: 2_000 });
    const first = pending();
    const running = gate.run(first.work);
    const waiting = gate.run(() => Promise.resolve("late"));
    await expect(gate.run(() => Promise.resolve())).rejects.toMatchObject({ code: "57014" });
    first.finish();
    await running;
    expect(await waiting).toBe("late");
  });

  it("refuses with 57014 after two seconds in the line, and recovers", async () => {
    const gate = createGate({ places: 1, queueLimit: 5, waitLimitMs: 2_000 });
    const first = pending();
    const running = gate.run(first.work);
    const outcome = gate.run(() => Promise.resolve("in")).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await outcome).toMatchObject({ code: "57014" });
    first.finish();
    await running;
    expect(await gate.run(() => Promise.resolve("again"))).toBe("again");
  });

  it("gives the place back when the work fails", async () => {
    const gate = createGate({ places: 1, queueLimit: 0, waitLimitMs: 0 });
    await expect(gate.run(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
    expect(await gate.run(() => Promise.resolve("yes"))).toBe("yes");
  });
});
