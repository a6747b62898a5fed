import { type Language, LANGUAGE_FACTS } from "#shared/languages.ts";
import { nextOccurrences, type ServiceOccurrence } from "#shared/live/service-schedule.domain.ts";
import { liveTvMessages } from "#shared/messages/live-tv.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import { countdownParts } from "./countdown.domain.ts";

/** Which service is next, and how long until it begins. @param now milliseconds since the epoch. */
export function ServiceCountdown({ now }: { now: number }) {
  const { ministry, language } = useSite();
  const liveTv = useTexts(liveTvMessages);
  const [next] = nextOccurrences(ministry.services, now, 1);
  if (!next) return null;
  const service = ministry.services.weekly.find(({ id }) => id === next.id);
  return (
    <div role="timer">
      <p className="text-sm font-medium text-ink-soft">
        {service && liveTv.nextService(liveTv.weekdays[service.weekday])}
      </p>
      <p className="mt-1 text-lg font-bold tabular-nums">
        {countdownText(next, now, liveTv, language)}
      </p>
    </div>
  );
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
  const parts =
    days > 0
      ? [texts.days(days), texts.hours(hours), texts.minutes(minutes)]
      : [texts.hours(hours), texts.minutes(minutes), texts.seconds(seconds)];
  const list = new Intl.ListFormat(LANGUAGE_FACTS[language].locale, {
    type: "unit",
    style: "narrow",
  });
  return texts.startsIn(list.format(parts));
}
