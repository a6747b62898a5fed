import { expect, it } from "vitest";
import { runWhileAsked } from "./run-while-asked.ts";

it("runs once more for all calls during a run, and again for a later call", async () => {
  let runs = 0;
  let finish = (): void => undefined;
  const ask = runWhileAsked(() => {
    runs += 1;
    return new Promise((resolve) => (finish = resolve));
  });
  const first = ask();
  void ask();
  const last = ask();
  expect(runs).toBe(1);
  finish();
  await expect.poll(() => runs).toBe(2);
  finish();
  await Promise.all([first, last]);
  expect(runs).toBe(2);
  const later = ask();
  expect(runs).toBe(3);
  finish();
  await later;
});

it.each([0, 1, 2, 3, 4])("loses no call that comes %d microtasks after another", async (ticks) => {
  let runs = 0;
  const ask = runWhileAsked(() => {
    runs += 1;
    return Promise.resolve();
  });
  const first = ask();
  for (let tick = 0; tick < ticks; tick++) await Promise.resolve();
  await ask();
  await first;
  expect(runs).toBe(2);
});

it("runs again after an error", async () => {
  const ask = runWhileAsked(() => Promise.reject(new Error("away")));
  await expect(ask()).rejects.toThrow("away");
  await expect(ask()).rejects.toThrow("away");
});
