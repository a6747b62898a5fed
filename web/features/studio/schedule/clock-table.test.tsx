import { expect, it } from "vitest";
import { clockTable } from "./clock-table.tsx";

const PARIS = {
  timeZone: "Europe/Paris",
  weekly: [{ id: "sunday", weekday: "sunday", start: "10:00", durationMinutes: 120 }],
} as const;

it.each([
  // Europe changes its clocks on 25 October 2026, New York a week later.
  [
    "2026-10-18T12:00:00Z",
    [
      ["2026-10-25", "Harare", "Kinshasa", "NewYork"],
      ["2026-11-01", "NewYork"],
    ],
  ],
  ["2026-11-23T12:00:00Z", [["2026-11-29"], ["2026-12-06"]]],
])("marks services that a clock change moves from %s on", (now, expected) => {
  const rows = clockTable(PARIS, Date.parse(now), 2).map(({ startMs, shifted }) => [
    new Date(startMs).toISOString().slice(0, 10),
    ...shifted,
  ]);
  expect(rows).toEqual(expected);
});
