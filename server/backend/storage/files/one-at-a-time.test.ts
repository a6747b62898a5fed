import { expect, it } from "vitest";
import { createTaskQueue } from "./one-at-a-time.ts";

it("Tasks run one after the other, also after one that failed.", async () => {
  const queue = createTaskQueue(10);
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

it("A full queue refuses, and takes tasks again when it has moved on.", async () => {
  const queue = createTaskQueue(1);
  let finish: () => void = () => undefined;
  const first = queue.run(() => new Promise<void>((resolve) => (finish = resolve)));
  const second = queue.run(() => Promise.resolve("second"));
  await expect(queue.run(() => Promise.resolve())).rejects.toMatchObject({
    statusCode: 503,
    code: "SlowDown",
    headers: { "retry-after": "10" },
  });
  finish();
  await first;
  expect(await second).toBe("second");
  expect(await queue.run(() => Promise.resolve("third"))).toBe("third");
});
