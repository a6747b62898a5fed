import { MINUTE_MS } from "#server/kit/durations.ts";
import type { Logger } from "#server/kit/log.ts";
import type { Metrics } from "#server/kit/metrics.ts";
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
} from "./due-reminders.domain.ts";
import {
  announcementMessage,
  planMessage,
  reminderMessage,
  verseMessage,
  type VerseWords,
} from "./reminder-message.domain.ts";
import { type PushOutcome, type PushSender, REFUSED_PAUSE_MS } from "./send-push.ts";
import type { ClaimedDevice, ClaimPage, SubscriptionStore } from "./subscription-store.ts";

type ClockParts = {
  /** The services as they hold now. */
  schedule: () => ServiceSchedule;
  /** What is announced now, was and will be. */
  announcements: () => readonly Announcement[];
  /** Title of today's devotional; null where there is none. */
  devotionalTitle: (language: Language) => Promise<string | null>;
  /** The verse of a day ("2026-11-24"), in a free text of the language. */
  verseOn: (day: string, language: Language) => Promise<VerseWords | null>;
  store: SubscriptionStore;
  /** Whether this server is the one of several that sends. */
  leads: () => Promise<boolean>;
  send: PushSender;
  log: Logger;
  now: () => number;
  metrics?: Metrics | undefined;
};

export type ReminderScheduler = {
  /** Sends what is due now; a second call while one runs does nothing. */
  tick(): Promise<void>;
  /** Ends the clock and waits for what runs. */
  stop(): Promise<void>;
};

/** Also how soon another server goes on where the one that sent has ended. */
const TICK_EVERY_MS = 10_000;
/** How long a list of hours and zones holds. */
const GROUPS_KEPT_MS = 5 * MINUTE_MS;
/** Devices that one claim takes: what a crash in the middle of it may leave without a reminder. */
const BATCH_SIZE = 50;

/**
 * Sends reminders and announcements when their time comes. Each server runs a clock and one of them sends; should
 * two do so for a moment, a claim of the database gives each device to one.
 */
