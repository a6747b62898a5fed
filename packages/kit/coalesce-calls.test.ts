import { expect, it } from "vitest";
import { coalesceCalls } from "./coalesce-calls.ts";

it("runs once more for all calls during a run, and again for a later call", async () => {
  let runs = 0;
  let finish = (): void => undefined;
  const call = coalesceCalls(() => {
    runs += 1;
    return new Promise((resolve) => (finish = resolve));
  });
  const first = call();
  await expect.poll(() => runs).toBe(1);
  void call();
  const last = call();
  finish();
  await first;
  await expect.poll(() => runs).toBe(2);
  finish();
  await last;
  const later = call();
  await expect.poll(() => runs).toBe(3);
  finish();
  await later;
});

it.each([1, 2, 3, 4, 5])("loses no call that comes %d microtasks after another", async (ticks) => {
  let runs = 0;
  const call = coalesceCalls(() => {
    runs += 1;
    return Promise.resolve();
  });
  const first = call();
  for (let tick = 0; tick < ticks; tick++) await Promise.resolve();
  await call();
  await first;
  expect(runs).toBe(2);
});

it("runs again after an error", async () => {
  const call = coalesceCalls(() => Promise.reject(new Error("away")));
  await expect(call()).rejects.toThrow("away");
  await expect(call()).rejects.toThrow("away");
});
