import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  createConnectionLimiter,
  type ConnectionLimiter,
  type ConnectionRequest,
} from "./connection-limiter.ts";

/** Work that ends on request. */
function pending() {
  let finish: () => void = () => undefined;
  const done = new Promise<void>((resolve) => {
    finish = resolve;
  });
  return { work: () => done, finish };
}

const SIZES = {
  maxConnections: 1,
  connectionsPerHolder: 4,
  costlyConnections: 2,
  waitLimitMs: 2_000,
};
const OURS: ConnectionRequest = { holder: null, isCostly: false };

describe("the connections of a pool", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("admits as many as there are connections and lets the next in when one leaves", async () => {
    const limiter = createConnectionLimiter({ ...SIZES, queueLimit: 1 });
    const first = pending();
    const running = limiter.run(OURS, first.work);
    const order: string[] = [];
    const second = limiter.run(OURS, () => Promise.resolve(order.push("second")));
    await vi.advanceTimersByTimeAsync(1_999);
    expect(order).toEqual([]);
    first.finish();
    await Promise.all([running, second]);
    expect(order).toEqual(["second"]);
  });

  it("rejects with 57014 when the queue is full", async () => {
    const limiter = createConnectionLimiter({ ...SIZES, queueLimit: 1 });
    const first = pending();
    const running = limiter.run(OURS, first.work);
    const waiting = limiter.run(OURS, () => Promise.resolve("late"));
    await expect(limiter.run(OURS, () => Promise.resolve())).rejects.toMatchObject({
      code: "57014",
    });
    first.finish();
    await running;
    expect(await waiting).toBe("late");
  });

  it("rejects with 57014 after two seconds in the queue, and recovers", async () => {
    const limiter = createConnectionLimiter({ ...SIZES, queueLimit: 5 });
    const first = pending();
    const running = limiter.run(OURS, first.work);
    const outcome = limiter.run(OURS, () => Promise.resolve("in")).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await outcome).toMatchObject({ code: "57014" });
    first.finish();
    await running;
    expect(await limiter.run(OURS, () => Promise.resolve("again"))).toBe("again");
  });

  it("frees the connection when the work fails", async () => {
    const limiter = createConnectionLimiter({ ...SIZES, queueLimit: 0, waitLimitMs: 0 });
    await expect(limiter.run(OURS, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
    expect(await limiter.run(OURS, () => Promise.resolve("yes"))).toBe("yes");
  });

  /** Runs work for each request; lists the running ones in order, and ends one of them. */
  function crowd(limiter: ConnectionLimiter) {
    const inside: string[] = [];
    const finish = new Map<string, () => void>();
    const refused: string[] = [];
    return {
      inside,
      refused,
      enter: (name: string, request: ConnectionRequest): void => {
        const { work, finish: end } = pending();
        finish.set(name, end);
        limiter
          .run(request, async () => {
            inside.push(name);
            await work();
            inside.splice(inside.indexOf(name), 1);
          })
          .catch(() => refused.push(name));
      },
      leave: async (name: string): Promise<void> => {
        finish.get(name)?.();
        await vi.advanceTimersByTimeAsync(0);
      },
    };
  }

  it("gives one holder a share only, and lets others overtake its waiting requests", async () => {
    const limiter = createConnectionLimiter({
      ...SIZES,
      maxConnections: 4,
      connectionsPerHolder: 2,
      queueLimit: 10,
    });
    const { enter, leave, inside, refused } = crowd(limiter);
    for (const name of ["a1", "a2", "a3"]) enter(name, { holder: "a", isCostly: false });
    enter("b1", { holder: "b", isCostly: false });
    enter("ours", OURS);
    enter("c1", { holder: "c", isCostly: false });
    expect(inside).toEqual(["a1", "a2", "b1", "ours"]);
    await leave("b1");
    expect(inside).toEqual(["a1", "a2", "ours", "c1"]);
    await leave("a1");
    expect(inside).toEqual(["a2", "ours", "c1", "a3"]);
    expect(refused).toEqual([]);
  });

  it("admits few costly requests at once, and one per holder", async () => {
    const limiter = createConnectionLimiter({ ...SIZES, maxConnections: 10, queueLimit: 10 });
    const { enter, leave, inside } = crowd(limiter);
    enter("a1", { holder: "a", isCostly: true });
    enter("a2", { holder: "a", isCostly: true });
    enter("a plain", { holder: "a", isCostly: false });
    enter("b1", { holder: "b", isCostly: true });
    enter("c1", { holder: "c", isCostly: true });
    expect(inside).toEqual(["a1", "a plain", "b1"]);
    await leave("b1");
    expect(inside).toEqual(["a1", "a plain", "c1"]);
    await leave("a1");
    expect(inside).toEqual(["a plain", "c1", "a2"]);
  });

  it("gives one holder, and all costly requests, half of the queue", async () => {
    const limiter = createConnectionLimiter({ ...SIZES, queueLimit: 4 });
    const { enter, inside, refused } = crowd(limiter);
    enter("first", OURS);
    for (const name of ["a1", "a2", "a3"]) enter(name, { holder: "a", isCostly: false });
    await vi.advanceTimersByTimeAsync(0);
    expect(refused).toEqual(["a3"]);
    enter("b1", { holder: "b", isCostly: true });
    enter("c1", { holder: "c", isCostly: true });
    enter("d1", { holder: "d", isCostly: false });
    await vi.advanceTimersByTimeAsync(0);
    expect(refused).toEqual(["a3", "d1"]);
    expect(inside).toEqual(["first"]);
  });
});
