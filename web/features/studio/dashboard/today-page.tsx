import { useQuery } from "@tanstack/react-query";
import type { LiveStatus } from "#shared/contracts/live-status.ts";
import { calendarDay } from "#shared/devotional/devotional-date.ts";
import { LANGUAGE_FACTS } from "#shared/languages.ts";
import { todayMessages } from "#shared/messages/studio/today.ts";
import { useStudio, useClient } from "#web/features/studio/kit/studio-context.ts";
import {
  StudioCard,
  StudioQuery,
  StatusLabel,
  StudioPage,
} from "#web/features/studio/kit/studio-page.tsx";
import { useSite, useTexts, useServiceTitle } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { Link } from "#web/ui/link.tsx";
import { healthMessages } from "#shared/messages/studio/health.ts";
import type { HealthCheck } from "#shared/studio/health.ts";
import { healthText } from "#shared/studio/health-texts.ts";
import { healthQuery } from "#web/features/studio/health/health.data.ts";
import type { ReactNode } from "react";
import { channelsMessages } from "#shared/messages/studio/channels.ts";
import { OnAirButtons } from "#web/features/studio/channels/channel-buttons.tsx";
import { channelStatus } from "#web/features/studio/channels/channel-list.domain.ts";
import { useChannels } from "#web/features/studio/channels/channels.data.ts";
import { useClock } from "#web/features/studio/kit/use-time-text.ts";
import { FirstSteps, useOpenSteps } from "./first-steps.tsx";
import { LastChanges } from "#web/features/studio/kit/revisions/revision-views.tsx";
import { MissingDevotionals } from "./missing-devotionals-card.tsx";

/** Current or next service, with a link to cancel or move it. */
function NextServiceCard() {
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
  const title = useServiceTitle(next?.id);
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
      {title !== undefined && <p className="font-semibold">{title}</p>}
      <p className="first-letter:uppercase">{service.line(when, zone)}</p>
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

/** Health checks that need attention, with a link to all of them. */
function HealthCard() {
  const { health: texts } = useTexts(todayMessages);
  const query = useQuery(healthQuery(useClient()));
  return (
    <StudioCard title={texts.title}>
      <StudioQuery query={query}>{(data) => <FailingChecks checks={data.lights} />}</StudioQuery>
      <Link to="/studio/health" className={buttonStyle("outline", "mt-4")}>
        {texts.more}
      </Link>
    </StudioCard>
  );
}

function FailingChecks({ checks }: { checks: readonly HealthCheck[] }) {
  const { ministry, language } = useSite();
  const { health: texts } = useTexts(todayMessages);
  const { nextStep } = useTexts(healthMessages);
  const steps = useOpenSteps();
  const failing = checks.filter(
    ({ id, tone }) => tone === "bad" || (tone === "warn" && !steps.includes(id)),
  );
  return (
    <ul className="stack-3">
      {failing.map((check) => {
        const { name, says, next } = healthText(check, ministry.channels, language);
        return (
          <li key={check.id}>
            <StatusLabel tone={check.tone} text={`${name} · ${says}`} />
            {next !== null && (
              <p className="mt-1 text-sm text-ink-soft">
                <strong>{nextStep}</strong> {next}
              </p>
            )}
          </li>
        );
      })}
      <li>
        <StatusLabel tone="good" text={texts.well} />
      </li>
    </ul>
  );
}

type Channels = LiveStatus["channels"] | undefined;

/** Current programme of each channel, with one-tap actions for staff who may change channels. */
function ChannelsCard() {
  const { api } = useSite();
  const { can, deps } = useStudio();
  const { channelsTitle } = useTexts(todayMessages);
  const { data } = useQuery(deps.liveQuery(api));
  return (
    <StudioCard title={channelsTitle}>
      {can("channels") ? (
        <ChannelsWithActions statuses={data?.channels} />
      ) : (
        <ChannelsWithoutActions statuses={data?.channels} />
      )}
    </StudioCard>
  );
}

function ChannelsWithActions({ statuses }: { statuses: Channels }) {
  const { language } = useSite();
  return (
    <StudioQuery query={useChannels()}>
      {({ channels }) => (
        <ul>
          {channels
            .filter(({ body }) => body.isHidden !== true)
            .map((channel) => {
              const name = channel.body.name?.[language] ?? channel.id;
              return (
                <ChannelLine key={channel.id} id={channel.id} name={name} statuses={statuses}>
                  <div className="mt-2 button-row">
                    <OnAirButtons channel={channel} name={name} />
                  </div>
                </ChannelLine>
              );
            })}
        </ul>
      )}
    </StudioQuery>
  );
}

function ChannelsWithoutActions({ statuses }: { statuses: Channels }) {
  const { ministry } = useSite();
  return (
    <ul>
      {Object.entries(ministry.channels).map(([id, { name }]) => (
        <ChannelLine key={id} id={id} name={name} statuses={statuses} />
      ))}
    </ul>
  );
}

type ChannelLineProps = { id: string; name: string; statuses: Channels; children?: ReactNode };

function ChannelLine({ id, name, statuses, children }: ChannelLineProps) {
  const texts = useTexts(channelsMessages);
  const timeOf = useClock();
  const status = statuses?.find((channel) => channel.id === id) ?? null;
  return (
    <li className="border-t border-line py-3 first:border-t-0 first:pt-0">
      <p className="font-semibold">{name}</p>
      <StatusLabel {...channelStatus(status, texts, timeOf)} />
      {status?.watching !== undefined && (
        <p className="text-sm text-ink-soft">{texts.live.watching(status.watching)}</p>
      )}
      {children}
    </li>
  );
}

/** First page of the studio: channels, next service, missing devotionals, last changes. */
export function TodayPage() {
  const texts = useTexts(todayMessages);
  const { can } = useStudio();
  return (
    <StudioPage title={texts.title}>
      <FirstSteps />
      <div className="grid gap-5 xl:grid-cols-2">
        <ChannelsCard />
        <NextServiceCard />
        {can("devotionals") && <MissingDevotionals />}
        {can("settings") && <HealthCard />}
        <LastChanges />
      </div>
    </StudioPage>
  );
}
