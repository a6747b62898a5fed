import { toParagraph } from "#server/backend/auth/mail/compose-mail.ts";
import type { Mail, MailTransport } from "#server/backend/auth/mail/mail-outbox.ts";
import type { Logger } from "#server/kit/log.ts";
import type { Language } from "#shared/languages.ts";
import { healthMessages } from "#shared/messages/studio/health.ts";
import { healthText } from "#shared/studio/light-words.ts";
import type { Ministry } from "#shared/site/ministry.ts";
import type { AlertNews } from "./alert-states.domain.ts";

/** Mails to helpers who asked for them. */
export type AlertMailer = {
  /** @returns false when the mail server did not take it. */
  tell(news: AlertNews, to: string, language: Language): Promise<boolean>;
  test(to: string, language: Language): Promise<boolean>;
};

type MailerParts = {
  readonly transport: MailTransport;
  /** Read with each mail: the names and the zone may change. */
  readonly ministry: Pick<Ministry, "name" | "channels" | "services">;
  readonly siteUrl: string;
  readonly log: Logger;
};

/** Makes the mailer; what cannot be sent is one line of the log and is not tried again. */
export function createAlertMailer({ transport, ministry, siteUrl, log }: MailerParts): AlertMailer {
  async function send(
    to: string,
    subject: string,
    paragraphs: readonly string[],
  ): Promise<boolean> {
    const lines = paragraphs.map(toParagraph).join("");
    const mail: Mail = {
      kind: "health",
      to,
      subject,
      text: paragraphs.join("\n\n"),
      html: `<!doctype html><html><body>${lines}</body></html>`,
      link: null,
    };
    try {
      await transport.deliver(mail);
      return true;
    } catch (error) {
      log.warn({ event: "health_mail_failed", err: error });
      return false;
    }
  }

  return {
    tell({ light, kind }, to, language) {
      const { mail } = healthMessages[language];
      const zone = ministry.services.timeZone;
      const { name, says, next } = healthText(light, ministry.channels, language, zone);
      const subject = kind === "bad" ? mail.badSubject : mail.wellSubject;
      const steps = kind === "bad" && next !== null ? [next] : [];
      const page = `${siteUrl}/studio/health`;
      return send(to, subject(ministry.name, name), [
        `${name}: ${says}`,
        ...steps,
        mail.page(page),
      ]);
    },
    test(to, language) {
      const { mail } = healthMessages[language];
      return send(to, mail.testSubject(ministry.name), [mail.test]);
    },
  };
}
