import { resolve } from "node:path";
import { openBackups } from "#server/backup/open-backups.ts";
import { type HeldDatabase, holdDatabase } from "#server/database/open-database.ts";
import { addressOf } from "#server/http/port.ts";

import { openFaultBook } from "#server/kit/faults.ts";
import { createLogger, type Logger } from "#server/kit/log.ts";
import { loadLibrary, MEDIA_DIR } from "#server/media/library.ts";
import type { Config } from "#server/settings/config.ts";
import { loadMinistry } from "#server/settings/ministry.ts";
import type { RunningServer } from "#server/start-server.ts";
import { keepWorkers } from "./keep-workers.ts";

const TELL_EVERY_MS = 5_000;

/**
 * Starts a server of several processes (WEB_PROCESSES). This one keeps DATA_DIR, the embedded PostgreSQL with its
 * backups and the other processes; they share the port and answer everybody.
 *
 * @throws StartError with one sentence for every reason that an operator can do something about.
 */
export async function startProcesses(config: Config): Promise<RunningServer> {
  const log = createLogger(config.LOG_LEVEL);
  const now = Date.now;
  const ministry = await loadMinistry(config.MINISTRY_FILE, await loadLibrary(MEDIA_DIR));
  const faults = openFaultBook({ log, now });
  const isElsewhere = config.SUPABASE_URL !== undefined;
  const held = isElsewhere ? null : await hold(config, log);
  try {
    const backups = isElsewhere ? null : await openBackups(config, { ministry, now, log, faults });
    const workers = await keepWorkers(config.WEB_PROCESSES, log);
    const telling = setInterval(() => {
      const details = backups === null ? {} : { backups: backups.state() };
      workers.tell({ components: faults.states(), details });
    }, TELL_EVERY_MS);
    return {
      address: addressOf(config.HOST, config.PORT),
      ministryName: ministry.name,
      async close() {
        clearInterval(telling);
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

function hold(config: Config, log: Logger): Promise<HeldDatabase> {
  return holdDatabase({
    dataDir: resolve(config.DATA_DIR),
    databaseUrl: config.databaseUrl,
    poolerUrl: config.poolerUrl,
    log,
    uid: config.POSTGRES_UID ?? null,
    archivesLog: config.BACKUP_TIME !== null,
  });
}
