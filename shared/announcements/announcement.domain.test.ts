import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { chosen, inOrder, stageOf } from "./announcement.domain.ts";
import { ANNOUNCEMENTS_ID, CHOOSE_SCRIPT } from "./choose-script.ts";

const NOON = Date.parse("2026-11-23T12:00:00.000Z");
const BEFORE = "2026-11-23T11:00:00.000Z";
const EARLIER = "2026-11-22T11:00:00.000Z";
const AFTER = "2026-11-23T13:00:00.000Z";

it.each([
  [{}, "now"],
  [{ from: BEFORE, until: AFTER }, "now"],
  [{ from: AFTER }, "coming"],
  [{ until: BEFORE }, "past"],
  [{ until: "2026-11-23T12:00:00.000Z" }, "past"],
  [{ from: "2026-11-23T12:00:00.000Z" }, "now"],
])("returns the stage of %j: %s", (shown, stage) => {
  expect(stageOf(shown, NOON)).toBe(stage);
});

describe("chosen", () => {
  const list = inOrder([
    { key: "info", severity: "info", from: BEFORE },
    { key: "older", severity: "important", from: EARLIER },
    { key: "newer", severity: "important", from: BEFORE },
    { key: "coming", severity: "urgent", from: AFTER },
    { key: "past", severity: "urgent", until: BEFORE },
  ] as const);

  it("takes the most severe current one, then the newest", () => {
    expect(chosen(list, NOON, [])?.key).toBe("newer");
  });

  it("skips dismissed ones", () => {
    expect(chosen(list, NOON, ["newer"])?.key).toBe("older");
    expect(chosen(list, NOON, ["newer", "older", "info"])).toBeNull();
  });

  it.each([["[]"], ['["newer.1"]'], ['["newer","older"]'], [null], ["broken{"], ["null"]])(
    "matches the inline script with %s stored",
    (kept) => {
      const children = list.map((one) => ({
        hidden: false,
        dataset: {
          key: one.key,
          from: String("from" in one ? Date.parse(one.from) : 0),
          until: String("until" in one ? Date.parse(one.until) : Infinity),
        },
      }));
      runInNewContext(CHOOSE_SCRIPT, {
        Date: { now: () => NOON },
        localStorage: { getItem: () => kept },
        document: {
          getElementById: (id: string) => (id === ANNOUNCEMENTS_ID ? { children } : null),
        },
      });
      const dismissed = ["newer", "older"].filter((key) => kept?.includes(`"${key}"`));
      const shown = children.filter(({ hidden }) => !hidden).map(({ dataset }) => dataset.key);
      expect(shown).toEqual([chosen(list, NOON, dismissed)?.key]);
    },
  );
});
