import { expect, it } from "vitest";
import { lastValid } from "./last-valid.ts";

it("reads again only after a change of its variables, and keeps the last valid value", () => {
  const env: Record<string, string> = { LIST: "1", OTHER: "a" };
  let reads = 0;
  const now = lastValid({ env }, ["LIST"], 1, ({ LIST = "" }) => {
    reads += 1;
    return /^\d+$/.test(LIST) ? Number(LIST) : null;
  });
  env["OTHER"] = "b";
  expect([now(), reads]).toEqual([1, 0]);
  env["LIST"] = "2";
  expect([now(), now(), reads]).toEqual([2, 2, 1]);
  env["LIST"] = "wrong";
  expect([now(), now(), reads]).toEqual([2, 2, 2]);
});

it("follows a host that makes a new object of its variables for each read", () => {
  let list = "1";
  const context = {
    get env() {
      return { LIST: list };
    },
  };
  const now = lastValid(context, ["LIST"], 1, ({ LIST }) => Number(LIST));
  list = "2";
  expect(now()).toBe(2);
});
