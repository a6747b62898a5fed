import type { Hono } from "hono";
import type { FaultRegistry } from "#server/kit/fault-registry.ts";
import type { MetricFamily, Metrics } from "#server/kit/metrics.ts";
import type { Config } from "#server/settings/config.ts";
import type { StateStore } from "#server/state-store/state-store.ts";
import type { Siblings } from "#server/processes/siblings.ts";
import type { Transport } from "#shared/transport.ts";
import { type BackupMoments, nameBackupFigures } from "./backup-metrics.ts";
import { createMetricsRoom } from "./metrics-room.ts";
import { registerProcessMetrics } from "./process-metrics.ts";
import { registerProductMetrics } from "./product-figures.ts";
import { wholeFigures } from "./whole-figures.ts";

type MetricsNeeds = {
  readonly config: Config;
  /** Absent without METRICS_TOKEN: then nothing is counted, and nobody may ask. */
  readonly metrics: Metrics | undefined;
  readonly faults: Pick<FaultRegistry, "states">;
  readonly inProcess: Transport;
  readonly dataDir: string;
  readonly records: Pick<StateStore, "storeOf">;
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
  registerProductMetrics({ ...needs, metrics, dailyUnits: config.YOUTUBE_DAILY_UNITS });
  nameBackupFigures(metrics, needs.backups, needs.now);
  metrics.gauge("server_processes", "Processes of this server that answer visitors.", () => 1);
  const isOpenThroughProxy = config.METRICS_THROUGH_PROXY;
  const figuresOfAll = siblings?.join(FIGURES_QUESTION, metrics.read);
  const read = async (): Promise<readonly MetricFamily[]> =>
    figuresOfAll === undefined ? metrics.read() : wholeFigures(await figuresOfAll());
  return {
    rooms: [createMetricsRoom({ read, token, isOpenThroughProxy })],
    stop: registerProcessMetrics(metrics, dataDir),
  };
}
