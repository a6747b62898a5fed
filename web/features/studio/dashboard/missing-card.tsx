import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { DEVOTIONAL_TIME_ZONE } from "#shared/devotional/devotional.ts";
import { calendarDay } from "#shared/devotional/devotional-date.ts";
import { LANGUAGE_FACTS } from "#shared/languages.ts";
import { todayMessages } from "#shared/messages/studio/today.ts";
import { useClient } from "#web/features/studio/kit/studio-context.ts";
import {
  Light,
  StudioCard,
  StudioFailed,
  StudioLoading,
} from "#web/features/studio/kit/studio-page.tsx";
import { useSite, useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { Link } from "#web/ui/link.tsx";
import { type MissingDays, missingDays } from "./missing-days.domain.ts";
import { writtenDaysQuery } from "./today.data.ts";

/** What followers will look for in vain within a week, by language. */
export function MissingDevotionals() {
  const { missing: texts } = useTexts(todayMessages);
  const [first] = useState(() => calendarDay(Date.now(), DEVOTIONAL_TIME_ZONE));
  const query = useQuery(writtenDaysQuery(useClient(), first));
  return (
    <StudioCard title={texts.title}>
      {query.data ? (
        <ul className="stack-3">
          {missingDays(first, query.data).map((missing) => (
            <li key={missing.language}>
              <LanguageLine missing={missing} />
            </li>
          ))}
        </ul>
      ) : query.isError ? (
        <StudioFailed onRetry={() => void query.refetch()} />
      ) : (
        <StudioLoading />
      )}
    </StudioCard>
  );
}

function LanguageLine({ missing: { language, days } }: { missing: MissingDays }) {
  const { language: shown } = useSite();
  const { missing: texts } = useTexts(todayMessages);
  const { name } = LANGUAGE_FACTS[language];
  if (days.length === 0) return <Light tone="good" text={texts.all(name)} />;
  const dayText = (day: string): string =>
    new Date(`${day}T00:00:00Z`).toLocaleDateString(LANGUAGE_FACTS[shown].locale, {
      weekday: "short",
      day: "numeric",
      month: "short",
      timeZone: "UTC",
    });
  return (
    <>
      <Light tone="warn" text={texts.some(name, days.length)} />
      <ul className="mt-2 flex flex-wrap gap-2">
        {days.map((day) => (
          <li key={day}>
            <Link
              to={`/studio/devotionals/${day}`}
              aria-label={texts.write(dayText(day))}
              className={buttonStyle("quiet", "px-4")}
            >
              {dayText(day)}
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
