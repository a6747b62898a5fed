import type { Hono } from "hono";
import type { ClientLimits } from "@reign-tv/kit/http/ip-rate-limit.ts";
import { partsOf } from "#server/settings/setting-values.ts";
import type { ReportFault } from "@reign-tv/kit/fault-registry.ts";
import type { Config } from "#server/settings/config.ts";
import type { Database } from "@reign-tv/backend";
import type { Logger } from "@reign-tv/kit/log.ts";
import type { Metrics } from "@reign-tv/kit/metrics.ts";
import type { Language } from "#shared/languages.ts";
import type { Announcement } from "#shared/announcements/announcement.schema.ts";
import type { Ministry } from "#shared/site/ministry.ts";
import { createPushRoutes } from "./push-routes.ts";
import { type PushKeys, createPushSender } from "./send-push.ts";
import { type ReminderScheduler, startReminderScheduler } from "./reminder-scheduler.ts";
import type { VerseWords } from "./reminders.domain.ts";
import { openSubscriptionStore } from "./subscription-store.ts";

type PushDeps = {
  config: Config;
  ministry: () => Ministry;
  /** Current, past and future announcements. */
  announcements: () => readonly Announcement[];
  database: Database;
  /** Title of today's devotional; null if there is none. */
  devotionalTitle: (language: Language) => Promise<string | null>;
  verseOn: (day: string, language: Language) => Promise<VerseWords | null>;
  keys: PushKeys;
  log: Logger;
  now: () => number;
  limits: ClientLimits;
  report: ReportFault;
  metrics?: Metrics | undefined;
};

/** Push reminders: routes for subscriptions, and the scheduler that sends them. */
export function openPush(deps: PushDeps): { app: Hono; scheduler: ReminderScheduler } {
  const { config, ministry, database, devotionalTitle, verseOn, keys, log, now, limits } = deps;
  const store = openSubscriptionStore(database);
  const isSecure = config.siteUrl.startsWith("https://");
  const send = createPushSender({
    keys,
    subject: () => (isSecure ? config.siteUrl : `mailto:${ministry().email}`),
    fetch,
    report: deps.report,
  });
  return {
    app: createPushRoutes({
      publicKey: keys.publicKey,
      store,
      endpoints: {
        extraHosts: partsOf(config.PUSH_SERVICE_HOSTS),
        allowsLoopback: config.PUSH_TEST_LOOPBACK,
      },
      siteUrl: config.siteUrl,
      limits,
    }),
    scheduler: startReminderScheduler({
      schedule: () => ministry().services,
      announcements: deps.announcements,
      devotionalTitle,
      verseOn,
      store,
      leads: () => database.leads(),
      send,
      log,
      now,
      metrics: deps.metrics,
    }),
  };
}
