import { LANGUAGE_FACTS, type Language } from "#shared/languages.ts";
import {
  type ChangedOccurrence,
  changedOccurrences,
  nextOccurrences,
  type ServiceOccurrence,
} from "#shared/live/service-schedule.domain.ts";
import { liveTvMessages } from "#shared/messages/live-tv.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import { MINUTE_S, HOUR_S, DAY_S, MINUTE_MS } from "@reign-tv/kit/durations.ts";
import type { LiveStatus } from "#shared/contracts/live-status.ts";

/** Later changes appear in the list of services only. */
const SHOWN_COUNT = 3;

/** Cancelled or moved services in the visitor's own zone, with the ministry's note. */
export function ServiceChanges({ now }: { now: number }) {
  const { language, ministry } = useSite();
  const texts = useTexts(liveTvMessages);
  const { services } = ministry;
  const changed = changedOccurrences(services, now).slice(0, SHOWN_COUNT);
  if (changed.length === 0) return null;

  const when = (ms: number): string =>
    new Date(ms).toLocaleString(LANGUAGE_FACTS[language].locale, {
      weekday: "long",
      day: "numeric",
      month: "long",
      hour: "numeric",
      minute: "2-digit",
    });
  const noteOf = ({ id, date }: ChangedOccurrence) =>
    services.exceptions?.find((one) => one.serviceId === id && one.date === date)?.note;

  return (
    <ul data-changes className="mt-3 grid gap-2 text-sm">
      {changed.map((change) => {
        const note = noteOf(change);
        return (
          <li key={`${change.id} ${change.date}`} className="border-l-4 border-gold pl-3.5">
            <p className="font-semibold">
              {change.startMs === null
                ? texts.cancelled(when(change.plannedMs))
                : texts.moved(when(change.plannedMs), when(change.startMs))}
            </p>
            {note !== undefined && (
              <p lang={note.lang === language ? undefined : note.lang} className="text-ink-soft">
                {note.text}
              </p>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** A duration in whole parts, each below the next larger one. */
type CountdownParts = { days: number; hours: number; minutes: number; seconds: number };

/** Splits a duration into days, hours, minutes and seconds; never below zero. */
export function countdownParts(lengthMs: number): CountdownParts {
  const total = Math.max(0, Math.ceil(lengthMs / 1000));
  return {
    days: Math.floor(total / DAY_S),
    hours: Math.floor((total % DAY_S) / HOUR_S),
    minutes: Math.floor((total % HOUR_S) / MINUTE_S),
    seconds: total % 60,
  };
}

type ServiceCountdownProps = {
  /** Milliseconds since the epoch. */
  now: number;
  /**
   * The server's next service; it counts until its end, and saves the device a search across time
   * zones.
   */
  announced?: LiveStatus["next"] | undefined;
};

/** The next service, with the time until it begins. */
export function ServiceCountdown({ now, announced = null }: ServiceCountdownProps) {
  const { ministry, language } = useSite();
  const liveTv = useTexts(liveTvMessages);
  const next = upcoming(announced, now) ?? nextOccurrences(ministry.services, now, 1)[0];
  if (!next) return null;
  const { weekly, others } = ministry.services;
  const service = weekly.find(({ id }) => id === next.id);
  const name =
    others?.find(({ id }) => id === next.id)?.title ??
    (service && (service.title ?? liveTv.weekdays[service.weekday]));
  return (
    <div role="timer">
      <p className="text-sm font-medium text-ink-soft">
        {name !== undefined && liveTv.nextService(name)}
      </p>
      <p className="mt-1 text-lg font-bold even-figures">
        {countdownText(next, now, liveTv, language)}
      </p>
    </div>
  );
}

function upcoming(announced: LiveStatus["next"], now: number): ServiceOccurrence | null {
  if (!announced) return null;
  const startMs = Date.parse(announced.start);
  const endMs = startMs + announced.minutes * MINUTE_MS;
  return endMs > now ? { id: announced.id, startMs, endMs } : null;
}

type CountdownTexts = (typeof liveTvMessages)[Language];

function countdownText(
  next: ServiceOccurrence,
  nowMs: number,
  texts: CountdownTexts,
  language: Language,
): string {
  if (next.startMs <= nowMs) return texts.onAirNow;
  const { days, hours, minutes, seconds } = countdownParts(next.startMs - nowMs);
  const shown =
    days > 0
      ? [texts.days(days), texts.hours(hours), texts.minutes(minutes)]
      : [texts.hours(hours), texts.minutes(minutes), texts.seconds(seconds)];
  const list = new Intl.ListFormat(LANGUAGE_FACTS[language].locale, {
    type: "unit",
    style: "narrow",
  });
  return texts.startsIn(list.format(shown));
}
