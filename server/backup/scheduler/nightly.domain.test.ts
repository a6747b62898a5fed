import { afterEach, describe, expect, it, vi } from "vitest";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#server/kit/durations.ts";
import { isBackupDue } from "./nightly-backup.ts";

const THREE = { hours: 3, minutes: 0 };
const NIGHT_MS = Date.UTC(2026, 10, 22, 3);
const LONG_AGO_MS = NIGHT_MS - 30 * DAY_MS;

describe("a backup is due", () => {
  it.each([
    ["at its time", NIGHT_MS, NIGHT_MS - DAY_MS, true],
    ["not before", NIGHT_MS - MINUTE_MS, NIGHT_MS - DAY_MS, false],
    ["once a night", NIGHT_MS + MINUTE_MS, NIGHT_MS, false],
    ["later, when the night's failed", NIGHT_MS + 5 * HOUR_MS, NIGHT_MS - DAY_MS, true],
    ["not when an operator made one since", NIGHT_MS + 5 * HOUR_MS, NIGHT_MS + HOUR_MS, false],
  ])("%s", (_, nowMs, newestMs, isDue) => {
    expect(isBackupDue({ nowMs, newestMs, startedMs: LONG_AGO_MS }, THREE)).toBe(isDue);
  });

  it("some minutes after a start, when the night was missed or there was none ever", () => {
    const startedMs = NIGHT_MS + 6 * HOUR_MS;
    for (const newestMs of [null, NIGHT_MS - 3 * DAY_MS]) {
      const moment = { startedMs, newestMs };
      expect(isBackupDue({ ...moment, nowMs: startedMs + MINUTE_MS }, THREE)).toBe(false);
      expect(isBackupDue({ ...moment, nowMs: startedMs + 10 * MINUTE_MS }, THREE)).toBe(true);
    }
  });
});

describe("a machine whose clock is set forward and back", () => {
  afterEach(() => vi.unstubAllEnvs());

  /** Half past two is a time that one night of the year lacks and another has twice. */
  it.each(["UTC", "Europe/Paris", "America/New_York", "Australia/Lord_Howe"])(
    "has one backup for each night of a year in %s",
    (zone) => {
      vi.stubEnv("TZ", zone);
      const time = { hours: 2, minutes: 30 };
      const firstMs = new Date(2026, 0, 1, 12).getTime();
      const lastMs = new Date(2027, 0, 1, 12).getTime();
      let newestMs = firstMs;
      const nights: string[] = [];
      for (let nowMs = firstMs; nowMs < lastMs; nowMs += 15 * MINUTE_MS) {
        if (!isBackupDue({ nowMs, newestMs, startedMs: firstMs - DAY_MS }, time)) continue;
        newestMs = nowMs;
        nights.push(new Date(nowMs).toDateString());
      }
      expect(new Date(2026, 6, 1).getTimezoneOffset() === 0).toBe(zone === "UTC");
      expect(nights).toHaveLength(365);
      expect(new Set(nights).size).toBe(365);
    },
  );
});
