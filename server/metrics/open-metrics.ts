import type { Hono } from "hono";
import type { FaultBook } from "#server/kit/faults.ts";
import type { Figure, Metrics } from "#server/kit/metrics.ts";
import type { Config } from "#server/settings/config.ts";
import type { Records } from "#server/records/records.ts";
import type { Siblings } from "#server/processes/siblings.ts";
import type { Transport } from "#shared/transport.ts";
import { type BackupMoments, nameBackupFigures } from "./backup-figures.ts";
import { createMetricsRoom } from "./metrics-room.ts";
import { nameProcessFigures } from "./process-figures.ts";
import { nameProductFigures } from "./product-figures.ts";
import { wholeFigures } from "./whole-figures.ts";

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
  /** The other processes of one of several; null: it is alone. */
  readonly siblings: Siblings | null;
};

/** Name of the question for a process's figures. */
export const FIGURES_QUESTION = "figures";

/** The room of figures, with those of process, disk and product; `stop` ends the measuring. */
export function openMetrics(needs: MetricsNeeds): { rooms: readonly Hono[]; stop: () => void } {
  const { config, metrics, dataDir, siblings } = needs;
  const { METRICS_TOKEN: token } = config;
  if (metrics === undefined || token === undefined) return { rooms: [], stop: () => undefined };
  nameProductFigures({ ...needs, metrics, dailyUnits: config.YOUTUBE_DAILY_UNITS });
  nameBackupFigures(metrics, needs.backups, needs.now);
  metrics.gauge("server_processes", "Processes of this server that answer visitors.", () => 1);
  const isOpenThroughProxy = config.METRICS_THROUGH_PROXY;
  const figuresOfAll = siblings?.join(FIGURES_QUESTION, metrics.read);
  const read = async (): Promise<readonly Figure[]> =>
    figuresOfAll === undefined ? metrics.read() : wholeFigures(await figuresOfAll());
  return {
    rooms: [createMetricsRoom({ read, token, isOpenThroughProxy })],
    stop: nameProcessFigures(metrics, dataDir),
  };
}
