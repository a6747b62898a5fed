import { HOUR_MS, isWithin, MINUTE_MS } from "@reign-tv/kit/durations.ts";
import type { HealthCheck } from "#shared/studio/health.ts";
import type { Logger } from "@reign-tv/kit/log.ts";
import { type Language, LANGUAGES } from "#shared/languages.ts";
import { healthMessages } from "#shared/messages/studio/health.ts";
import { healthText } from "#shared/studio/health-texts.ts";
import type { Ministry } from "#shared/site/ministry.ts";
import * as v from "valibot";
import { composePlainMail, type Database, type MailTransport } from "@reign-tv/backend";
import { parseJson } from "@reign-tv/kit/parse-json.ts";
import type { StateStore } from "#server/state-store/state-store.ts";

/** Alert state of a check; milliseconds since the epoch. */
type AlertState = {
  /** Start of the current failure; null while there is none. */
  readonly badMs: number | null;
  /** Time of the last alert. */
  readonly toldMs: number | null;
  /** True until the recovery is mailed. */
  readonly isTold: boolean;
};

export type AlertStates = Readonly<Record<string, AlertState>>;

/** A failure or recovery to be mailed to staff. */
type Alert = { readonly check: HealthCheck; readonly kind: "bad" | "well" };

/** Delay before an alert: shorter failures are ignored. */
const ALERT_DELAY_MS = MINUTE_MS;
/** A flapping check alerts once in this time. */
const ALERT_INTERVAL_MS = 6 * HOUR_MS;

/** Updates the alert states and returns the due alerts. */
export function alertsAfter(
  states: AlertStates,
  checks: readonly HealthCheck[],
  nowMs: number,
): { readonly states: AlertStates; readonly alerts: readonly Alert[] } {
  const alerts: Alert[] = [];
  const next: Record<string, AlertState> = {};
  for (const check of checks) {
    const state = states[check.id] ?? { badMs: null, toldMs: null, isTold: false };
    if (check.tone !== "bad") {
      if (state.isTold) alerts.push({ check, kind: "well" });
      next[check.id] = { ...state, badMs: null, isTold: false };
      continue;
    }
    const badMs = state.badMs ?? nowMs;
    const isQuiet = state.toldMs !== null && isWithin(ALERT_INTERVAL_MS, state.toldMs, nowMs);
    const isDue = !state.isTold && !isQuiet && !isWithin(ALERT_DELAY_MS, badMs, nowMs);
    if (isDue) alerts.push({ check, kind: "bad" });
    next[check.id] = isDue ? { badMs, toldMs: nowMs, isTold: true } : { ...state, badMs };
  }
  return { states: next, alerts };
}

/** Sends mails to subscribed staff. */
export type AlertMailer = {
  /** @returns false when the mail server rejects it. */
  send(alert: Alert, to: string, language: Language): Promise<boolean>;
  test(to: string, language: Language): Promise<boolean>;
};

type AlertMailerDeps = {
  readonly transport: MailTransport;
  /** Read for each mail: names and zone may change. */
  readonly ministry: () => Pick<Ministry, "name" | "channels" | "services">;
  readonly siteUrl: string;
  readonly log: Logger;
};

/** Creates the mailer. Failed mails are logged and not sent again. */
export function createAlertMailer({
  transport,
  ministry,
  siteUrl,
  log,
}: AlertMailerDeps): AlertMailer {
  async function deliver(
    to: string,
    subject: string,
    paragraphs: readonly string[],
  ): Promise<boolean> {
    try {
      await transport.deliver(composePlainMail({ kind: "health", to, subject, paragraphs }));
      return true;
    } catch (error) {
      log.warn({ event: "health_mail_failed", err: error });
      return false;
    }
  }

  return {
    send({ check, kind }, to, language) {
      const { mail } = healthMessages[language];
      const { name: site, channels, services } = ministry();
      const zone = services.timeZone;
      const { name, says, next } = healthText(check, channels, language, zone);
      const subject = kind === "bad" ? mail.badSubject : mail.wellSubject;
      const steps = kind === "bad" && next !== null ? [next] : [];
      const page = `${siteUrl}/studio/health`;
      return deliver(to, subject(site, name), [`${name}: ${says}`, ...steps, mail.page(page)]);
    },
    test(to, language) {
      const { mail } = healthMessages[language];
      return deliver(to, mail.testSubject(ministry().name), [mail.test]);
    },
  };
}

type AlertSchedulerDeps = {
  readonly database: Pick<Database, "asService" | "leads">;
  readonly stateStore: Pick<StateStore, "storeOf">;
  readonly checks: () => Promise<readonly HealthCheck[]>;
  readonly mailer: AlertMailer;
  readonly log: Logger;
  /** Clock; milliseconds since the epoch. */
  readonly now: () => number;
};

export type AlertScheduler = {
  /** Runs the checks; does nothing while a call runs. Never rejects. */
  tick(): Promise<void>;
  /** Stops the timer and waits for the running tick. */
  stop(): Promise<void>;
};

const CHECK_INTERVAL_MS = MINUTE_MS;
const STATES_KEY = "alerts";
const statesSchema = v.record(
  v.string(),
  v.object({
    badMs: v.nullable(v.number()),
    toldMs: v.nullable(v.number()),
    isTold: v.boolean(),
  }),
);
const recipientsSchema = v.array(v.object({ email: v.string(), language: v.picklist(LANGUAGES) }));

/** Mails subscribed staff when a check fails and when it recovers. Runs on the leader only. */
export function startAlertScheduler(deps: AlertSchedulerDeps): AlertScheduler {
  const { database, log, now } = deps;
  const store = deps.stateStore.storeOf("studio-health");
  let running: Promise<void> | null = null;

  async function runChecks(): Promise<void> {
    if (!(await database.leads())) return;
    const before = await store.get(STATES_KEY);
    const stored = v.parse(v.fallback(statesSchema, {}), parseJson(before ?? ""));
    const { states, alerts } = alertsAfter(stored, await deps.checks(), now());
    const after = JSON.stringify(states);
    // Store the state first: a lost mail is better than one each minute.
    if (after !== before) await store.set(STATES_KEY, after);
    for (const alert of alerts) await mailAll(alert);
  }
  async function mailAll(alert: Alert): Promise<void> {
    const rows = await database.asService(
      (sql) => sql`select public.studio_alert_recipients(${alert.check.id}) as recipients`,
    );
    const recipients = v.parse(recipientsSchema, rows[0]?.["recipients"]);
    await Promise.all(
      recipients.map(({ email, language }) => deps.mailer.send(alert, email, language)),
    );
  }

  function tick(): Promise<void> {
    running ??= runChecks()
      .catch((error: unknown) => log.warn({ event: "alerts_failed", err: error }))
      .finally(() => {
        running = null;
      });
    return running;
  }
  const timer = setInterval(() => void tick(), CHECK_INTERVAL_MS);
  timer.unref();
  return {
    tick,
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
