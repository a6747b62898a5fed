import { expect, it, vi } from "vitest";
import { headStatus } from "./server-probe.ts";

it("sends HEAD past every cache", async () => {
  const send = vi.fn(() => Promise.resolve({ status: 404 }));
  const { signal } = new AbortController();
  expect(await headStatus(send, "/there", signal)).toBe(404);
  expect(send.mock.calls).toEqual([["/there", { method: "HEAD", cache: "no-store", signal }]]);
});

it("returns null for a failed request", async () => {
  const send = () => Promise.reject(new TypeError("Failed to fetch"));
  expect(await headStatus(send, "/there")).toBeNull();
});
