import { DEVOTIONAL_DAYS, type DevotionalEntry, gridDay } from "#shared/devotional/devotional.ts";
import { devotionalMessages } from "#shared/messages/reading/devotional.ts";
import { useSearchParameters } from "#web/lib/navigation/use-search-parameters.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import { DayLink, Neighbours, TwoColumns } from "./page-parts.tsx";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { dayOfMonth, monthOf } from "#shared/devotional/devotional-date.ts";
import { localisedPath } from "#shared/languages.ts";
import { shippedQuery } from "./devotional.data.ts";
import { EntryArticle, EmptyDay, LoadingDay } from "./entry-article.tsx";
import { SaveButton, SavedDevotionalList, ListenButton, ShareButton } from "./entry-actions.tsx";
import { GRID_DAYS, NumberedDays } from "./numbered-days.tsx";
import { useListen } from "./use-listen.ts";

export const DAY_PARAMETER = "day";

type FixedViewProps = {
  /** The reader's calendar day. */
  today: string;
  /** The devotionals that came with the page. */
  served: readonly DevotionalEntry[];
  /** Entries of this device, which replace the bundled ones; empty when there are none. */
  own: readonly DevotionalEntry[];
  hasServerVoice: boolean;
  /** Further buttons and panels. */
  settings: ReactNode;
  /** Shown below the days. */
  reminders: ReactNode;
};

/** The grid of 30 days with the selected one: the bundled devotionals, or those of this device. */
export function FixedView({
  today,
  served,
  own,
  hasServerVoice,
  settings,
  reminders,
}: FixedViewProps) {
  const texts = useTexts(devotionalMessages);
  const { language } = useSite();
  const parameters = useSearchParameters();
  const isOwn = own.length > 0;
  const todayInGrid = gridDay(dayOfMonth(today));
  const day = dayInAddress(parameters) ?? todayInGrid;
  // The page comes with its day and those beside it; the reader may choose another.
  const isServed = served.some((candidate) => candidate.day === day);
  const shipped = useQuery({ ...shippedQuery(language), enabled: !isOwn && !isServed });
  const entries = isOwn ? own : [...served, ...(shipped.data ?? [])];
  const entry = entries.find((candidate) => candidate.day === day);
  const filled = isOwn ? own.map((one) => one.day) : GRID_DAYS;
  return (
    <TwoColumns
      aside={
        <>
          <NumberedDays
            selected={day}
            today={todayInGrid}
            filled={new Set(filled)}
            dateOf={(shown) => dateInMonth(today, shown)}
          />
          <SavedDevotionalList />
        </>
      }
      settings={settings}
      reminders={reminders}
    >
      {entry && (
        <ReadableEntry
          key={`${entry.day} ${entry.title}`}
          entry={entry}
          isOwn={isOwn}
          readDay={dateInMonth(today, entry.day)}
          hasServerVoice={hasServerVoice}
        />
      )}
      {!entry && (isOwn || shipped.isSuccess) && <EmptyDay label={texts.day(day)} />}
      {!entry && !isOwn && !shipped.isSuccess && (
        <LoadingDay
          label={texts.day(day)}
          {...(shipped.isError && { onRetry: () => void shipped.refetch() })}
        />
      )}
      <Neighbours>
        {day > 1 && (
          <DayLink
            direction="back"
            to={`/devotional?${DAY_PARAMETER}=${day - 1}`}
            text={texts.previousDay}
          />
        )}
        {day < DEVOTIONAL_DAYS && (
          <DayLink
            direction="on"
            to={`/devotional?${DAY_PARAMETER}=${day + 1}`}
            text={texts.nextDay}
          />
        )}
      </Neighbours>
    </TwoColumns>
  );
}

/** Returns the day of the grid in a URL, or null. */
export function dayInAddress(parameters: URLSearchParams): number | null {
  const text = parameters.get(DAY_PARAMETER) ?? "";
  const day = /^[1-9]\d?$/.test(text) ? Number(text) : 0;
  return day >= 1 && day <= DEVOTIONAL_DAYS ? day : null;
}

/** Returns the date of a grid day in the reader's month: the grid repeats each month. */
function dateInMonth(today: string, day: number): string {
  return `${monthOf(today)}-${String(day).padStart(2, "0")}`;
}

type ReadableProps = {
  entry: DevotionalEntry;
  isOwn: boolean;
  readDay: string;
  hasServerVoice: boolean;
};

function ReadableEntry({ entry, isOwn, readDay, hasServerVoice }: ReadableProps) {
  const texts = useTexts(devotionalMessages);
  const { language } = useSite();
  const listen = useListen({
    entry,
    subject: isOwn ? { kind: "own", entry } : { kind: "devotional", day: entry.day },
    hasServerVoice: hasServerVoice && !isOwn,
  });
  const path = `/devotional?${DAY_PARAMETER}=${entry.day}`;
  const label = texts.day(entry.day);
  return (
    <EntryArticle
      entry={entry}
      dayLabel={label}
      readDay={readDay}
      actions={
        <>
          <ListenButton {...listen} />
          {/* Entries of this device have no URL that works elsewhere. */}
          {!isOwn && (
            <>
              <ShareButton entry={entry} address={localisedPath(path, language)} />
              <SaveButton devotional={{ path, title: entry.title, label }} />
            </>
          )}
        </>
      }
    />
  );
}
