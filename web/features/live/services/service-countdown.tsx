import { MINUTE_S, HOUR_S, DAY_S, MINUTE_MS } from "#shared/durations.ts";
import type { LiveStatus } from "#shared/contracts/live-status.ts";
import { type Language, LANGUAGE_FACTS } from "#shared/languages.ts";
import { nextOccurrences, type ServiceOccurrence } from "#shared/live/service-schedule.domain.ts";
import { liveTvMessages } from "#shared/messages/live-tv.ts";
import { useSite, useTexts } from "#web/lib/site.ts";

/** A duration in whole parts, each below the next larger one. */
export type CountdownParts = { days: number; hours: number; minutes: number; seconds: number };

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
