import { resolve } from "node:path";
import { DEFAULT_LANGUAGE } from "#shared/languages.ts";
import { backupMailMessages } from "#shared/messages/backup-mail.ts";
import type { Ministry } from "#shared/site/ministry.ts";
import { openMailTransport } from "@reign-tv/backend";
import type { BackupSettings } from "@reign-tv/operations/backup/backup-config.ts";
import {
  createOperatorNotifier,
  type OperatorMessage,
} from "@reign-tv/operations/backup/operator-mail.ts";
import { ownVideoMedia } from "#server/own-videos/own-video-media.ts";
import { textArchives } from "#server/bible/texts/store/text-archive.ts";
import type { Logger } from "@reign-tv/kit/log.ts";
import { backendSettings, MIGRATIONS_DIR, s3Settings } from "./backend-settings.ts";
import type { Config } from "./config.ts";
import { readPackageVersion } from "./package-version.ts";

/** Settings of the backups, which hold the imported Bible texts too. */
export function backupSettings(config: Config): BackupSettings {
  const dataDir = resolve(config.DATA_DIR);
  return {
    dataDir,
    databaseUrl: config.databaseUrl,
    isProject: config.SUPABASE_URL !== undefined,
    time: config.BACKUP_TIME,
    folder: config.BACKUP_DIR ?? null,
    bucket: s3Settings(config, "BACKUP_S3_"),
    bucketPrefix: config.BACKUP_S3_PREFIX,
    passphrase: config.BACKUP_PASSPHRASE ?? null,
    s3: s3Settings(config),
    uid: config.POSTGRES_UID ?? null,
    extras: textArchives(dataDir),
    media: ownVideoMedia(config),
    migrationsDir: MIGRATIONS_DIR,
    product: readPackageVersion(),
  };
}

type NotifierDeps = {
  readonly ministry: () => Ministry;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly log: Logger;
};

/**
 * Mails BACKUP_MAIL_TO, else the ministry; without SMTP the mail is saved as a file.
 *
 * @returns a function that resolves with false when the mail server rejected the mail.
 */
export function backupNotifier(
  config: Config,
  { ministry, now, log }: NotifierDeps,
): (message: OperatorMessage) => Promise<boolean> {
  return createOperatorNotifier({
    transport: openMailTransport(backendSettings(config, ministry), now),
    fields: () => ({ to: config.BACKUP_MAIL_TO ?? ministry().email, site: ministry().name }),
    texts: backupMailMessages[DEFAULT_LANGUAGE],
    log,
  });
}
