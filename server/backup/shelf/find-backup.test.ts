import { Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { findBackup } from "./find-backup.ts";
import type { BackupPlace } from "#server/backup/places/backup-place.ts";

/** A place of which only the names matter. */
function placeWith(...backups: string[]): BackupPlace {
  return {
    label: "somewhere",
    isElsewhere: false,
    async *list() {
      for (const name of backups) {
        yield { name: `backups/${name}/backup.json`, bytes: 1, keptAt: 0 };
      }
    },
    put: () => Promise.resolve(),
    read: () => Promise.resolve(Readable.from([])),
    remove: () => Promise.resolve(),
    freeBytes: () => Promise.resolve(null),
  };
}

const [SATURDAY, SUNDAY] = ["2026-11-21T030000Z", "2026-11-22T030000Z"] as const;
const both = placeWith(SATURDAY, SUNDAY);
const older = placeWith(SATURDAY);

describe("the backup that an operator asks for", () => {
  it("is the one of that name, as it was, wherever it is kept", async () => {
    expect(await findBackup([both, older], { name: SATURDAY, at: null })).toEqual({
      backup: SATURDAY,
      target: "backup",
      places: [both, older],
    });
  });

  it("by the word latest is the newest with all that followed", async () => {
    expect(await findBackup([older, both], { name: "latest", at: null })).toEqual({
      backup: SUNDAY,
      target: "newest",
      places: [both],
    });
  });

  it("for a moment is the last one begun before it", async () => {
    const at = Date.UTC(2026, 10, 22, 2, 59);
    expect(await findBackup([both], { name: "latest", at })).toEqual({
      backup: SATURDAY,
      target: new Date(at),
      places: [both],
    });
  });

  it("may not exist, which is said", async () => {
    const at = Date.UTC(2026, 10, 22, 2, 59);
    await expect(findBackup([both], { name: SUNDAY, at })).rejects.toThrow(
      "No such backup was begun before 2026-11-22T02:59:00.000Z: the oldest one is 2026-11-21T030000Z.",
    );
    await expect(findBackup([both], { name: "newest", at: null })).rejects.toThrow(
      "There is no backup newest: npm run restore lists them.",
    );
    await expect(findBackup([placeWith()], { name: "latest", at: null })).rejects.toThrow(
      "There are no backups yet: npm run backup makes one.",
    );
  });
});
