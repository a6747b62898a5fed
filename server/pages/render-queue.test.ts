import { expect, it, vi } from "vitest";
import { createIpRateLimit } from "@reign-tv/kit/http/ip-rate-limit.ts";
import { createRenderQueue, PageUnavailableError } from "./render-queue.ts";

const unlimited = () => Promise.resolve(0);

it("rejects an IP address with too many renders and sends Retry-After; admits others", async () => {
  const renderQueue = createRenderQueue(createIpRateLimit({ points: 2, seconds: 60, factor: 1 }));
  await renderQueue.admit("203.0.113.1");
  await renderQueue.admit("203.0.113.1");
  await expect(renderQueue.admit("203.0.113.1")).rejects.toMatchObject({
    status: 429,
    retryAfterS: 60,
  });
  await renderQueue.admit("203.0.113.2");
  await renderQueue.admit("in-process");
});

it("multiplies the limit by RATE_LIMIT_FACTOR", async () => {
  const limit = createIpRateLimit({ points: 2, seconds: 60, factor: 3 });
  const waits = [];
  for (let count = 0; count < 7; count++) waits.push(await limit("203.0.113.1"));
  expect(waits).toEqual([0, 0, 0, 0, 0, 0, 60]);
});

it("shares one limit within an IPv6 network of /64", async () => {
  const limit = createIpRateLimit({ points: 1, seconds: 60, factor: 1 });
  expect(await limit("2001:db8::1")).toBe(0);
  expect(await limit("2001:db8::2")).toBe(60);
  expect(await limit("2001:db8:0:1::1")).toBe(0);
});

it("limits concurrent renders and rejects when the queue is full", async () => {
  const renderQueue = createRenderQueue(unlimited);
  let making = 0;
  let most = 0;
  const release = Promise.withResolvers<void>();
  const order = () =>
    renderQueue.make(async () => {
      making++;
      most = Math.max(most, making);
      await release.promise;
      making--;
    });
  const orders = Array.from({ length: 300 }, () =>
    order().then(
      () => "made",
      (error: unknown) => (error instanceof PageUnavailableError ? error.status : "fault"),
    ),
  );
  await vi.waitFor(() => expect(making).toBe(2));
  release.resolve();
  const outcomes = await Promise.all(orders);
  expect(most).toBe(2);
  expect(outcomes.filter((outcome) => outcome === "made")).toHaveLength(102);
  expect(outcomes.filter((outcome) => outcome === 503)).toHaveLength(198);
});
