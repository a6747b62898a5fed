import { MINUTE_MS } from "@reign-tv/kit/durations.ts";
import type { Logger } from "@reign-tv/kit/log.ts";
import type { Metrics } from "@reign-tv/kit/metrics.ts";
import type { Announcement } from "#shared/announcements/announcement.schema.ts";
import type { PushMessage } from "#shared/contracts/push.ts";
import { LANGUAGES, type Language } from "#shared/languages.ts";
import type { ServiceSchedule } from "#shared/live/service-schedule.domain.ts";
import {
  type DueAnnouncement,
  dueAnnouncements,
  type DailyGroup,
  type DueDaily,
  dueDaily,
  type DueReminder,
  dueReminders,
  announcementMessage,
  planMessage,
  reminderMessage,
  verseMessage,
  type VerseWords,
} from "./reminders.domain.ts";
import { type PushResult, type PushSender, REFUSED_PAUSE_MS } from "./send-push.ts";
import type { ClaimedDevice, ClaimPage, SubscriptionStore } from "./subscription-store.ts";

type ReminderSchedulerDeps = {
  /** The current services. */
  schedule: () => ServiceSchedule;
  /** Current, past and future announcements. */
  announcements: () => readonly Announcement[];
  /** Title of today's devotional; null if there is none. */
  devotionalTitle: (language: Language) => Promise<string | null>;
  /** The verse of a day ("2026-11-24"), in a free text of the language. */
  verseOn: (day: string, language: Language) => Promise<VerseWords | null>;
  store: SubscriptionStore;
  /** Returns true on the one server that sends. */
  leads: () => Promise<boolean>;
  send: PushSender;
  log: Logger;
  now: () => number;
  metrics?: Metrics | undefined;
};

export type ReminderScheduler = {
  /** Sends what is due now; does nothing while a call runs. */
  tick(): Promise<void>;
  /** Stops the timer and waits for the running tick. */
  stop(): Promise<void>;
};

/** Also the time until another server takes over. */
const TICK_INTERVAL_MS = 10_000;
/** Time for which the list of hours and zones is cached. */
const GROUPS_TTL_MS = 5 * MINUTE_MS;
/** Devices per claim: a crash may leave at most these without the reminder. */
const BATCH_SIZE = 50;

/**
 * Sends due reminders and announcements. Every server ticks and the leader sends; if two send for a moment, a database
 * claim gives each device to one.
 */
export function startReminderScheduler(deps: ReminderSchedulerDeps): ReminderScheduler {
  const { log, now } = deps;
  let running: Promise<void> | null = null;
  const stopping = new AbortController();
  const countResult = resultCounter(deps.metrics);
  const groups = cachedGroups(deps);

  async function sendDue(): Promise<void> {
    const due = [
      ...dueReminders(deps.schedule(), now()).map((one) => reminderMailing(deps, one)),
      ...dueAnnouncements(deps.announcements(), now()).map((one) => announcementMailing(deps, one)),
      ...dueDaily(await groups(), now()).map((one) => dailyMailing(deps, one)),
    ];
    if (due.length === 0 || !(await deps.leads())) return;
    // A failed device waits until after this instant: one tick tries each device once.
    const page = { count: BATCH_SIZE, nowMs: now() };
    for (const mailing of due) {
      let count = BATCH_SIZE;
      while (count === BATCH_SIZE)
        count = stopping.signal.aborted ? 0 : await sendBatch(deps, mailing, page, countResult);
    }
  }

  function tick(): Promise<void> {
    running ??= sendDue()
      .catch((error: unknown) => log.warn({ event: "reminders_failed", err: error }))
      .finally(() => {
        running = null;
      });
    return running;
  }

  const timer = setInterval(() => void tick(), TICK_INTERVAL_MS);
  timer.unref();
  return {
    tick,
    async stop() {
      stopping.abort();
      clearInterval(timer);
      await running;
    },
  };
}

/** Hours and zones of daily reminders. A cached list is enough: new subscribers get none today. */
function cachedGroups({ store, now }: ReminderSchedulerDeps): () => Promise<readonly DailyGroup[]> {
  let cached: { groups: readonly DailyGroup[]; untilMs: number } | null = null;
  return async () => {
    if (cached === null || cached.untilMs <= now()) {
      cached = { groups: await store.dailyGroups(), untilMs: now() + GROUPS_TTL_MS };
    }
    return cached.groups;
  };
}

type ResultCounter = (result: PushResult) => void;

/** Registers the metrics of reminders; a device that is gone is no failure. */
function resultCounter(metrics: Metrics | undefined): ResultCounter {
  const sent = metrics?.counter("push_sent_total", "Reminders that a push service took.");
  const failed = metrics?.counter("push_failed_total", "Reminders that will be tried again.");
  return (result) => {
    if (result === "sent") sent?.();
    if (result === "failed" || result === "refused") failed?.();
  };
}

