import { expect, it } from "vitest";
import { createImageQueue } from "./image-queue.ts";

it("rejects with SlowDown when the queue of images is full", async () => {
  const queue = createImageQueue();
  const { promise, resolve } = Promise.withResolvers<void>();
  const outcomes = Array.from({ length: 66 }, () => queue.run(() => promise));
  await expect(outcomes.at(-1)).rejects.toMatchObject({
    statusCode: 503,
    code: "SlowDown",
    headers: { "retry-after": "10" },
  });
  resolve();
  expect(await Promise.all(outcomes.slice(0, -1))).toHaveLength(65);
});
