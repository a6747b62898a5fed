import { expect, test } from "vitest";
import { instantOf, localTimeOf } from "./publish-time-field.tsx";

test.each(["2026-11-23T06:00", "2026-03-29T12:30"])(
  "%s is the same after there and back",
  (local) => {
    const instant = instantOf(local);
    expect(instant).toMatch(/^2026-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    expect(localTimeOf(instant ?? "")).toBe(local);
  },
);

test.each(["", "noon"])("%j is no time", (text) => {
  expect(instantOf(text)).toBeUndefined();
  expect(localTimeOf(text)).toBe("");
});
