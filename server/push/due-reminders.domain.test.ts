import { describe, expect, it } from "vitest";
import { testMinistry } from "#tests/support/ministry-fixture.ts";
import { dueReminders } from "./due-reminders.domain.ts";

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
