import { useQuery } from "@tanstack/react-query";
import type { LiveStatus } from "#shared/contracts/live-status.ts";
import { calendarDay } from "#shared/devotional/devotional-date.ts";
import { LANGUAGE_FACTS } from "#shared/languages.ts";
import { todayMessages } from "#shared/messages/studio/today.ts";
import { useStudio } from "#web/features/studio/kit/studio-context.ts";
import { StudioCard, StudioQuery } from "#web/features/studio/kit/studio-page.tsx";
import { useSite, useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { Link } from "#web/ui/link.tsx";

/** Current or next service, with a link to cancel or move it. */
export function NextServiceCard() {
  const { api } = useSite();
  const { deps } = useStudio();
  const { service } = useTexts(todayMessages);
  const query = useQuery(deps.liveQuery(api));
  return (
    <StudioCard title={service.title}>
      <StudioQuery query={query}>{(data) => <ServiceLine next={data.next} />}</StudioQuery>
    </StudioCard>
  );
}

function ServiceLine({ next }: { next: LiveStatus["next"] }) {
  const { language } = useSite();
  const { can } = useStudio();
  const { service } = useTexts(todayMessages);
  if (next === null) return <p className="text-ink-soft">{service.none}</p>;
  const { id, start, zone } = next;
  const when = new Date(start).toLocaleString(LANGUAGE_FACTS[language].locale, {
    dateStyle: "full",
    timeStyle: "short",
    timeZone: zone,
  });
  const search = new URLSearchParams({
    service: id,
    date: calendarDay(Date.parse(start), zone),
  });
  return (
    <>
      <p className="font-semibold">{service.line(when, zone)}</p>
      {can("schedule") && (
        <Link
          to={`/studio/schedule?${search.toString()}`}
          className={buttonStyle("outline", "mt-3")}
        >
          {service.change}
        </Link>
      )}
    </>
  );
}
