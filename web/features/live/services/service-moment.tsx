import { CalendarPlus, CirclePlay } from "lucide-react";
import { type ReactNode, useMemo } from "react";
import { clockText, plainSpaces } from "#shared/clock-text.ts";
import type { LiveStatus } from "#shared/contracts/live-status.ts";
import { LANGUAGE_FACTS, localisedPath } from "#shared/languages.ts";
import { channelNamed, leadingChannel } from "#shared/live/channels.ts";
import { nextOccurrences, type ServiceOccurrence } from "#shared/live/service-schedule.domain.ts";
import { liveTvMessages } from "#shared/messages/live-tv.ts";
import { homeRows } from "#shared/videos/categories.ts";
import { useMessages, useSite, useTexts, useServiceTitle } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { Link } from "#web/ui/link.tsx";
import { useLive } from "#web/features/live/live.data.ts";
import { dayName, serviceMoment } from "./service-moment.domain.ts";
import { MINUTE_MS } from "@reign-tv/kit/durations.ts";

type ServiceMomentProps = {
  /** Whole minutes in milliseconds since the epoch. */
  now: number;
  Heading: "h2" | "h3";
  headingId: string;
  /** Button that turns the reminder of services on. */
  reminder: ReactNode;
};

/**
 * The service that matters now: its date and time in the visitor's own zone with a reminder and the
 * calendar; while it runs, its channel; after it, the list with recordings. Null without a service.
 */
export function ServiceMoment({ now, Heading, headingId, reminder }: ServiceMomentProps) {
  const { language } = useSite();
  const texts = useTexts(liveTvMessages);
  const { next, moment } = useServiceMoment(now);
  const recordings = useRecordings();
  const title = useServiceTitle(moment?.service.id);
  if (!moment) return null;
  const { phase, service } = moment;
  const heading = {
    coming: title ?? texts.nextService,
    running: texts.onAirNow,
    over: texts.serviceOver,
  }[phase];
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-3">
      <div className="min-w-0">
        <Heading id={headingId} className="font-sans text-sm font-semibold text-brand">
          {heading}
        </Heading>
        <p className="mt-1 font-title text-xl font-bold tracking-tight sm:text-2xl">
          {phase === "coming" && <ServiceTime atMs={service.startMs} now={now} />}
          {phase === "running" && (title ?? texts.serviceLive)}
          {phase === "over" && texts.watchAgain(recordings.title)}
        </p>
        {phase === "over" && next && (
          <p className="mt-1 text-sm text-ink-soft">
            {texts.followingService} <ServiceTime atMs={next.startMs} now={now} />
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-2 *:grow sm:*:grow-0">
        {phase === "coming" && (
          <>
            {reminder}
            <a
              href={localisedPath("/calendar.ics", language)}
              download
              className={buttonStyle("outline")}
            >
              <CalendarPlus aria-hidden className="size-5" />
              {texts.addToCalendar}
            </a>
          </>
        )}
        {phase === "running" && <WatchService />}
        {phase === "over" && (
          <Link to={recordings.path} className={buttonStyle("brand")}>
            <CirclePlay aria-hidden className="size-5" />
            {recordings.title}
          </Link>
        )}
      </div>
    </div>
  );
}

/** Link to the channel that carries the running service. */
function WatchService() {
  const { channels } = useSite().ministry;
  const texts = useTexts(liveTvMessages);
  const id = leadingChannel(
    channels,
    useLive(({ next }) => next?.channel),
  );
  return (
    <Link to={`/live-tv?channel=${id}`} className={buttonStyle("brand")}>
      <CirclePlay aria-hidden className="size-5" />
      {texts.watch(channelNamed(channels, id).name)}
    </Link>
  );
}

function useServiceMoment(now: number) {
  const { services } = useSite().ministry;
  const announced = useLive(({ next }) => next);
  return useMemo(() => {
    const next = upcoming(announced, now) ?? nextOccurrences(services, now, 1)[0] ?? null;
    return { next, moment: serviceMoment(services, next, now) };
  }, [announced, services, now]);
}

/** Returns the server's next service until its end: it saves a search across time zones. */
function upcoming(next: LiveStatus["next"] | undefined, nowMs: number): ServiceOccurrence | null {
  if (!next) return null;
  const startMs = Date.parse(next.start);
  const endMs = startMs + next.minutes * MINUTE_MS;
  return endMs > nowMs ? { id: next.id, startMs, endMs } : null;
}

/** The list in which a service can be watched again: Home's first. */
function useRecordings(): { title: string; path: string } {
  const { ministry } = useSite();
  const { home } = useMessages();
  const texts = useTexts(liveTvMessages);
  const [row] = homeRows(ministry);
  if (!row) return { title: texts.allVideos, path: "/video-on-demand" };
  return { title: ministry.categories?.[row.id]?.title ?? home.rows[row.id], path: row.path };
}

const WEEKDAY = { weekday: "long" } as const;
const DATE = { ...WEEKDAY, day: "numeric", month: "long" } as const;

/** Formats "Tonight 5:00 PM your time", in the visitor's own zone. */
function ServiceTime({ atMs, now }: { atMs: number; now: number }) {
  const { language } = useSite();
  const texts = useTexts(liveTvMessages);
  const { locale } = LANGUAGE_FACTS[language];
  const at = new Date(atMs);
  const name = dayName(atMs, now);
  const day =
    name === "weekday" || name === "date"
      ? at.toLocaleDateString(locale, name === "date" ? DATE : WEEKDAY)
      : texts.dayWords[name];
  const time = clockText(at, language);
  return (
    <>
      <time dateTime={at.toISOString()}>
        {day.charAt(0).toUpperCase() + plainSpaces(texts.dayAndTime(day.slice(1), time))}
      </time>{" "}
      <span className="font-sans text-sm font-normal whitespace-nowrap text-ink-soft">
        {texts.ownTime}
      </span>
    </>
  );
}
