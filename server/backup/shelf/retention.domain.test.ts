import { describe, expect, it } from "vitest";
import { DAY_MS, HOUR_MS } from "#server/kit/durations.ts";
import { backupName, backupTime } from "./backup-record.ts";
import { dailyBackups, keptBackups } from "./retention.domain.ts";

const NEWEST_MS = Date.UTC(2026, 10, 22, 3);

/** A backup a night, the newest first. */
function nights(count: number): string[] {
  return Array.from({ length: count }, (_, day) => backupName(NEWEST_MS - day * DAY_MS));
}

describe("the backups that stay", () => {
  it("are all of a week, the newest of five weeks and of twelve months, after years", () => {
    const kept = [...keptBackups(nights(1_000))]
      .toSorted()
      .toReversed()
      .map((name) => name.slice(0, 10));
    expect(kept).toEqual([
      "2026-11-22",
      "2026-11-21",
      "2026-11-20",
      "2026-11-19",
      "2026-11-18",
      "2026-11-17",
      "2026-11-16",
      "2026-11-15",
      "2026-11-08",
      "2026-11-01",
      "2026-10-31",
      "2026-10-25",
      "2026-09-30",
      "2026-08-31",
      "2026-07-31",
      "2026-06-30",
      "2026-05-31",
      "2026-04-30",
      "2026-03-31",
      "2026-02-28",
      "2026-01-31",
      "2025-12-31",
    ]);
  });

  it("are the newest of each day, and always the newest of all", () => {
    const names = [0, 1, 2].map((hour) => backupName(NEWEST_MS - hour * HOUR_MS));
    expect([...keptBackups(names)]).toEqual([backupName(NEWEST_MS)]);
    expect(dailyBackups([...names, ...nights(9)])).toEqual(nights(7));
  });

  it("do not count what is no backup", () => {
    expect(keptBackups(["2026-11-22", ".draft", "lost+found"]).size).toBe(0);
  });
});

it("a backup's name is the second in which it began", () => {
  expect(backupName(NEWEST_MS + 456)).toBe("2026-11-22T030000Z");
  expect(backupTime("2026-11-22T030000Z")).toBe(NEWEST_MS);
  expect(backupTime("2026-11-22T03:00:00Z")).toBeNull();
});
