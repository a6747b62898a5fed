import type { FaultBook } from "#server/kit/faults.ts";
import type { Logger } from "#server/kit/log.ts";
import type { Ministry } from "#shared/site/ministry.ts";
import { openMailTransport } from "#server/backend/auth/mail/open-transport.ts";
import { backendSettings, s3Settings } from "#server/settings/backend-settings.ts";
import type { Config } from "#server/settings/config.ts";
import { backupNeeds } from "./backup-inputs.ts";
import { proofMail } from "./proof/proof-mail.ts";
import type { Proof } from "./proof/weekly-proof.ts";
import { startBackups, type SteadyBackups } from "./steady/start-backups.ts";

/**
 * Starts the backups of a server with an embedded database.
 *
 * @returns null where they are switched off, or the database is another server's.
 */
export async function openBackups(
  config: Config,
  parts: {
    readonly ministry: Ministry;
    readonly now: () => number;
    readonly log: Logger;
    readonly faults: FaultBook;
  },
): Promise<SteadyBackups | null> {
  const { now, log, faults } = parts;
  const time = config.BACKUP_TIME;
  if (time === null) return null;
  if (config.DATABASE_URL !== undefined) {
    log.info(
      { event: "no_backups" },
      "The database at DATABASE_URL is in no backup of this server: see to those of its own",
    );
    return null;
  }
  return startBackups({
    ...backupNeeds(config, now),
    time,
    isStoreHere: s3Settings(config) === null,
    log,
    report: faults.report,
    tell: createProofTeller(config, parts),
  });
}

/** Mails what came of a proof; without SMTP it becomes a file like every mail. */
function createProofTeller(
  config: Config,
  { ministry, now, log }: { ministry: Ministry; now: () => number; log: Logger },
): (proof: Proof) => Promise<void> {
  const { smtpUrl, mailFrom, dataDir } = backendSettings(config, ministry);
  const transport = openMailTransport({ smtpUrl, mailFrom, dataDir, now });
  const to = config.BACKUP_MAIL_TO ?? ministry.email;
  return async (proof) => {
    try {
      await transport.deliver(proofMail(proof, { to, site: ministry.name }));
    } catch (error) {
      log.warn({ event: "backup_mail_failed", err: error });
    }
  };
}