/** One message to many devices, once to each. */
type Mailing = {
  /** Name in the log. */
  key: string;
  /** It is not sent after this time. */
  endsAtMs: number;
  claim(page: ClaimPage): Promise<ClaimedDevice[]>;
  release(endpoint: string): Promise<void>;
  /** Message by language, created once for each batch. */
  message(): Promise<(language: Language) => PushMessage>;
};

function reminderMailing(deps: ReminderSchedulerDeps, reminder: DueReminder): Mailing {
  const { store } = deps;
  return {
    key: reminder.key,
    endsAtMs: reminder.endsAtMs,
    claim: (page) => store.claim(reminder, page),
    release: (endpoint) => store.release(endpoint, reminder),
    async message() {
      const titles = reminder.topic === "devotional" ? await titlesOfToday(deps) : null;
      const { timeZone } = deps.schedule();
      return (language) =>
        reminderMessage(reminder, language, {
          timeZone,
          devotionalTitle: titles?.get(language) ?? null,
        });
    },
  };
}

function dailyMailing(deps: ReminderSchedulerDeps, reminder: DueDaily): Mailing {
  const { store } = deps;
  const { key, endsAtMs, group, day } = reminder;
  return {
    key: `${key}:${group.timeZone}`,
    endsAtMs,
    claim: (page) => store.claim(reminder, page),
    release: (endpoint) => store.release(endpoint, reminder),
    async message() {
      switch (group.topic) {
        case "plan":
          return planMessage;
        case "verse": {
          const verses = await versesOf(deps, day);
          return (language) => verseMessage(verses.get(language) ?? null, language);
        }
      }
    },
  };
}

/** Without the verse the reminder has a general text. */
function versesOf(
  { verseOn, log }: ReminderSchedulerDeps,
  day: string,
): Promise<ReadonlyMap<Language, VerseWords | null>> {
  return byLanguage((language) =>
    verseOn(day, language).catch((error: unknown) => {
      log.warn({ event: "verse_of_day_not_read", err: error });
      return null;
    }),
  );
}

function announcementMailing(
  { store }: ReminderSchedulerDeps,
  announcement: DueAnnouncement,
): Mailing {
  return {
    key: `announcement:${announcement.id}`,
    endsAtMs: announcement.endsAtMs,
    claim: (page) => store.claimAnnouncement(announcement, page),
    release: (endpoint) => store.releaseAnnouncement(endpoint, announcement),
    message: () => Promise.resolve((language) => announcementMessage(announcement, language)),
  };
}

/** Sends one batch; returns the number of claimed devices. */
async function sendBatch(
  deps: ReminderSchedulerDeps,
  mailing: Mailing,
  page: ClaimPage,
  countResult: ResultCounter,
): Promise<number> {
  const { send, log, now } = deps;
  const claimed = await mailing.claim(page);
  if (claimed.length === 0) return 0;
  const counts = { sent: 0, gone: 0, refused: 0, failed: 0 };
  const messageIn = await mailing.message();
  const lifetimeSeconds = Math.max(60, Math.round((mailing.endsAtMs - now()) / 1_000));
  await Promise.all(
    claimed.map(async (device) => {
      const result = await send(device, messageIn(device.language), lifetimeSeconds);
      counts[result] += 1;
      countResult(result);
      await saveResult(deps, mailing, device, result);
    }),
  );
  log.info({ event: "reminders_sent", reminder: mailing.key, ...counts });
  return claimed.length;
}

async function saveResult(
  { store, now }: ReminderSchedulerDeps,
  mailing: Mailing,
  { endpoint, isRetried }: ClaimedDevice,
  result: PushResult,
): Promise<void> {
  if (result === "sent" && isRetried) await store.reached(endpoint);
  if (result === "gone") await store.remove(endpoint);
  if (result === "refused" || result === "failed") await mailing.release(endpoint);
  if (result === "refused") await store.postpone(endpoint, now() + REFUSED_PAUSE_MS);
  if (result === "failed") await store.failed(endpoint, now());
}

/** Without the title the reminder has a general text. */
function titlesOfToday({
  devotionalTitle,
  log,
}: ReminderSchedulerDeps): Promise<ReadonlyMap<Language, string | null>> {
  return byLanguage((language) =>
    devotionalTitle(language).catch((error: unknown) => {
      log.warn({ event: "devotional_title_not_read", err: error });
      return null;
    }),
  );
}

async function byLanguage<Value>(
  read: (language: Language) => Promise<Value>,
): Promise<ReadonlyMap<Language, Value>> {
  const entries = LANGUAGES.map(async (language) => [language, await read(language)] as const);
  return new Map(await Promise.all(entries));
}
