import { useQuery } from "@tanstack/react-query";
import { CalendarPlus } from "lucide-react";
import { localisedPath } from "#shared/languages.ts";
import { liveTvMessages } from "#shared/messages/live-tv.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import { useNow } from "#web/lib/use-now.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { liveQuery } from "#web/features/live/live.data.ts";
import { ServiceChanges, ServiceCountdown } from "./coming-services.tsx";

/** The next live service on Home: its countdown, and a file for the visitor's calendar. */
export function NextService() {
  const { api, language } = useSite();
  const { data } = useQuery(liveQuery(api));
  const texts = useTexts(liveTvMessages);
  const now = useNow();
  return (
    <section
      aria-labelledby="next-service-heading"
      className="flex h-full flex-wrap items-center gap-4 rounded-card border border-line bg-surface p-5"
    >
      <div className="min-w-0 grow">
        <h2 id="next-service-heading" className="text-xl font-bold tracking-tight">
          {texts.upcoming}
        </h2>
        <div className="mt-1 min-h-12">
          {now !== null && <ServiceCountdown now={now} announced={data?.next} />}
        </div>
        {now !== null && <ServiceChanges now={now} />}
      </div>
      <a href={localisedPath("/calendar.ics", language)} download className={buttonStyle("quiet")}>
        <CalendarPlus aria-hidden className="size-5" />
        {texts.addToCalendar}
      </a>
    </section>
  );
}
