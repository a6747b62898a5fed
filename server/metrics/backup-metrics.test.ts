import { expect, it } from "vitest";
import { createMetrics, formatMetrics } from "#server/kit/metrics.ts";
import { type BackupMoments, nameBackupFigures } from "./backup-metrics.ts";

const NOW_MS = Date.parse("2026-11-22T09:30:00Z");

async function figures(moments: BackupMoments | null): Promise<string> {
  const metrics = createMetrics();
  nameBackupFigures(
    metrics,
    () => moments,
    () => NOW_MS,
  );
  return formatMetrics(await metrics.read());
}

it("the age of the newest backup and the wait of the log are told", async () => {
  const text = await figures({ newestAt: "2026-11-22T03:00:00.000Z", logWaitingSeconds: 12.5 });
  expect(text).toContain("\nbackup_age_seconds 23400\n");
  expect(text).toContain("\nwal_archive_lag 12.5\n");
});

it("a clock that went back makes no backup of the future", async () => {
  const text = await figures({ newestAt: "2026-11-22T09:31:00.000Z", logWaitingSeconds: 0 });
  expect(text).toContain("\nbackup_age_seconds 0\n");
  expect(text).toContain("\nwal_archive_lag 0\n");
});

it.each([[null], [{ newestAt: null, logWaitingSeconds: null }]])(
  "nothing is told of %j, so that an alert asks why",
  async (moments) => {
    expect(await figures(moments)).not.toMatch(/^(?:backup_age_seconds|wal_archive_lag) /m);
  },
);
