import { channelsMessages } from "#shared/messages/studio/channels.ts";
import type { ChannelSource } from "#shared/site/ministry.ts";
import { movedUp } from "#web/features/studio/kit/move-up.domain.ts";
import type { Changes } from "#web/features/studio/kit/merge.domain.ts";
import { usePublishAction, usePublishMany } from "#web/features/studio/kit/use-publish-action.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import { type ListedChannel, switchedTo } from "./channel-list.domain.ts";

type PublishOutcome = Promise<"published" | "conflict" | "failed">;

/** One-tap actions of a channel, each with undo. */
export type ChannelActions = {
  toBackup: () => PublishOutcome;
  toSource: () => PublishOutcome;
  takeOff: () => PublishOutcome;
  putOn: () => PublishOutcome;
  show: () => PublishOutcome;
  toLink: (source: ChannelSource) => PublishOutcome;
  /** @param channels all channels in their order. */
  moveUp: (channels: readonly ListedChannel[]) => PublishOutcome;
};

export function useChannelActions(channel: ListedChannel): ChannelActions {
  const { language } = useSite();
  const { done, summary } = useTexts(channelsMessages);
  const publish = usePublishAction();
  const actOnAll = usePublishMany();
  const { id, body, version } = channel;
  const name = body.name?.[language] ?? id;

  function change(changes: Changes, said: { done: string; summary: string }): PublishOutcome {
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
      change(switchedTo(body, source), { done: done.toLink(name), summary: summary.toLink(name) }),
    moveUp: (channels) =>
      actOnAll(
        movedUp("channel", channels, id, (one) => one.body.position),
        { done: done.moved(name), summary: summary.moved(name) },
      ),
  };
}
