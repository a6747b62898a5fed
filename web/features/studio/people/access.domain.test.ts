import { describe, expect, it } from "vitest";
import { BUNDLES, PERMISSIONS } from "#shared/studio/permissions.ts";
import {
  bundleOf,
  dayOf,
  endOfDay,
  validateAccess,
  holdsAll,
  isOver,
  togglePermission,
} from "./access.domain.ts";

describe("bundles", () => {
  it.each(["owner", "editor", "media", "viewer"] as const)("recognises %s", (name) => {
    expect(bundleOf(BUNDLES[name].toReversed())).toBe(name);
  });
  it("returns null for permissions that match no bundle", () => {
    expect(bundleOf([])).toBeNull();
    expect(bundleOf(["videos", "devotionals"])).toBeNull();
    expect(bundleOf([...BUNDLES.editor, "numbers"])).toBeNull();
  });
});

it("adds a permission in the common order and removes it", () => {
  expect(togglePermission(["videos", "people"], "devotionals")).toEqual([
    "videos",
    "devotionals",
    "people",
  ]);
  expect(togglePermission(["videos", "people"], "videos")).toEqual(["people"]);
});

it("needs every permission to hold all", () => {
  expect(holdsAll(["people"], ["people", "settings"])).toBe(false);
  expect(holdsAll(PERMISSIONS, ["people", "settings"])).toBe(true);
});

it("requires a permission and an end date in the future", () => {
  const today = "2026-11-23";
  const errors = (until: string) =>
    validateAccess({ permissions: ["numbers"], until }, today).until;
  expect([errors(""), errors(today), errors("2027-01-01"), errors("2026-11-22")]).toEqual([
    false,
    false,
    false,
    true,
  ]);
  expect(validateAccess({ permissions: [], until: "" }, today).access).toBe(true);
});

it("ends a last day at its end on the device's clock and shows the same day", () => {
  expect(endOfDay("")).toBeNull();
  expect(dayOf(endOfDay("2026-12-31"))).toBe("2026-12-31");
  expect(dayOf(null)).toBe("");
  const end = endOfDay("2026-12-31") ?? "";
  expect([isOver(end, Date.parse(end) - 1), isOver(end, Date.parse(end))]).toEqual([false, true]);
});
