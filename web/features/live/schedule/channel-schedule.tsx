import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { ListStart, WifiOff } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import * as v from "valibot";
import { MINUTE_MS, SECOND_MS } from "@reign-tv/kit/durations.ts";
import { clockText } from "#shared/clock-text.ts";
import {
  channelScheduleSchema,
  type ScheduledProgramme,
} from "#shared/contracts/programme-guide.ts";
import type { ChannelId } from "#shared/live/channels.ts";
import { liveTvMessages } from "#shared/messages/live-tv.ts";
import { serverNow } from "#web/lib/clock.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { networkName, useNeedsNetwork } from "#web/ui/needs-network.tsx";
import { daySchedule } from "./schedule.domain.ts";

const FRESH_MS = 10 * MINUTE_MS;
/** Programmes after the next one before the whole day is requested. */
const SHORT_COUNT = 4;

type ChannelScheduleProps = {
  id: ChannelId;
  /** A broadcast is on the air instead of the current programme. */
  isReplaced: boolean;
  /** Plays the current programme from its beginning. */
  onFromBeginning: (programme: ScheduledProgramme) => void;
};

/**
 * The day of a channel whose programme is ours, by the visitor's clock. Its space is reserved until
 * it has loaded; without a schedule it is empty.
 */
export function ChannelSchedule({ id, isReplaced, onFromBeginning }: ChannelScheduleProps) {
  const texts = useTexts(liveTvMessages);
  const [isWhole, setWhole] = useState(false);
  const { data, isError } = useSchedule(id);
  const { now, next, later } = useDay(data?.programmes ?? []);
  if (isError) return null;
  return (
    <section aria-labelledby="schedule-heading" className="mt-6">
      <h3 id="schedule-heading" className="font-title text-lg font-bold tracking-tight">
        {texts.schedule}
      </h3>
      {/* Rows as tall as two lines of title and a reference need: the short list keeps their places. */}
      <ol className={clsx("ruled mt-2 min-h-96", !isWhole && "*:min-h-21 sm:*:min-h-14")}>
        {now && !isReplaced && (
          <Row programme={now} label={texts.now} isCurrent>
            <FromBeginning title={now.title} onPress={() => onFromBeginning(now)} />
          </Row>
        )}
        {next && <Row programme={next} label={texts.next} />}
        {/* By place: when a programme begins, texts change and no row moves. */}
        {later.slice(0, isWhole ? later.length : SHORT_COUNT).map((programme, place) => (
          <Row key={place} programme={programme} />
        ))}
      </ol>
      {later.length > SHORT_COUNT && (
        <button
          type="button"
          aria-expanded={isWhole}
          className={buttonStyle("outline", "mt-3")}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? texts.lessOfDay : texts.wholeDay}
        </button>
      )}
    </section>
  );
}

function FromBeginning({ title, onPress }: { title: string; onPress: () => void }) {
  const texts = useTexts(liveTvMessages);
  const needsNetwork = useNeedsNetwork();
  const name = networkName(texts.fromBeginningOf(title), needsNetwork);
  const Icon = needsNetwork === null ? ListStart : WifiOff;
  return (
    <button type="button" aria-label={name} className={buttonStyle("quiet")} onClick={onPress}>
      <Icon aria-hidden className="size-5" />
      {texts.fromBeginning}
    </button>
  );
}

type RowProps = {
  programme: ScheduledProgramme;
  /** "Now" or "Next". */
  label?: string;
  isCurrent?: boolean;
  children?: ReactNode;
};

function Row({ programme, label, isCurrent = false, children }: RowProps) {
  const { language } = useSite();
  const { start, title, reference } = programme;
  const time = clockText(start, language);
  return (
    <li
      aria-current={isCurrent ? "true" : undefined}
      className={clsx(
        "flex flex-wrap items-center gap-x-4 gap-y-2 px-3 py-2",
        isCurrent && "rounded-card bg-brand-soft",
      )}
    >
      <span className="min-w-20 shrink-0 text-sm">
        {label !== undefined && <strong className="block text-brand">{label}</strong>}
        <time dateTime={start} className="text-ink-soft even-figures">
          {time}
        </time>
      </span>
      <span className="grow basis-40">
        <span lang={programme.language || undefined} className="line-clamp-2 font-semibold">
          {title}
        </span>
        {reference !== "" && <span className="block text-sm text-ink-soft">{reference}</span>}
      </span>
      {children}
    </li>
  );
}

function useSchedule(id: ChannelId) {
  const { api } = useSite();
  return useQuery({
    queryKey: ["schedule", id],
    queryFn: async ({ signal }) =>
      v.parse(channelScheduleSchema, await api.getJson(`/api/live/${id}/schedule`, signal)),
    staleTime: FRESH_MS,
    refetchInterval: FRESH_MS,
    retry: false,
  });
}

/** Returns the visitor's day of a schedule; follows the clock. */
function useDay(programmes: readonly ScheduledProgramme[]) {
  const [nowMs, setNow] = useState(serverNow);
  const dayEndMs = new Date(nowMs).setHours(24, 0, 0, 0);
  const day = daySchedule(programmes, nowMs, dayEndMs);
  const changesAt = day.now?.end ?? day.next?.start;

  useEffect(() => {
    if (changesAt === undefined) return;
    const waitMs = Math.max(Date.parse(changesAt) - serverNow(), SECOND_MS);
    const timer = setTimeout(() => setNow(serverNow()), waitMs);
    return () => clearTimeout(timer);
  }, [changesAt, nowMs]);

  return day;
}
