import { describe, expect, it } from "vitest";
import { DAY_MS, HOUR_MS } from "#server/kit/durations.ts";
import { backupName, backupTime } from "./backup-manifest.ts";
import { dailyBackups, keptBackups } from "./prune-backups.ts";

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

describe("over two years of nights that are pruned one by one", () => {
  /** Nights at half past one by a clock that moves: some days of UTC have two of them, some none. */
  const ZONES = [
    ["UTC", () => 0],
    ["Europe/Paris", (month: number) => (month >= 3 && month < 10 ? 2 : 1)],
    ["America/New_York", (month: number) => (month >= 2 && month < 10 ? -4 : -5)],
    ["Pacific/Auckland", (month: number) => (month >= 3 && month < 9 ? 12 : 13)],
  ] as const;

  it.each(ZONES)("in %s seven days, five weeks and twelve months stay", (_, offsetHours) => {
    let kept: readonly string[] = [];
    for (let day = 0; day < 730; day += 1) {
      const nightMs = Date.UTC(2024, 0, 1 + day, 1, 30);
      const name = backupName(nightMs - offsetHours(new Date(nightMs).getUTCMonth()) * HOUR_MS);
      const before = [...kept, name];
      kept = [...keptBackups(before)].toSorted();
      expect(kept).toContain(name);
      expect(kept.length).toBeLessThanOrEqual(7 + 5 + 12);
      // To prune once more takes nothing away, and the order in which they are read means nothing.
      expect([...keptBackups(kept.toReversed())].toSorted()).toEqual(kept);
      const days = new Set(kept.map((one) => one.slice(0, 10)));
      expect(days.size).toBeGreaterThanOrEqual(day >= 8 ? 7 : 1);
      expect(dailyBackups(kept).length).toBe(Math.min(7, days.size));
    }
    const newestMs = backupTime(kept.at(-1) ?? "") ?? 0;
    const agesDays = kept.map((one) => (newestMs - (backupTime(one) ?? 0)) / DAY_MS);
    expect(agesDays.filter((age) => age < 8).length).toBeGreaterThanOrEqual(7);
    expect(agesDays.filter((age) => age >= 8 && age < 36).length).toBeGreaterThanOrEqual(3);
    expect(new Set(kept.map((one) => one.slice(0, 7))).size).toBe(12);
    expect(agesDays[0]).toBeGreaterThan(300);
  });
});

it("a backup's name is the second in which it began", () => {
  expect(backupName(NEWEST_MS + 456)).toBe("2026-11-22T030000Z");
  expect(backupTime("2026-11-22T030000Z")).toBe(NEWEST_MS);
  expect(backupTime("2026-11-22T03:00:00Z")).toBeNull();
});
