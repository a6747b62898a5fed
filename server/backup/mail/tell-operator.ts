import { openMailTransport } from "#server/backend/auth/mail/open-transport.ts";
import type { Logger } from "#server/kit/log.ts";
import { backendSettings } from "#server/settings/backend-settings.ts";
import type { Config } from "#server/settings/config.ts";
import type { Ministry } from "#shared/site/ministry.ts";
import { type BackupNews, operatorMail } from "./operator-mail.ts";

export type TellerParts = {
  readonly ministry: Ministry;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly log: Logger;
};

/**
 * Mails BACKUP_MAIL_TO, else the ministry; without SMTP it becomes a file like every mail.
 *
 * @returns what tells, and answers false when the mail server did not take it.
 */
export function createOperatorNotifier(
  config: Config,
  { ministry, now, log }: TellerParts,
): (news: BackupNews) => Promise<boolean> {
  const transport = openMailTransport(backendSettings(config, ministry), now);
  return async (news) => {
    try {
      const to = config.BACKUP_MAIL_TO ?? ministry.email;
      await transport.deliver(operatorMail(news, { to, site: ministry.name }));
      return true;
    } catch (error) {
      log.warn({ event: "backup_mail_failed", err: error });
      return false;
    }
  };
}
