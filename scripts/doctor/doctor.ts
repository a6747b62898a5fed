import { resolve } from "node:path";
import { loadLibrary, MEDIA_DIR } from "#server/media/library.ts";
import type { Config } from "#server/settings/config.ts";
import { loadMinistry } from "#server/settings/ministry.ts";
import type { Ministry } from "#shared/site/ministry.ts";
import { runCommand } from "#scripts/commands/run-command.ts";
import { checkBackups } from "./check-backups.ts";
import { checkDatabase } from "./check-database.ts";
import { checkDataDir, checkImages, type ClockComparison, clockResult } from "./check-machine.ts";
import { checkMail, checkPlatform, checkStore } from "./check-services.ts";
import { checkMinistry, checkSettings } from "./check-settings.ts";
import { checkServer, checkProxy } from "./check-proxy.ts";
import { type CheckResult, resultLines, summary } from "./check-result.ts";

/**
 * Checks everything that an operator configures: `npm run doctor`, with the variables and the account of the
 * service. Changes nothing, sends no mail, and calls only configured external dependencies and the video
 * platform's clock. Exits with 1 when there is a problem.
 */
async function main(): Promise<void> {
  const { config, results } = checkSettings(process.env);
  const all = config === null ? results : [...results, ...(await checkAll(config))];
  for (const result of all) console.log(resultLines(result));
  console.log(summary(all));
  process.exitCode = all.some(({ status }) => status === "problem") ? 1 : 0;
}

async function checkAll(config: Config): Promise<CheckResult[]> {
  const [ministry, data, pictures, database, backups, mail, server, way] = await Promise.all([
    checkMinistry(config),
    checkDataDir(resolve(config.DATA_DIR)),
    checkImages(),
    checkDatabase(config),
    checkBackups(config, Date.now()),
    checkMail(config, await readMinistry(config).catch(() => null)),
    checkServer(config),
    checkProxy(config),
  ]);
  const { services, time } = await checkMinistryServices(config, ministry);
  const ofDatabase = database.info && {
    who: "the database",
    aheadMs: database.info.clockAheadMs,
  };
  return [
    ...ministry,
    ...data,
    pictures,
    clockResult(time ?? ofDatabase),
    ...database.results,
    ...backups,
    mail,
    ...services,
    ...server,
    ...way,
  ];
}

/** Checks that need the ministry's file besides the settings; none when it is invalid. */
async function checkMinistryServices(
  config: Config,
  found: readonly CheckResult[],
): Promise<{ services: CheckResult[]; time: ClockComparison | null }> {
  if (found.some(({ status }) => status === "problem")) return { services: [], time: null };
  const ministry = await readMinistry(config);
  const [store, platform] = await Promise.all([
    checkStore(config, ministry),
    checkPlatform(config, ministry),
  ]);
  return { services: [store, platform.result], time: platform.time };
}

async function readMinistry({ MINISTRY_FILE }: Config): Promise<Ministry> {
  return loadMinistry(MINISTRY_FILE, await loadLibrary(MEDIA_DIR));
}

await runCommand(main);
