import { describe, expect, it } from "vitest";
import { createWorkQueue } from "./work-queue.ts";

describe("the work queue", () => {
  it("runs a fixed number of jobs at a time, in order, and rejects the rest", async () => {
    const queue = createWorkQueue({ running: 2, waiting: 2 });
    const started: number[] = [];
    const finish: (() => void)[] = [];
    const work = (name: number) => (): Promise<number> => {
      started.push(name);
      return new Promise((resolve) => finish.push(() => resolve(name)));
    };
    const results = [1, 2, 3, 4].map((name) => queue.run(work(name)));
    await expect(queue.run(work(5))).rejects.toThrow("too much work is waiting");
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

  it("frees the slot when a job fails", async () => {
    const queue = createWorkQueue({ running: 1, waiting: 0 });
    await expect(queue.run(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
    expect(await queue.run(() => Promise.resolve("yes"))).toBe("yes");
  });

  it("runs one after the other, also after one that failed", async () => {
    const queue = createWorkQueue({ running: 1, waiting: 10 });
    const events: string[] = [];
    const task =
      (name: string, fails = false) =>
      async (): Promise<string> => {
        events.push(`${name} starts`);
        await Promise.resolve();
        events.push(`${name} ends`);
        if (fails) throw new Error(name);
        return name;
      };
    const results = await Promise.allSettled([
      queue.run(task("a")),
      queue.run(task("b", true)),
      queue.run(task("c")),
    ]);
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(events).toEqual(["a", "b", "c"].flatMap((name) => [`${name} starts`, `${name} ends`]));
  });

  it("rejects with its owner's error when it is full, and accepts jobs again later", async () => {
    const queue = createWorkQueue({
      running: 1,
      waiting: 1,
      errorWhenFull: () => new RangeError("later"),
    });
    let finish: () => void = () => undefined;
    const first = queue.run(() => new Promise<void>((resolve) => (finish = resolve)));
    const second = queue.run(() => Promise.resolve("second"));
    await expect(queue.run(() => Promise.resolve())).rejects.toThrow(RangeError);
    finish();
    await first;
    expect(await second).toBe("second");
    expect(await queue.run(() => Promise.resolve("third"))).toBe("third");
  });
});
