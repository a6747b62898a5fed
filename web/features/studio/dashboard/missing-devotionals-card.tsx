import { dayAfter, calendarDay } from "#shared/devotional/devotional-date.ts";
import { type Language, LANGUAGES, LANGUAGE_FACTS } from "#shared/languages.ts";
import { type UseQueryOptions, useQuery } from "@tanstack/react-query";
import * as v from "valibot";
import { assertSucceeded } from "#web/features/studio/kit/result.ts";
import type { OpenClient } from "#web/features/studio/kit/documents.data.ts";
import { useState } from "react";
import { DEVOTIONAL_TIME_ZONE } from "#shared/devotional/devotional.ts";
import { todayMessages } from "#shared/messages/studio/today.ts";
import { useClient } from "#web/features/studio/kit/studio-context.ts";
import { StatusLabel, StudioCard, StudioQuery } from "#web/features/studio/kit/studio-page.tsx";
import { useSite, useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { Link } from "#web/ui/link.tsx";

/** Days that are checked, today included. */
const DAYS_AHEAD = 7;

/** A language and the days ("2026-11-23") without a devotional in it. */
export type MissingDays = { language: Language; days: readonly string[] };

/** Returns the days from `first` on without a devotional, by language. */
export function missingDays(
  first: string,
  written: readonly { date: string; language: string }[],
): MissingDays[] {
  const ahead = Array.from({ length: DAYS_AHEAD }, (_, count) => dayAfter(first, count));
  return LANGUAGES.map((language) => ({
    language,
    days: ahead.filter(
      (day) => !written.some((entry) => entry.date === day && entry.language === language),
    ),
  }));
}

const writtenSchema = v.array(v.object({ date: v.string(), language: v.string() }));

type WrittenDay = v.InferOutput<typeof writtenSchema>[number];

/** Query of the next days that have a devotional, published or scheduled. */
function writtenDaysQuery(open: OpenClient, first: string): UseQueryOptions<WrittenDay[]> {
  return {
    queryKey: ["studio", "written-days", first],
    async queryFn({ signal }) {
      const result = await open()
        .from("devotionals")
        .select("date,language")
        .eq("status", "published")
        .gte("date", first)
        .lt("date", dayAfter(first, DAYS_AHEAD))
        .abortSignal(signal)
        .retry(false);
      assertSucceeded(result);
      return v.parse(writtenSchema, result.data);
    },
  };
}

/** Devotionals that are missing within a week, by language. */
export function MissingDevotionals() {
  const { missing: texts } = useTexts(todayMessages);
  const [first] = useState(() => calendarDay(Date.now(), DEVOTIONAL_TIME_ZONE));
  const query = useQuery(writtenDaysQuery(useClient(), first));
  return (
    <StudioCard title={texts.title}>
      <StudioQuery query={query}>
        {(data) => (
          <ul className="stack-3">
            {missingDays(first, data).map((missing) => (
              <li key={missing.language}>
                <LanguageLine missing={missing} />
              </li>
            ))}
          </ul>
        )}
      </StudioQuery>
    </StudioCard>
  );
}

function LanguageLine({ missing: { language, days } }: { missing: MissingDays }) {
  const { language: shown } = useSite();
  const { missing: texts } = useTexts(todayMessages);
  const { name } = LANGUAGE_FACTS[language];
  if (days.length === 0) return <StatusLabel tone="good" text={texts.all(name)} />;
  const dayText = (day: string): string =>
    new Date(`${day}T00:00:00Z`).toLocaleDateString(LANGUAGE_FACTS[shown].locale, {
      weekday: "short",
      day: "numeric",
      month: "short",
      timeZone: "UTC",
    });
  return (
    <>
      <StatusLabel tone="warn" text={texts.some(name, days.length)} />
      <ul className="mt-2 grid grid-cols-[repeat(auto-fill,minmax(7.5rem,1fr))] gap-2 *:grid">
        {days.map((day) => (
          <li key={day}>
            <Link
              to={`/studio/devotionals/${day}#${language}`}
              aria-label={texts.write(dayText(day))}
              className={buttonStyle("quiet", "px-2!")}
            >
              {dayText(day)}
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
