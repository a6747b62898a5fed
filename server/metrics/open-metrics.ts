import type { Hono } from "hono";
import type { FaultBook } from "#server/kit/faults.ts";
import type { Metrics } from "#server/kit/metrics.ts";
import type { Config } from "#server/settings/config.ts";
import type { Records } from "#server/records/records.ts";
import type { Transport } from "#shared/transport.ts";
import { type BackupMoments, nameBackupFigures } from "./backup-figures.ts";
import { createMetricsRoom } from "./metrics-room.ts";
import { nameProcessFigures } from "./process-figures.ts";
import { nameProductFigures } from "./product-figures.ts";

type MetricsNeeds = {
  readonly config: Config;
  /** Absent without METRICS_TOKEN: then nothing is counted, and nobody may ask. */
  readonly metrics: Metrics | undefined;
  readonly faults: Pick<FaultBook, "states">;
  readonly inProcess: Transport;
  readonly dataDir: string;
  readonly records: Pick<Records, "storeOf">;
  readonly backups: () => BackupMoments | null;
  readonly now: () => number;
};

/** The room of figures, with those of process, disk and product; `stop` ends the measuring. */
export function openMetrics(needs: MetricsNeeds): { rooms: readonly Hono[]; stop: () => void } {
  const { config, metrics, dataDir } = needs;
  const { METRICS_TOKEN: token } = config;
  if (metrics === undefined || token === undefined) return { rooms: [], stop: () => undefined };
  nameProductFigures({ ...needs, metrics, dailyUnits: config.YOUTUBE_DAILY_UNITS });
  nameBackupFigures(metrics, needs.backups, needs.now);
  const isOpenThroughProxy = config.METRICS_THROUGH_PROXY;
  return {
    rooms: [createMetricsRoom({ metrics, token, isOpenThroughProxy })],
    stop: nameProcessFigures(metrics, dataDir),
  };
}
