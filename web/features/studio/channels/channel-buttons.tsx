import { channelsMessages } from "#shared/messages/studio/channels.ts";
import type { ChannelSource } from "#shared/site/ministry.ts";
import { MoveUpButton } from "#web/features/studio/kit/move-up-button.tsx";
import { moveUpChanges, type Changes } from "#web/features/studio/kit/merge.domain.ts";
import {
  type PublishOutcome,
  usePublishAction,
  usePublishMany,
} from "#web/features/studio/kit/use-publish-action.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import { type ListedChannel, switchSourceChanges } from "./channel-list.domain.ts";
import { kitMessages } from "#shared/messages/studio/kit.ts";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { PasteBox } from "./paste-box.tsx";
import { Link2, type LucideIcon, Pencil, Power, Radio, Repeat2 } from "lucide-react";
import { useState } from "react";
import { buttonStyle } from "#web/ui/button-style.ts";
import { Link } from "#web/ui/link.tsx";

/** One-tap actions of a channel, each with undo. */
export type ChannelActions = {
  toBackup: () => Promise<PublishOutcome>;
  toSource: () => Promise<PublishOutcome>;
  takeOff: () => Promise<PublishOutcome>;
  putOn: () => Promise<PublishOutcome>;
  show: () => Promise<PublishOutcome>;
  toLink: (source: ChannelSource) => Promise<PublishOutcome>;
  /** @param channels all channels in their order. */
  moveUp: (channels: readonly ListedChannel[]) => Promise<PublishOutcome>;
};

/** Actions that publish a change of one channel. */
export function useChannelActions(channel: ListedChannel): ChannelActions {
  const { language } = useSite();
  const { done, summary } = useTexts(channelsMessages);
  const publish = usePublishAction();
  const publishMany = usePublishMany();
  const { id, body, version } = channel;
  const name = body.name?.[language] ?? id;

  function change(
    changes: Changes,
    said: { done: string; summary: string },
  ): Promise<PublishOutcome> {
    return publish({ kind: "channel", id, changes, baseVersion: version, ...said });
  }

  return {
    toBackup: () =>
      change(
        { use: "fallback", isOffAir: false },
        { done: done.toBackup(name), summary: summary.toBackup(name) },
      ),
    toSource: () =>
      change(
        { use: "source", isOffAir: false },
        { done: done.toSource(name), summary: summary.toSource(name) },
      ),
    takeOff: () =>
      change({ isOffAir: true }, { done: done.takenOff(name), summary: summary.takenOff(name) }),
    putOn: () =>
      change({ isOffAir: false }, { done: done.putOn(name), summary: summary.putOn(name) }),
    show: () =>
      change({ isHidden: false }, { done: done.shown(name), summary: summary.shown(name) }),
    toLink: (source) =>
      change(switchSourceChanges(body, source), {
        done: done.toLink(name),
        summary: summary.toLink(name),
      }),
    moveUp: (channels) =>
      publishMany(
        moveUpChanges("channel", channels, id, (one) => one.body.position),
        { done: done.moved(name), summary: summary.moved(name) },
      ),
  };
}

type SwitchDialogProps = { channel: ListedChannel; name: string; onClose: () => void };

/** Switches a channel to a pasted source. Stays open with its input when that fails. */
function SwitchDialog({ channel, name, onClose }: SwitchDialogProps) {
  const { switchDialog } = useTexts(channelsMessages);
  const { close } = useTexts(kitMessages);
  const actions = useChannelActions(channel);
  return (
    <FormDialog title={switchDialog.title(name)} closeLabel={close} onClose={onClose}>
      <p className="mb-4 text-ink-soft">{switchDialog.text}</p>
      <PasteBox
        channelId={channel.id}
        takeText={(hosts) =>
          hosts === "" ? switchDialog.switchNow : switchDialog.allowAndSwitch(hosts)
        }
        onTake={async (source) => {
          if ((await actions.toLink(source)) === "published") onClose();
        }}
      />
    </FormDialog>
  );
}

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
    <div className="button-row">
      {body.isHidden === true ? (
        <ActionButton name={name} text={texts.show} onAction={actions.show} isMain />
      ) : (
        <div className="button-row">
          <OnAirButtons channel={channel} name={name} />
        </div>
      )}
      <div className="button-row">
        {body.isHidden !== true && (
          <Link
            to={`/studio/channels/${id}`}
            aria-label={texts.of(texts.broadcast, name)}
            className={buttonStyle("outline")}
          >
            <Radio aria-hidden className="size-4" />
            {texts.broadcast}
          </Link>
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
          <MoveUpButton
            label={texts.of(texts.up, name)}
            text={texts.up}
            onMove={() => void actions.moveUp(channels)}
          />
        )}
      </div>
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
  const { acts } = useTexts(channelsMessages);
  return (
    <button
      type="button"
      aria-label={acts.of(text, name)}
      onClick={() => void onAction()}
      className={buttonStyle(isMain ? "brand" : "outline")}
    >
      {Icon && <Icon aria-hidden className="size-4" />}
      <span>{text}</span>
    </button>
  );
}
