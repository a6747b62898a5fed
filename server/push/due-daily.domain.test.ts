import { describe, expect, it } from "vitest";
import { type DailyGroup, dueDaily } from "./due-reminders.domain.ts";

const at = (timeZone: string, hour = 7): DailyGroup => ({ topic: "verse", timeZone, hour });
const keysAt = (instant: string, ...groups: DailyGroup[]) =>
  dueDaily(groups, Date.parse(instant)).map(({ group, key }) => `${group.timeZone} ${key}`);

describe("daily reminder", () => {
  it.each([
    // Seven in the morning, local time of each zone.
    ["2026-11-24T04:59:59Z", "Africa/Harare", []],
    ["2026-11-24T05:00:00Z", "Africa/Harare", ["Africa/Harare verse:2026-11-24"]],
    ["2026-11-24T07:59:59Z", "Africa/Harare", ["Africa/Harare verse:2026-11-24"]],
    ["2026-11-24T08:00:00Z", "Africa/Harare", []],
    // Fourteen hours ahead it is the next day; eight behind still the previous one.
    ["2026-11-23T17:00:00Z", "Pacific/Kiritimati", ["Pacific/Kiritimati verse:2026-11-24"]],
    ["2026-11-24T15:00:00Z", "America/Los_Angeles", ["America/Los_Angeles verse:2026-11-24"]],
    ["2026-07-24T14:00:00Z", "America/Los_Angeles", ["America/Los_Angeles verse:2026-07-24"]],
    // An offset of 45 minutes.
    ["2026-11-24T01:15:00Z", "Asia/Kathmandu", ["Asia/Kathmandu verse:2026-11-24"]],
    ["2028-02-29T05:00:00Z", "Africa/Harare", ["Africa/Harare verse:2028-02-29"]],
  ])("is due at %s in %s: %j", (instant, timeZone, keys) => {
    expect(keysAt(instant, at(timeZone))).toEqual(keys);
  });

  it("late in the evening ends after midnight with its own day", () => {
    const group = at("Africa/Harare", 23);
    expect(keysAt("2026-11-24T21:00:00Z", group)).toEqual(["Africa/Harare verse:2026-11-24"]);
    expect(keysAt("2026-11-24T23:30:00Z", group)).toEqual(["Africa/Harare verse:2026-11-24"]);
    expect(keysAt("2026-11-25T00:00:00Z", group)).toEqual([]);
  });

  it("is sent once on days with a repeated or skipped hour", () => {
    const group = at("Europe/Paris", 2);
    expect(keysAt("2026-10-25T00:30:00Z", group)).toEqual(["Europe/Paris verse:2026-10-25"]);
    expect(keysAt("2026-10-25T01:30:00Z", group)).toEqual(["Europe/Paris verse:2026-10-25"]);
    expect(keysAt("2026-03-29T01:30:00Z", group)).toEqual(["Europe/Paris verse:2026-03-29"]);
  });
});
