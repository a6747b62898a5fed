import { expect, it } from "vitest";
import type { BackupState } from "#server/backup/backup-state.ts";
import { backupsOf } from "./worker-news.ts";

const state: BackupState = {
  missing: null,
  newest: "2026-11-22T030000Z",
  newestAt: "2026-11-22T03:00:00.000Z",
  logWaitingSeconds: 3,
  alarms: { night: { since: "2026-11-22T03:00:00.000Z", reason: "The disk is full" } },
  proof: null,
};

it("every process knows of the backups what the first one said", () => {
  expect(backupsOf({ components: {}, details: { backups: state } })).toEqual(state);
});

it.each([{}, { backups: null }, { backups: { newest: 7 } }])(
  "nothing is known of %j",
  (details) => {
    expect(backupsOf({ components: {}, details })).toBeNull();
  },
);
