import { describe, expect, it } from "vitest";
import { createWorkQueue } from "./work-queue.ts";

describe("the work queue", () => {
  it("runs so many at a time, in order, and refuses what does not fit", async () => {
    const queue = createWorkQueue({ running: 2, waiting: 2 });
    const started: number[] = [];
    const finish: (() => void)[] = [];
    const work = (name: number) => (): Promise<number> => {
      started.push(name);
      return new Promise((resolve) => finish.push(() => resolve(name)));
    };
    const results = [1, 2, 3, 4].map((name) => queue.run(work(name)));
    await expect(queue.run(work(5))).rejects.toMatchObject({
      status: 503,
      retryAfterSeconds: 2,
    });
    expect(started).toEqual([1, 2]);
    finish[0]?.();
    await results[0];
    await expect.poll(() => started).toEqual([1, 2, 3]);
    finish[1]?.();
    finish[2]?.();
    await expect.poll(() => started).toEqual([1, 2, 3, 4]);
    finish[3]?.();
    expect(await Promise.all(results)).toEqual([1, 2, 3, 4]);
  });

  it("gives the place back when work fails", async () => {
    const queue = createWorkQueue({ running: 1, waiting: 0 });
    await expect(queue.run(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
    expect(await queue.run(() => Promise.resolve("yes"))).toBe("yes");
  });
});
