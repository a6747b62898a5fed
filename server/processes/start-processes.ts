import cluster, { type Worker } from "node:cluster";
import { resolve } from "node:path";
import { openBackups } from "#server/backup/open-backups.ts";
import type { HealthReport } from "#server/backend/health.ts";
import { openDatabaseHandle } from "#server/database/open-database.ts";
import { addressOf } from "#server/http/http-server.ts";
import { openFaultRegistry } from "#server/kit/fault-registry.ts";
import { createLogger } from "#server/kit/log.ts";
import { createMetrics, type Metrics } from "#server/kit/metrics.ts";
import { nameBackupFigures } from "#server/metrics/backup-metrics.ts";
import { FIGURES_QUESTION } from "#server/metrics/open-metrics.ts";
import { registerProcessMetrics } from "#server/metrics/process-metrics.ts";
import { loadLibrary, MEDIA_DIR } from "#server/media/library.ts";
import type { Config } from "#server/settings/config.ts";
import { loadMinistry } from "#server/settings/ministry.ts";
import type { RunningServer } from "#server/start-server.ts";
import { databaseSettings } from "#server/settings/backend-settings.ts";
import { askWorkers } from "./ask-workers.ts";
import type { OwnParts } from "./messages.ts";
import { HEALTH_QUESTION } from "./whole-health.ts";
import { keepWorkers } from "./keep-workers.ts";

/**
 * Starts a server of several processes (WEB_PROCESSES). This one keeps DATA_DIR, the embedded PostgreSQL with its
 * backups and the other processes; they share the port and answer everybody. They take connections from its socket
 * themselves: one that this process handed to a worker that just died would never be answered, and those that arrive
 * while all of them end wait at a supervisor's socket for the next ones.
 *
 * @throws StartError with one sentence for every reason that an operator can do something about.
 */
export async function startProcesses(config: Config): Promise<RunningServer> {
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  const log = createLogger(config.LOG_LEVEL);
  const now = Date.now;
  const ministry = await loadMinistry(config.MINISTRY_FILE, await loadLibrary(MEDIA_DIR));
  const faults = openFaultRegistry({ log, now });
  const isElsewhere = config.SUPABASE_URL !== undefined;
  const held = isElsewhere ? null : await openDatabaseHandle({ ...databaseSettings(config), log });
  try {
    const backups = isElsewhere ? null : await openBackups(config, { ministry, now, log, faults });
    const answering = new Set<Worker>();
    const figures = createMetrics();
    const stopMeasuring = registerProcessMetrics(figures, resolve(config.DATA_DIR));
    nameBackupFigures(figures, () => backups?.state() ?? null, now);
    const health = (): HealthReport => ({
      checks: {},
      components: faults.states(),
      details: backups === null ? {} : { backups: backups.state() },
    });
    askWorkers(answering, ownParts(health, figures));
    const workers = await keepWorkers(config.WEB_PROCESSES, { log, answering });
    return {
      address: addressOf(config.HOST, config.PORT),
      ministryName: ministry.name,
      async close() {
        stopMeasuring();
        await workers.stop();
        await backups?.stop();
        await held?.close();
      },
    };
  } catch (error) {
    await held?.close();
    throw error;
  }
}

/** What this process says of itself; the figures of visitors are the others'. */
function ownParts(health: () => HealthReport, figures: Pick<Metrics, "read">): OwnParts {
  return new Map<string, () => Promise<unknown>>([
    [HEALTH_QUESTION, () => Promise.resolve(health())],
    [FIGURES_QUESTION, figures.read],
  ]);
}
