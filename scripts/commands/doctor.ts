import { resolve } from "node:path";
import { checkOwnVideos } from "#scripts/doctor/check-own-videos.ts";
import { checkPlatform } from "#scripts/doctor/check-platform.ts";
import { checkMinistry, checkSettings } from "#scripts/doctor/check-settings.ts";
import { checkBackups } from "@reign-tv/operations/doctor/check-backups.ts";
import {
  checkDatabase,
  type DatabaseCheckOptions,
} from "@reign-tv/operations/doctor/check-database.ts";
import {
  checkDataDir,
  checkImages,
  type ClockComparison,
  clockResult,
} from "@reign-tv/operations/doctor/check-machine.ts";
import { checkProxy, checkServer } from "@reign-tv/operations/doctor/check-proxy.ts";
import {
  type CheckResult,
  resultLines,
  summary,
} from "@reign-tv/operations/doctor/check-result.ts";
import { checkMail, checkStore } from "@reign-tv/operations/doctor/check-services.ts";
import { messageOf } from "@reign-tv/kit/start-error.ts";
import { addressOf } from "#server/http/http-server.ts";
import { loadLibrary, MEDIA_DIR } from "#server/media/library.ts";
import { s3Settings } from "#server/settings/backend-settings.ts";
import { backupSettings } from "#server/settings/backup-settings.ts";
import type { Config } from "#server/settings/config.ts";
import { loadMinistry } from "#server/settings/ministry.ts";
import type { Ministry } from "#shared/site/ministry.ts";
import { runCommand } from "./run-command.ts";
import { openServerClient } from "./server-client.ts";

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
  const [ministry, data, pictures, database, backups, mail, videos, server, way] =
    await Promise.all([
      checkMinistry(config),
      checkDataDir(resolve(config.DATA_DIR)),
      checkImages(),
      checkDatabase(databaseOptions(config)),
      checkBackups(backupSettings(config), Date.now()),
      checkMail(config.SMTP_URL, await readSender(config)),
      checkCopies(config),
      checkServer(addressOf(config.HOST, config.PORT), config.METRICS_TOKEN),
      checkProxy(config.PUBLIC_URL, config.METRICS_TOKEN),
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
    ...videos,
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
    checkStore(backupSettings(config)),
    checkPlatform(config, ministry),
  ]);
  return { services: [store, platform.result], time: platform.time };
}

/** Compares own videos with their copies in the S3 store; in a Supabase project there are none. */
async function checkCopies(config: Config): Promise<CheckResult[]> {
  if (config.SUPABASE_URL !== undefined) return [];
  const s3 = s3Settings(config);
  try {
    return await checkOwnVideos(await openServerClient(config), s3);
  } catch (error) {
    if (s3 === null) return [];
    const text = `not compared with their copies in the store: ${messageOf(error)}`;
    const hint = "Start the server, see to the line of the store, and run this command again.";
    return [{ topic: "own videos", status: "look", text, hint }];
  }
}

function databaseOptions(config: Config): DatabaseCheckOptions {
  const { databaseUrl, poolerUrl, SUPABASE_URL: url } = config;
  const publishableKey = config.SUPABASE_PUBLISHABLE_KEY ?? "";
  return { project: url === undefined ? null : { url, publishableKey }, databaseUrl, poolerUrl };
}

/** Sender of mails; null when the ministry's file, which names it, cannot be read. */
async function readSender(config: Config): Promise<string | null> {
  if (config.MAIL_FROM !== undefined) return config.MAIL_FROM;
  const ministry = await readMinistry(config).catch(() => null);
  return ministry?.email ?? null;
}

async function readMinistry({ MINISTRY_FILE }: Config): Promise<Ministry> {
  return loadMinistry(MINISTRY_FILE, await loadLibrary(MEDIA_DIR));
}

await runCommand(main);
