import { ArrowUp, Link2, Pencil, Power, Repeat2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { LiveStatus } from "#shared/contracts/live-status.ts";
import { channelsMessages } from "#shared/messages/studio/channels.ts";
import type { ChannelSource } from "#shared/site/ministry.ts";
import type { ChannelDesk, SourceHealth } from "#shared/studio/channel-desk.ts";
import { Light, StudioCard } from "#web/features/studio/kit/studio-page.tsx";
import { useSite, useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { Link } from "#web/ui/link.tsx";
import { type ListedChannel, movedUp } from "./channel-list.domain.ts";
import { channelLight, sourceWords } from "./channel-words.domain.ts";
import { SwitchDialog } from "./switch-dialog.tsx";
import { useChannelActs } from "./use-channel-acts.ts";
import { useClock } from "./use-clock.ts";

type ChannelItemProps = {
  channel: ListedChannel;
  channels: readonly ListedChannel[];
  desk: ChannelDesk;
  status: LiveStatus["channels"][number] | null;
};

/** One channel: how it is in words, and what changes it in one tap. */
export function ChannelItem({ channel, channels, desk, status }: ChannelItemProps) {
  const { language } = useSite();
  const texts = useTexts(channelsMessages);
  const timeOf = useClock();
  const acts = useChannelActs(channel);
  const [isSwitching, setSwitching] = useState(false);
  const { id, body } = channel;
  const name = body.name?.[language] ?? id;
  const isHidden = body.isHidden === true;
  const light = isHidden
    ? ({ tone: "off", text: texts.live.hidden } as const)
    : channelLight(status, texts, timeOf);
  const isStandingIn = status?.instead?.why === "down" || status?.instead?.why === "silent";
  return (
    <StudioCard title={name} mark={<Light {...light} />}>
      {status?.title && !isHidden && (
        <p className="text-sm text-ink-soft">{texts.live.nowOn(status.title)}</p>
      )}
      {status?.watching !== undefined && (
        <p className="text-sm text-ink-soft">{texts.live.watching(status.watching)}</p>
      )}
      {isStandingIn && <p className="text-sm text-ink-soft">{texts.live.returns}</p>}
      <dl className="my-4 grid gap-x-6 gap-y-3 sm:grid-cols-2">
        <SourceLine
          term={texts.source}
          source={body.source}
          health={desk.health[id]?.source ?? "unknown"}
        />
        <SourceLine
          term={texts.backup}
          source={body.fallback}
          health={desk.health[id]?.fallback ?? "unknown"}
        />
      </dl>
      <div className="flex flex-wrap gap-2">
        {isHidden ? (
          <ActButton name={name} text={texts.acts.show} onAct={acts.show} isMain />
        ) : (
          <>
            {body.fallback !== undefined &&
              (body.use === "fallback" ? (
                <ActButton
                  name={name}
                  text={texts.acts.toSource}
                  icon={<Repeat2 aria-hidden className="size-4" />}
                  onAct={acts.toSource}
                  isMain
                />
              ) : (
                <ActButton
                  name={name}
                  text={texts.acts.toBackup}
                  icon={<Repeat2 aria-hidden className="size-4" />}
                  onAct={acts.toBackup}
                  isMain
                />
              ))}
            <ActButton
              name={name}
              text={texts.acts.toLink}
              icon={<Link2 aria-hidden className="size-4" />}
              onAct={() => setSwitching(true)}
              isMain={body.fallback === undefined}
            />
            <ActButton
              name={name}
              text={body.isOffAir === true ? texts.acts.putOn : texts.acts.takeOff}
              icon={<Power aria-hidden className="size-4" />}
              onAct={body.isOffAir === true ? acts.putOn : acts.takeOff}
            />
          </>
        )}
        <Link
          to={`/studio/channels/${id}`}
          aria-label={texts.acts.of(texts.acts.edit, name)}
          className={buttonStyle("outline")}
        >
          <Pencil aria-hidden className="size-4" />
          {texts.acts.edit}
        </Link>
        {channels[0] !== channel && (
          <button
            type="button"
            aria-label={texts.acts.up(name)}
            title={texts.acts.up(name)}
            onClick={() => void acts.moveUp(movedUp(channels, id))}
            className={buttonStyle("outline", "px-3!")}
          >
            <ArrowUp aria-hidden className="size-4" />
          </button>
        )}
      </div>
      {isSwitching && (
        <SwitchDialog channel={channel} name={name} onClose={() => setSwitching(false)} />
      )}
    </StudioCard>
  );
}

type SourceLineProps = {
  term: string;
  source: ChannelSource | undefined;
  health: SourceHealth;
};

function SourceLine({ term, source, health }: SourceLineProps) {
  const texts = useTexts(channelsMessages);
  const words = source === undefined ? texts.noBackup : sourceWords(source, texts);
  const state = texts.health[health];
  return (
    <div className="min-w-0">
      <dt className="text-sm font-semibold">{term}</dt>
      <dd className="text-sm wrap-anywhere text-ink-soft">
        {words}
        {source !== undefined && state !== "" && `: ${state}`}
      </dd>
    </div>
  );
}

type ActButtonProps = {
  /** Of the channel: the button's name says whose it is. */
  name: string;
  text: string;
  icon?: ReactNode;
  onAct: () => unknown;
  isMain?: boolean;
};

function ActButton({ name, text, icon, onAct, isMain = false }: ActButtonProps) {
  const texts = useTexts(channelsMessages);
  return (
    <button
      type="button"
      aria-label={texts.acts.of(text, name)}
      onClick={() => void onAct()}
      className={buttonStyle(isMain ? "brand" : "outline")}
    >
      {icon}
      {text}
    </button>
  );
}
