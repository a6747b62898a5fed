import { describe, expect, it } from "vitest";
import { type DailyGroup, dueDaily, dueAnnouncements, dueReminders } from "./reminders.domain.ts";
import { testMinistry } from "#tests/support/ministry-fixture.ts";

const at = (timeZone: string, hour = 7): DailyGroup => ({ topic: "verse", timeZone, hour });
const dailyKeysAt = (instant: string, ...groups: DailyGroup[]) =>
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
    expect(dailyKeysAt(instant, at(timeZone))).toEqual(keys);
  });

  it("late in the evening ends after midnight with its own day", () => {
    const group = at("Africa/Harare", 23);
    expect(dailyKeysAt("2026-11-24T21:00:00Z", group)).toEqual(["Africa/Harare verse:2026-11-24"]);
    expect(dailyKeysAt("2026-11-24T23:30:00Z", group)).toEqual(["Africa/Harare verse:2026-11-24"]);
    expect(dailyKeysAt("2026-11-25T00:00:00Z", group)).toEqual([]);
  });

  it("is sent once on days with a repeated or skipped hour", () => {
    const group = at("Europe/Paris", 2);
    expect(dailyKeysAt("2026-10-25T00:30:00Z", group)).toEqual(["Europe/Paris verse:2026-10-25"]);
    expect(dailyKeysAt("2026-10-25T01:30:00Z", group)).toEqual(["Europe/Paris verse:2026-10-25"]);
    expect(dailyKeysAt("2026-03-29T01:30:00Z", group)).toEqual(["Europe/Paris verse:2026-03-29"]);
  });
});

const PUBLISHED = "2027-01-14T12:00:00Z";
const announcement = {
  key: "a-1.1",
  text: { en: "No service tonight" },
  severity: "info" as const,
};
const push = { id: "a-1", publishedAt: PUBLISHED };

const dueAt = (instant: string, span: { from?: string; until?: string } = {}) =>
  dueAnnouncements([{ ...announcement, push, ...span }], Date.parse(instant)).length;

it.each([
  // A minute of grace to undo it, then six hours.
  ["2027-01-14T12:00:59.999Z", {}, 0],
  ["2027-01-14T12:01:00Z", {}, 1],
  ["2027-01-14T18:00:59.999Z", {}, 1],
  ["2027-01-14T18:01:00Z", {}, 0],
  // A later beginning delays it, an earlier end cuts it off.
  ["2027-01-14T15:59:59Z", { from: "2027-01-14T16:00:00Z" }, 0],
  ["2027-01-14T16:00:00Z", { from: "2027-01-14T16:00:00Z" }, 1],
  ["2027-01-14T12:01:00Z", { from: "2027-01-13T16:00:00Z" }, 1],
  ["2027-01-14T12:30:00Z", { until: "2027-01-14T12:30:00Z" }, 0],
])("sends at %s, shown %j: %d", (instant, span, count) => {
  expect(dueAt(instant, span)).toBe(count);
});

it("sends nothing without the push option", () => {
  expect(dueAnnouncements([announcement], Date.parse(PUBLISHED) + 120_000)).toEqual([]);
});

const { services } = testMinistry();
const keysAt = (instant: string) =>
  dueReminders(services, Date.parse(instant)).map(({ key }) => key);

describe("reminder of a service", () => {
  it.each([
    // Thursday 16:00 in Paris is 15:00 UTC in winter and 14:00 UTC in summer.
    ["2026-11-26T14:44:59.999Z", []],
    ["2026-11-26T14:45:00Z", ["services:thursday:2026-11-26T15:00:00.000Z"]],
    ["2026-11-26T14:59:59Z", ["services:thursday:2026-11-26T15:00:00.000Z"]],
    ["2026-11-26T15:00:00Z", []],
    ["2026-07-16T13:45:00Z", ["services:thursday:2026-07-16T14:00:00.000Z"]],
    ["2026-07-16T14:45:00Z", []],
    // The Sunday on which clocks go back: 10:00 is 09:00 UTC from that morning on.
    ["2026-10-25T08:45:00Z", ["services:sunday:2026-10-25T09:00:00.000Z"]],
    ["2027-03-28T07:45:00Z", ["services:sunday:2027-03-28T08:00:00.000Z"]],
  ])("is due at %s: %j", (instant, keys) => {
    expect(keysAt(instant).filter((key) => key.startsWith("services"))).toEqual(keys);
  });
});

it("is not sent for a cancelled service, and follows a moved one", () => {
  const moved = { serviceId: "thursday", date: "2026-12-03", kind: "moved" as const };
  const exceptions = [
    { serviceId: "thursday", date: "2026-11-26", kind: "cancelled" as const },
    { ...moved, newDate: "2026-12-02", newStart: "19:00" },
  ];
  const keys = ["2026-11-26T14:45:00Z", "2026-12-02T17:45:00Z", "2026-12-03T14:45:00Z"].map(
    (instant) =>
      dueReminders({ ...services, exceptions }, Date.parse(instant)).map((one) => one.key),
  );
  expect(keys).toEqual([[], ["services:thursday:2026-12-02T18:00:00.000Z"], []]);
});

describe("reminder of the devotional", () => {
  it.each([
    ["2026-11-24T04:59:59Z", []],
    ["2026-11-24T05:00:00Z", ["devotional:2026-11-24"]],
    ["2026-11-24T10:59:59Z", ["devotional:2026-11-24"]],
    ["2026-11-24T11:00:00Z", []],
    ["2026-07-14T04:00:00Z", ["devotional:2026-07-14"]],
  ])("is due from 6:00 in Paris, at %s: %j", (instant, keys) => {
    expect(keysAt(instant)).toEqual(keys);
  });
});
