import { z } from "zod";
import type { Database } from "#server/database/database.ts";
import { SERVICE_ROLE_REQUEST } from "#server/database/service-role-request.ts";
import { MINUTE_MS } from "#server/kit/durations.ts";
import type { Logger } from "#server/kit/log.ts";
import { parseJson } from "#server/kit/parse-json.ts";
import type { StateStore } from "#server/state-store/state-store.ts";
import { LANGUAGES } from "#shared/languages.ts";
import type { HealthCheck } from "#shared/studio/health.ts";
import type { AlertMailer } from "./alert-mailer.ts";
import { alertsAfter, type AlertNews } from "./alert-states.domain.ts";

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
