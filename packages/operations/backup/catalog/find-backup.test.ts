import { Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { findBackup } from "./find-backup.ts";
import type { BackupDestination } from "#operations/backup/destinations/backup-destination.ts";

/** A destination of which only the names matter. */
function destinationWith(...backups: string[]): BackupDestination {
  return {
    label: "somewhere",
    isThirdParty: false,
    async *list() {
      for (const name of backups) {
        yield { name: `backups/${name}/backup.json`, bytes: 1, storedAt: 0 };
      }
    },
    put: () => Promise.resolve(),
    read: () => Promise.resolve(Readable.from([])),
    remove: () => Promise.resolve(),
    dropUnfinished: () => Promise.resolve(),
    freeBytes: () => Promise.resolve(null),
  };
}

const [SATURDAY, SUNDAY] = ["2026-11-21T030000Z", "2026-11-22T030000Z"] as const;
/** A day after the newest. */
const now = Date.UTC(2026, 10, 23, 3);
const both = destinationWith(SATURDAY, SUNDAY);
const older = destinationWith(SATURDAY);

describe("the backup that an operator selects", () => {
  it("is the one of that name, in any destination that has it", async () => {
    expect(await findBackup([both, older], { name: SATURDAY, at: null, now })).toEqual({
      backup: SATURDAY,
      target: "backup",
      destinations: [both, older],
    });
  });

  it("is the newest with all WAL for the word latest", async () => {
    expect(await findBackup([older, both], { name: "latest", at: null, now })).toEqual({
      backup: SUNDAY,
      target: "newest",
      destinations: [both],
    });
  });

  it("is not one of a clock that was a year ahead, unless there is no other", async () => {
    const ahead = destinationWith("2027-11-20T030000Z");
    const latest = { name: "latest", at: null, now };
    expect((await findBackup([ahead, both], latest)).backup).toBe(SUNDAY);
    expect((await findBackup([ahead], latest)).backup).toBe("2027-11-20T030000Z");
  });

  it("is the last one before the requested time", async () => {
    const at = Date.UTC(2026, 10, 22, 2, 59);
    expect(await findBackup([both], { name: "latest", at, now })).toEqual({
      backup: SATURDAY,
      target: new Date(at),
      destinations: [both],
    });
  });

  it("is reported as missing when there is none", async () => {
    const at = Date.UTC(2026, 10, 22, 2, 59);
    await expect(findBackup([both], { name: SUNDAY, at, now })).rejects.toThrow(
      "The backup 2026-11-22T030000Z was begun after 2026-11-22T02:59:00.000Z: take an older one, or latest.",
    );
    await expect(findBackup([both], { name: "newest", at: null, now })).rejects.toThrow(
      "There is no backup newest. There are: 2026-11-22T030000Z, 2026-11-21T030000Z; or latest.",
    );
    await expect(
      findBackup([destinationWith()], { name: "latest", at: null, now }),
    ).rejects.toThrow("There are no backups yet. Run npm run backup to make one.");
  });

  it.each([
    ["before the oldest night's", Date.UTC(2026, 10, 21, 2)],
    ["in the future", Date.UTC(2026, 10, 23, 4)],
  ])("is rejected for a time %s, with the possible range", async (_, at) => {
    await expect(findBackup([both], { name: "latest", at, now })).rejects.toThrow(
      `${new Date(at).toISOString()} cannot be restored: only times from 2026-11-21T03:00:00.000Z until now (2026-11-23T03:00:00.000Z).`,
    );
  });

  it("has no point in time in an old month, whose WAL was pruned", async () => {
    const nights = ["17", "18", "19", "20", "21", "22"].map((day) => `2026-11-${day}T030000Z`);
    const old = destinationWith("2026-09-30T030000Z", SUNDAY, "2026-11-16T030000Z", ...nights);
    const at = Date.UTC(2026, 9, 15);
    await expect(findBackup([old], { name: "latest", at, now })).rejects.toThrow(
      "only times from 2026-11-16T03:00:00.000Z until now",
    );
    const asItWas = { name: "2026-09-30T030000Z", at: null, now };
    expect((await findBackup([old], asItWas)).target).toBe("backup");
  });
});
