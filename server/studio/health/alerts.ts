import { HOUR_MS, isWithin, MINUTE_MS } from "#server/kit/durations.ts";
import type { HealthCheck } from "#shared/studio/health.ts";
import { toParagraph } from "#server/backend/auth/mail/compose-mail.ts";
import type { Mail, MailTransport } from "#server/backend/auth/mail/mail-outbox.ts";
import type { Logger } from "#server/kit/log.ts";
import { type Language, LANGUAGES } from "#shared/languages.ts";
import { healthMessages } from "#shared/messages/studio/health.ts";
import { healthText } from "#shared/studio/health-texts.ts";
import type { Ministry } from "#shared/site/ministry.ts";
import { z } from "zod";
import type { Database } from "#server/database/database.ts";
import { SERVICE_ROLE_REQUEST } from "#server/database/service-role-request.ts";
import { parseJson } from "#server/kit/parse-json.ts";
import type { StateStore } from "#server/state-store/state-store.ts";

/** What is remembered of a light for its mails; milliseconds since the epoch. */
export type AlertState = {
  /** Since when it is bad without a break; null: it is not. */
  readonly badMs: number | null;
  /** When helpers were last told that it turned bad. */
  readonly toldMs: number | null;
  /** Whether they still believe so. */
  readonly isTold: boolean;
};

export type AlertStates = Readonly<Record<string, AlertState>>;

/** What helpers are told of a light. */
export type AlertNews = { readonly light: HealthCheck; readonly kind: "bad" | "well" };

/** A light that is bad for a moment only wakes nobody. */
const BAD_FOR_MS = MINUTE_MS;
/** A light that goes on and off is told once in this time. */
const TOLD_EVERY_MS = 6 * HOUR_MS;

/** What the lights of a moment make of what was remembered, and who is to hear of what. */
export function alertsAfter(
  states: AlertStates,
  lights: readonly HealthCheck[],
  nowMs: number,
): { readonly states: AlertStates; readonly news: readonly AlertNews[] } {
  const news: AlertNews[] = [];
  const next: Record<string, AlertState> = {};
  for (const light of lights) {
    const state = states[light.id] ?? { badMs: null, toldMs: null, isTold: false };
    if (light.tone !== "bad") {
      if (state.isTold) news.push({ light, kind: "well" });
      next[light.id] = { ...state, badMs: null, isTold: false };
      continue;
    }
    const badMs = state.badMs ?? nowMs;
    const isQuiet = state.toldMs !== null && isWithin(TOLD_EVERY_MS, state.toldMs, nowMs);
    const isDue = !state.isTold && !isQuiet && !isWithin(BAD_FOR_MS, badMs, nowMs);
    if (isDue) news.push({ light, kind: "bad" });
    next[light.id] = isDue ? { badMs, toldMs: nowMs, isTold: true } : { ...state, badMs };
  }
  return { states: next, news };
}

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

type ClockParts = {
  readonly database: Pick<Database, "asCaller" | "leads">;
  readonly records: Pick<StateStore, "storeOf">;
  readonly lights: () => Promise<readonly HealthCheck[]>;
  readonly mailer: AlertMailer;
  readonly log: Logger;
  /** Clock; milliseconds since the epoch. */
  readonly now: () => number;
};

export type AlertScheduler = {
  /** Looks at the lights now; a second call while one runs does nothing. Never rejects. */
  tick(): Promise<void>;
  /** Ends the clock and waits for what runs. */
  stop(): Promise<void>;
};

const LOOK_EVERY_MS = MINUTE_MS;
const STATES_KEY = "alerts";
const statesSchema = z.record(
  z.string(),
  z.object({
    badMs: z.number().nullable(),
    toldMs: z.number().nullable(),
    isTold: z.boolean(),
  }),
);
const recipientsSchema = z.array(z.object({ email: z.string(), language: z.enum(LANGUAGES) }));

/** Mails helpers when a light they watch turns bad, and when it is well again; one server of several does. */
export function startAlertClock(parts: ClockParts): AlertScheduler {
  const { database, log, now } = parts;
  const store = parts.records.storeOf("studio-health");
  let running: Promise<void> | null = null;

  async function look(): Promise<void> {
    if (!(await database.leads())) return;
    const before = await store.get(STATES_KEY);
    const kept = statesSchema.safeParse(parseJson(before ?? "")).data ?? {};
    const { states, news } = alertsAfter(kept, await parts.lights(), now());
    const after = JSON.stringify(states);
    // Kept first: a mail that is lost is better than one each minute.
    if (after !== before) await store.set(STATES_KEY, after);
    for (const one of news) await tellAll(one);
  }
  async function tellAll(news: AlertNews): Promise<void> {
    const rows = await database.asCaller(
      SERVICE_ROLE_REQUEST,
      (sql) => sql`select public.studio_alert_recipients(${news.light.id}) as recipients`,
    );
    const recipients = recipientsSchema.parse(rows[0]?.["recipients"]);
    await Promise.all(
      recipients.map(({ email, language }) => parts.mailer.tell(news, email, language)),
    );
  }

  function tick(): Promise<void> {
    running ??= look()
      .catch((error: unknown) => log.warn({ event: "alerts_failed", err: error }))
      .finally(() => {
        running = null;
      });
    return running;
  }
  const timer = setInterval(() => void tick(), LOOK_EVERY_MS);
  timer.unref();
  return {
    tick,
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
