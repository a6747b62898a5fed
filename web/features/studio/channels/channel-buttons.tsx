import { ArrowUp, Link2, type LucideIcon, Pencil, Power, Repeat2 } from "lucide-react";
import { useState } from "react";
import { channelsMessages } from "#shared/messages/studio/channels.ts";
import { useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { Link } from "#web/ui/link.tsx";
import type { ListedChannel } from "./channel-list.domain.ts";
import { SwitchDialog } from "./switch-dialog.tsx";
import { useChannelActions } from "./use-channel-actions.ts";

type ChannelButtonsProps = {
  channel: ListedChannel;
  channels: readonly ListedChannel[];
  name: string;
};

/** Actions that change a channel in one tap, and the link to its page. */
export function ChannelButtons({ channel, channels, name }: ChannelButtonsProps) {
  const { acts: texts } = useTexts(channelsMessages);
  const actions = useChannelActions(channel);
  const { id, body } = channel;
  return (
    <div className="flex flex-wrap gap-2">
      {body.isHidden === true ? (
        <ActionButton name={name} text={texts.show} onAction={actions.show} isMain />
      ) : (
        <OnAirButtons channel={channel} name={name} />
      )}
      <Link
        to={`/studio/channels/${id}`}
        aria-label={texts.of(texts.edit, name)}
        className={buttonStyle("outline")}
      >
        <Pencil aria-hidden className="size-4" />
        {texts.edit}
      </Link>
      {channels[0] !== channel && (
        <button
          type="button"
          aria-label={texts.up(name)}
          title={texts.up(name)}
          onClick={() => void actions.moveUp(channels)}
          className={buttonStyle("outline", "min-w-11 px-3!")}
        >
          <ArrowUp aria-hidden className="size-4" />
        </button>
      )}
    </div>
  );
}

/** Actions for a running service: switch the source, play a link, go on or off air. */
export function OnAirButtons({ channel, name }: Pick<ChannelButtonsProps, "channel" | "name">) {
  const { acts: texts } = useTexts(channelsMessages);
  const actions = useChannelActions(channel);
  const [isSwitching, setSwitching] = useState(false);
  const { fallback, use, isOffAir = false } = channel.body;
  const isOnBackup = use === "fallback";
  return (
    <>
      {fallback !== undefined && (
        <ActionButton
          name={name}
          text={isOnBackup ? texts.toSource : texts.toBackup}
          Icon={Repeat2}
          onAction={isOnBackup ? actions.toSource : actions.toBackup}
          isMain
        />
      )}
      <ActionButton
        name={name}
        text={texts.toLink}
        Icon={Link2}
        onAction={() => setSwitching(true)}
        isMain={fallback === undefined}
      />
      <ActionButton
        name={name}
        text={isOffAir ? texts.putOn : texts.takeOff}
        Icon={Power}
        onAction={isOffAir ? actions.putOn : actions.takeOff}
      />
      {isSwitching && (
        <SwitchDialog channel={channel} name={name} onClose={() => setSwitching(false)} />
      )}
    </>
  );
}

type ActionButtonProps = {
  /** Name of the channel, for the button's accessible name. */
  name: string;
  text: string;
  Icon?: LucideIcon;
  onAction: () => unknown;
  isMain?: boolean;
};

function ActionButton({ name, text, Icon, onAction, isMain = false }: ActionButtonProps) {
  const { acts: actions } = useTexts(channelsMessages);
  return (
    <button
      type="button"
      aria-label={actions.of(text, name)}
      onClick={() => void onAction()}
      className={buttonStyle(isMain ? "brand" : "outline")}
    >
      {Icon && <Icon aria-hidden className="size-4" />}
      <span>{text}</span>
    </button>
  );
}
