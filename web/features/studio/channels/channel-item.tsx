import type { LiveStatus } from "#shared/contracts/live-status.ts";
import { channelsMessages } from "#shared/messages/studio/channels.ts";
import type { ChannelSource } from "#shared/site/ministry.ts";
import type { StudioChannels, SourceHealth } from "#shared/studio/studio-channels.ts";
import { StatusLabel, StudioCard } from "#web/features/studio/kit/studio-page.tsx";
import { useSite, useTexts } from "#web/lib/site.ts";
import { ChannelButtons } from "./channel-buttons.tsx";
import type { ListedChannel } from "./channel-list.domain.ts";
import { channelStatus, describeSource } from "./channel-words.domain.ts";
import { useClock } from "./use-clock.ts";

type Status = LiveStatus["channels"][number];

type ChannelItemProps = {
  channel: ListedChannel;
  channels: readonly ListedChannel[];
  studioChannels: StudioChannels;
  /** Null while the live status is unknown. */
  status: Status | null;
};

const UNKNOWN = { source: "unknown", fallback: "unknown" } as const;

/** One channel: its status, its source and its actions. */
export function ChannelItem({ channel, channels, studioChannels, status }: ChannelItemProps) {
  const { language } = useSite();
  const texts = useTexts(channelsMessages);
  const timeOf = useClock();
  const { id, body } = channel;
  const name = body.name?.[language] ?? id;
  const health = studioChannels.health[id] ?? UNKNOWN;
  const light =
    body.isHidden === true
      ? ({ tone: "off", text: texts.live.hidden } as const)
      : channelStatus(status, texts, timeOf);
  return (
    <StudioCard title={name} mark={<StatusLabel {...light} />}>
      {status !== null && <StatusLines status={status} />}
      <dl className="my-4 grid gap-x-6 gap-y-3 sm:grid-cols-2">
        <SourceLine term={texts.source} source={body.source} health={health.source} />
        <SourceLine term={texts.backup} source={body.fallback} health={health.fallback} />
      </dl>
      <ChannelButtons channel={channel} channels={channels} name={name} />
    </StudioCard>
  );
}

function StatusLines({ status: { title, watching, instead } }: { status: Status }) {
  const { live } = useTexts(channelsMessages);
  const isStandingIn = instead?.why === "down" || instead?.why === "silent";
  const lines = [
    title === null ? "" : live.nowOn(title),
    watching === undefined ? "" : live.watching(watching),
    isStandingIn ? live.returns : "",
  ].filter((line) => line !== "");
  return lines.map((line) => (
    <p key={line} className="text-sm text-ink-soft">
      {line}
    </p>
  ));
}

type SourceLineProps = {
  term: string;
  source: ChannelSource | undefined;
  health: SourceHealth;
};

function SourceLine({ term, source, health }: SourceLineProps) {
  const texts = useTexts(channelsMessages);
  const text = source === undefined ? texts.noBackup : describeSource(source, texts);
  const state = source === undefined ? "" : texts.health[health];
  return (
    <div className="min-w-0">
      <dt className="text-sm font-semibold">{term}</dt>
      <dd className="text-sm wrap-anywhere text-ink-soft">
        {state === "" ? text : texts.withState(text, state)}
      </dd>
    </div>
  );
}
