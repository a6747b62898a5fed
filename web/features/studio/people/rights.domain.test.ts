import { describe, expect, test } from "vitest";
import { BUNDLES, PERMISSIONS } from "#shared/studio/permissions.ts";
import {
  bundleOf,
  dayOf,
  endOfDay,
  faultsOfRights,
  holdsAll,
  isOver,
  toggled,
} from "./rights.domain.ts";

describe("bundles", () => {
  test.each(["owner", "editor", "media", "host", "viewer"] as const)(
    "%s is known again",
    (name) => {
      expect(bundleOf(BUNDLES[name].toReversed())).toBe(name);
    },
  );
  test("rights that are no bundle are one by one", () => {
    expect(bundleOf([])).toBeNull();
    expect(bundleOf(["videos", "devotionals"])).toBeNull();
    expect(bundleOf([...BUNDLES.editor, "chat"])).toBeNull();
  });
});

test("a right is added in the order of all, and taken away", () => {
  expect(toggled(["videos", "people"], "devotionals")).toEqual(["videos", "devotionals", "people"]);
  expect(toggled(["videos", "people"], "videos")).toEqual(["people"]);
});

test("nobody holds all of what he has a part of", () => {
  expect(holdsAll(["people"], ["people", "settings"])).toBe(false);
  expect(holdsAll(PERMISSIONS, ["people", "settings"])).toBe(true);
});

test("rights are at least one, and end on a day to come", () => {
  const today = "2026-11-23";
  const faults = (until: string) => faultsOfRights({ permissions: ["chat"], until }, today).until;
  expect([faults(""), faults(today), faults("2027-01-01"), faults("2026-11-22")]).toEqual([
    false,
    false,
    false,
    true,
  ]);
  expect(faultsOfRights({ permissions: [], until: "" }, today).rights).toBe(true);
});

test("a last day lasts to its end on the helper's clock, and shows as that day", () => {
  expect(endOfDay("")).toBeNull();
  expect(dayOf(endOfDay("2026-12-31"))).toBe("2026-12-31");
  expect(dayOf(null)).toBe("");
  const end = endOfDay("2026-12-31") ?? "";
  expect([isOver(end, Date.parse(end) - 1), isOver(end, Date.parse(end))]).toEqual([false, true]);
});
