import { CalendarClock } from "lucide-react";
import { MINUTE_MS } from "@reign-tv/kit/durations.ts";
import type { ReactNode } from "react";
import { clockText, plainSpaces } from "#shared/clock-text.ts";
import { type Language, LANGUAGE_FACTS, localisedPath } from "#shared/languages.ts";
import type { PageServices } from "#shared/contracts/site.ts";
import { nextOccurrences } from "#shared/live/service-schedule.domain.ts";
import { liveTvMessages } from "#shared/messages/live-tv.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import { useNow } from "#web/lib/use-now.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { ServiceChanges } from "./service-changes.tsx";
import { ServiceMoment } from "./service-moment.tsx";

/**
 * "Upcoming Live Services": the next one, and all times of the ministry with the visitor's own.
 * @param reminder button that turns the reminder of services on.
 */
export function ServicesCard({ reminder }: { reminder: ReactNode }) {
  const { ministry } = useSite();
  const liveTv = useTexts(liveTvMessages);
  const now = useNow(MINUTE_MS);
  const { weekly, others = [] } = ministry.services;
  return (
    <section
      aria-labelledby="services-heading"
      className="rounded-card border border-line bg-surface p-5 shadow-card lg:p-6"
    >
      <h2
        id="services-heading"
        className="flex items-center gap-2 text-xl font-bold tracking-tight"
      >
        <CalendarClock aria-hidden className="size-6 text-brand" />
        {liveTv.upcoming}
      </h2>
      {/* The height is reserved, so that the next service shifts nothing. */}
      <div className="mt-4 flex min-h-51 flex-col justify-center rounded-xl bg-brand-soft p-4 sm:max-lg:min-h-36">
        {now !== null && (
          <>
            <ServiceMoment now={now} Heading="h3" headingId="moment" reminder={reminder} />
            <ServiceChanges now={now} />
          </>
        )}
      </div>
      <ul className="mt-2 ruled">
        {weekly.map((service) => (
          <ServiceLine key={service.id} service={service} now={now} />
        ))}
        {others.map((service) => (
          <OtherLine key={service.id} service={service} now={now} />
        ))}
      </ul>
      <Subscription />
    </section>
  );
}

/** A calendar that follows every change. */
function Subscription() {
  const { language, siteUrl } = useSite();
  const liveTv = useTexts(liveTvMessages);
  const address = `${siteUrl}${localisedPath("/calendar.ics", language)}`;
  return (
    <p className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-ink-soft">
      <a href={address.replace(/^https?/, "webcal")} className={buttonStyle("quiet")}>
        {liveTv.subscribe}
      </a>
      {liveTv.calendarNote}
    </p>
  );
}

type WeeklyService = PageServices["weekly"][number];
type OtherService = NonNullable<PageServices["others"]>[number];

function ServiceLine({ service, now }: { service: WeeklyService; now: number | null }) {
  const { language, ministry } = useSite();
  const liveTv = useTexts(liveTvMessages);
  const { timeZone } = ministry.services;
  const city = timeZone.split("/").at(-1)?.replaceAll("_", " ") ?? timeZone;
  return (
    <li className="py-3">
      <p className="font-semibold first-letter:uppercase">
        {liveTv.weekdays[service.weekday]} {wallClockText(service.start, language)}
        <span className="font-normal text-ink-soft">, {liveTv.zoneName(city)}</span>
      </p>
      {service.title !== undefined && <p>{service.title}</p>}
      <p className="mt-0.5 min-h-5 text-sm text-ink-soft">
        {now !== null && <OwnTime only={{ weekly: [service] }} options={WEEKDAY} now={now} />}
      </p>
    </li>
  );
}

/**
 * A service that is not weekly, with its next occurrence; renders nothing once it is over for good.
 */
function OtherLine({ service, now }: { service: OtherService; now: number | null }) {
  const { ministry } = useSite();
  const { timeZone, exceptions } = ministry.services;
  const only = { timeZone, exceptions, weekly: [], others: [service] };
  if (now !== null && nextOccurrences(only, now, 1).length === 0) return null;
  return (
    <li className="py-3">
      <p className="font-semibold">{service.title}</p>
      <p className="mt-0.5 min-h-5 text-sm text-ink-soft">
        {now !== null && (
          <OwnTime only={{ weekly: [], others: [service] }} options={DATE} now={now} />
        )}
      </p>
    </li>
  );
}

const WEEKDAY = { weekday: "long", hour: "numeric", minute: "2-digit" } as const;
const DATE = { ...WEEKDAY, day: "numeric", month: "long" } as const;

type OwnTimeProps = {
  only: Pick<PageServices, "weekly" | "others">;
  options: Intl.DateTimeFormatOptions;
  now: number;
};

/** The next occurrence of one service in the visitor's own zone. */
function OwnTime({ only, options, now }: OwnTimeProps) {
  const { language, ministry } = useSite();
  const liveTv = useTexts(liveTvMessages);
  const { timeZone, exceptions } = ministry.services;
  const [next] = nextOccurrences({ timeZone, exceptions, ...only }, now, 1);
  if (!next) return null;
  const own = new Date(next.startMs);
  const text = own.toLocaleString(LANGUAGE_FACTS[language].locale, options);
  return <time dateTime={own.toISOString()}>{liveTv.yourTime(plainSpaces(text))}</time>;
}

/** Formats "16:00": "4:00 PM" in English, "16:00" in French. */
function wallClockText(start: string, language: Language): string {
  return plainSpaces(clockText(`2000-01-01T${start}:00Z`, language, "UTC"));
}
