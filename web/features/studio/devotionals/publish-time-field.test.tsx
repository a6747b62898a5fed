import { expect, it } from "vitest";
import { instantOf, localTimeOf } from "./publish-time-field.tsx";

it.each(["2026-11-23T06:00", "2026-03-29T12:30"])("converts %s to local time and back", (local) => {
  const instant = instantOf(local);
  expect(instant).toMatch(/^2026-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  expect(localTimeOf(instant ?? "")).toBe(local);
});

it.each(["", "noon"])("%j is no time", (text) => {
  expect(instantOf(text)).toBeUndefined();
  expect(localTimeOf(text)).toBe("");
});