export function startReminderScheduler(parts: ClockParts): ReminderScheduler {
  const { log, now } = parts;
  let running: Promise<void> | null = null;
  const stopping = new AbortController();
  const countOutcome = outcomeCounter(parts.metrics);
  const groups = keptGroups(parts);

  async function sendDue(): Promise<void> {
    const due = [
      ...dueReminders(parts.schedule(), now()).map((one) => reminderMailing(parts, one)),
      ...dueAnnouncements(parts.announcements(), now()).map((one) =>
        announcementMailing(parts, one),
      ),
      ...dueDaily(await groups(), now()).map((one) => dailyMailing(parts, one)),
    ];
    if (due.length === 0 || !(await parts.leads())) return;
    // A device that fails waits until after this instant: one tick tries each device once.
    const page = { count: BATCH_SIZE, nowMs: now() };
    for (const mailing of due) {
      let count = BATCH_SIZE;
      while (count === BATCH_SIZE)
        count = stopping.signal.aborted ? 0 : await sendBatch(parts, mailing, page, countOutcome);
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

  const timer = setInterval(() => void tick(), TICK_EVERY_MS);
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

/** The hours and zones of daily reminders. Who has just asked gets none today: an old list does as well. */
function keptGroups({ store, now }: ClockParts): () => Promise<readonly DailyGroup[]> {
  let kept: { groups: readonly DailyGroup[]; untilMs: number } | null = null;
  return async () => {
    if (kept === null || kept.untilMs <= now()) {
      kept = { groups: await store.dailyGroups(), untilMs: now() + GROUPS_KEPT_MS };
    }
    return kept.groups;
  };
}

type OutcomeCounter = (outcome: PushOutcome) => void;

/** Names the figures of reminders; a device that is gone is no failure. */
function outcomeCounter(metrics: Metrics | undefined): OutcomeCounter {
  const sent = metrics?.counter("push_sent_total", "Reminders that a push service took.");
  const failed = metrics?.counter("push_failed_total", "Reminders that will be tried again.");
  return (outcome) => {
    if (outcome === "sent") sent?.();
    if (outcome === "failed" || outcome === "refused") failed?.();
  };
}

/** What is sent to many devices, once to each. */
type Mailing = {
  /** Names it in the log. */
  key: string;
  /** After this it is of no use any more. */
  endsAtMs: number;
  claim(page: ClaimPage): Promise<ClaimedDevice[]>;
  release(endpoint: string): Promise<void>;
  /** Its words by language, read once for each batch. */
  words(): Promise<(language: Language) => PushMessage>;
};

function reminderMailing(parts: ClockParts, reminder: DueReminder): Mailing {
  const { store } = parts;
  return {
    key: reminder.key,
    endsAtMs: reminder.endsAtMs,
    claim: (page) => store.claim(reminder, page),
    release: (endpoint) => store.release(endpoint, reminder),
    async words() {
      const titles = reminder.topic === "devotional" ? await titlesOfToday(parts) : null;
      const { timeZone } = parts.schedule();
      return (language) =>
        reminderMessage(reminder, language, {
          timeZone,
          devotionalTitle: titles?.get(language) ?? null,
        });
    },
  };
}

function dailyMailing(parts: ClockParts, reminder: DueDaily): Mailing {
  const { store } = parts;
  const { key, endsAtMs, group, day } = reminder;
  return {
    key: `${key}:${group.timeZone}`,
    endsAtMs,
    claim: (page) => store.claim(reminder, page),
    release: (endpoint) => store.release(endpoint, reminder),
    async words() {
      if (group.topic === "plan") return planMessage;
      const verses = await versesOf(parts, day);
      return (language) => verseMessage(verses.get(language) ?? null, language);
    },
  };
}

/** A reminder without the words is better than none. */
function versesOf(
  { verseOn, log }: ClockParts,
  day: string,
): Promise<ReadonlyMap<Language, VerseWords | null>> {
  return byLanguage((language) =>
    verseOn(day, language).catch((error: unknown) => {
      log.warn({ event: "verse_of_day_not_read", err: error });
      return null;
    }),
  );
}

function announcementMailing({ store }: ClockParts, announcement: DueAnnouncement): Mailing {
  return {
    key: `announcement:${announcement.id}`,
    endsAtMs: announcement.endsAtMs,
    claim: (page) => store.claimAnnouncement(announcement, page),
    release: (endpoint) => store.releaseAnnouncement(endpoint, announcement),
    words: () => Promise.resolve((language) => announcementMessage(announcement, language)),
  };
}

/** Serves one batch; returns how many devices were claimed. */
async function sendBatch(
  parts: ClockParts,
  mailing: Mailing,
  page: ClaimPage,
  countOutcome: OutcomeCounter,
): Promise<number> {
  const { send, log, now } = parts;
  const claimed = await mailing.claim(page);
  if (claimed.length === 0) return 0;
  const counts = { sent: 0, gone: 0, refused: 0, failed: 0 };
  const wordsIn = await mailing.words();
  const lifetimeSeconds = Math.max(60, Math.round((mailing.endsAtMs - now()) / 1_000));
  await Promise.all(
    claimed.map(async (device) => {
      const outcome = await send(device, wordsIn(device.language), lifetimeSeconds);
      counts[outcome] += 1;
      countOutcome(outcome);
      await noteOutcome(parts, mailing, device, outcome);
    }),
  );
  log.info({ event: "reminders_sent", reminder: mailing.key, ...counts });
  return claimed.length;
}

async function noteOutcome(
  { store, now }: ClockParts,
  mailing: Mailing,
  { endpoint, isRetried }: ClaimedDevice,
  outcome: PushOutcome,
): Promise<void> {
  if (outcome === "sent" && isRetried) await store.reached(endpoint);
  if (outcome === "gone") await store.remove(endpoint);
  if (outcome === "refused" || outcome === "failed") await mailing.release(endpoint);
  if (outcome === "refused") await store.postpone(endpoint, now() + REFUSED_PAUSE_MS);
  if (outcome === "failed") await store.failed(endpoint, now());
}

/** A reminder without the title is better than none. */
function titlesOfToday({
  devotionalTitle,
  log,
}: ClockParts): Promise<ReadonlyMap<Language, string | null>> {
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
