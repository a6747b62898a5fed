import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { LiveStatus } from "#shared/contracts/live-status.ts";
import { channelsMessages } from "#shared/messages/studio/channels.ts";
import { todayMessages } from "#shared/messages/studio/today.ts";
import { OnAirButtons } from "#web/features/studio/channels/channel-buttons.tsx";
import { channelStatus } from "#web/features/studio/channels/channel-words.domain.ts";
import { useChannels } from "#web/features/studio/channels/channels.data.ts";
import { useClock } from "#web/features/studio/channels/use-clock.ts";
import { useStudio } from "#web/features/studio/kit/studio-context.ts";
import { StatusLabel, StudioCard, StudioQuery } from "#web/features/studio/kit/studio-page.tsx";
import { useSite, useTexts } from "#web/lib/site.ts";

type Channels = LiveStatus["channels"] | undefined;

/** Current programme of each channel, with one-tap actions for staff who may change channels. */
export function ChannelsCard() {
  const { api } = useSite();
  const { can, deps } = useStudio();
  const { channelsTitle } = useTexts(todayMessages);
  const { data } = useQuery(deps.liveQuery(api));
  return (
    <StudioCard title={channelsTitle}>
      {can("channels") ? (
        <SteeredChannels statuses={data?.channels} />
      ) : (
        <WatchedChannels statuses={data?.channels} />
      )}
    </StudioCard>
  );
}

function SteeredChannels({ statuses }: { statuses: Channels }) {
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
                  <div className="mt-2 flex flex-wrap gap-2">
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

function WatchedChannels({ statuses }: { statuses: Channels }) {
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
