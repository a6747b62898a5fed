import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { type DevotionalEntry, gridDay } from "#shared/devotional/devotional.ts";
import { dayAfter, dayOfMonth, devotionalPath } from "#shared/devotional/devotional-date.ts";
import { localisedPath } from "#shared/languages.ts";
import { devotionalMessages } from "#shared/messages/reading/devotional.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import { dayName } from "#shared/devotional/date-names.ts";
import { publishedDayQuery, shippedQuery } from "./devotional.data.ts";
import { EntryArticle, EmptyDay, LoadingDay } from "./entry-article.tsx";
import { SaveButton, SavedDevotionalList, ListenButton, ShareButton } from "./entry-actions.tsx";
import { DatedDays } from "./dated-days.tsx";
import { DayLink, Neighbours, TwoColumns } from "./page-parts.tsx";
import { type SpeechSubject, useListen } from "./use-listen.ts";

type DatedViewProps = {
  /** The selected day. */
  day: string;
  /** The reader's calendar day. */
  today: string;
  hasServerVoice: boolean;
  settings: ReactNode;
  /** Shown below the days. */
  reminders: ReactNode;
};

/** Published devotionals, each on its date. */
export function DatedView({ day, today, hasServerVoice, settings, reminders }: DatedViewProps) {
  const site = useSite();
  const label = dayName(day, site.language);
  const published = useQuery(publishedDayQuery(site, day));
  const isToday = day === today;
  // A day without a published devotional shows a bundled one, so that today is never empty.
  const isBridged = isToday && published.data === null;
  const shipped = useQuery({ ...shippedQuery(site.language), enabled: isBridged });
  const bridge = isBridged
    ? shipped.data?.find((entry) => entry.day === gridDay(dayOfMonth(day)))
    : undefined;
  return (
    <TwoColumns
      aside={
        <>
          <DatedDays selected={day} today={today} />
          <SavedDevotionalList />
        </>
      }
      settings={settings}
      reminders={reminders}
    >
      {published.data && (
        <ReadableDay
          key={day}
          entry={published.data}
          reflection={published.data.reflection}
          label={label}
          readDay={day}
          path={devotionalPath(day)}
          subject={
            site.preview ? { kind: "own", entry: published.data } : { kind: "devotional", day }
          }
          hasServerVoice={hasServerVoice}
        />
      )}
      {bridge && (
        <ReadableDay
          key={`bridge ${day}`}
          entry={bridge}
          reflection={null}
          label={label}
          readDay={day}
          path={`/devotional?day=${bridge.day}`}
          subject={{ kind: "devotional", day: bridge.day }}
          hasServerVoice={hasServerVoice}
        />
      )}
      {published.data === null && !isToday && <EmptyDay label={label} link="/devotional" />}
      {published.data === undefined && (
        <LoadingDay
          label={label}
          {...(published.isError && { onRetry: () => void published.refetch() })}
        />
      )}
      <NeighbourDays day={day} isToday={isToday} />
    </TwoColumns>
  );
}

/** Links to the adjacent published days, which are prefetched. */
function NeighbourDays({ day, isToday }: { day: string; isToday: boolean }) {
  const texts = useTexts(devotionalMessages);
  const site = useSite();
  const before = useQuery(publishedDayQuery(site, dayAfter(day, -1))).data;
  const after = useQuery(publishedDayQuery(site, dayAfter(day, 1))).data;
  return (
    <Neighbours>
      {before && (
        <DayLink
          direction="back"
          to={devotionalPath(before.date)}
          text={isToday ? texts.yesterday : texts.previousDay}
        />
      )}
      {after && (
        <DayLink
          direction="on"
          to={devotionalPath(after.date)}
          text={isToday ? texts.tomorrow : texts.nextDay}
        />
      )}
    </Neighbours>
  );
}

type ReadableProps = {
  entry: DevotionalEntry;
  reflection: string | null;
  label: string;
  readDay: string;
  /** Public path without the language. */
  path: string;
  subject: SpeechSubject;
  hasServerVoice: boolean;
};

function ReadableDay({
  entry,
  reflection,
  label,
  readDay,
  path,
  subject,
  hasServerVoice,
}: ReadableProps) {
  const { language } = useSite();
  const listen = useListen({ entry, subject, hasServerVoice });
  return (
    <EntryArticle
      entry={entry}
      dayLabel={label}
      reflection={reflection}
      readDay={readDay}
      actions={
        <>
          <ListenButton {...listen} />
          <ShareButton entry={entry} address={localisedPath(path, language)} />
          <SaveButton devotional={{ path, title: entry.title, label }} />
        </>
      }
    />
  );
}
