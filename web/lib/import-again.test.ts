import { expect, it, vi } from "vitest";
import { importAgain } from "./import-again.ts";

const FAILURE = new TypeError("Failed to fetch dynamically imported module");

/** A loader as the build leaves it, whose first tries fail. */
function failing(times: number) {
  let left = times;
  const load = () =>
    left-- > 0 ? Promise.reject(FAILURE) : import("./import-again.ts").then(() => "loaded");
  const importFrom = vi.fn<(address: string) => Promise<unknown>>(() =>
    left-- > 0 ? Promise.reject(FAILURE) : Promise.resolve("loaded again"),
  );
  return { load, importFrom };
}

it("imports a file once for all that ask for it", async () => {
  const { load, importFrom } = failing(0);
  const loaded = importAgain(load, importFrom);
  const first = loaded();
  expect(loaded()).toBe(first);
  expect(await first).toBe("loaded");
  expect(loaded()).toBe(first);
  expect(importFrom).not.toHaveBeenCalled();
});

it("imports a file after a failure by an address that the browser has not failed on", async () => {
  const { load, importFrom } = failing(2);
  const loaded = importAgain(load, importFrom);
  const both = [loaded(), loaded()];
  await expect(Promise.all(both)).rejects.toBe(FAILURE);
  await expect(loaded()).rejects.toBe(FAILURE);
  expect(await loaded()).toBe("loaded again");
  expect(importFrom.mock.calls).toEqual([
    ["./import-again.ts?again=1"],
    ["./import-again.ts?again=2"],
  ]);
});
