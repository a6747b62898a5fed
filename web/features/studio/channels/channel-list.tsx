import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { channelsMessages } from "#shared/messages/studio/channels.ts";
import type { StudioChannels } from "#shared/studio/studio-channels.ts";
import { useStudio } from "#web/features/studio/kit/studio-context.ts";
import { StudioPage } from "#web/features/studio/kit/studio-page.tsx";
import { useSite, useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { AddChannelDialog } from "./add-channel-dialog.tsx";
import { ChannelItem } from "./channel-item.tsx";
import type { ListedChannel } from "./channel-list.domain.ts";

type ChannelListProps = { channels: readonly ListedChannel[]; desk: StudioChannels };

/** Every channel with what it shows now, and the acts of a Sunday morning. */
export function ChannelList({ channels, desk }: ChannelListProps) {
  const { api } = useSite();
  const { tools } = useStudio();
  const texts = useTexts(channelsMessages);
  const { data: live } = useQuery(tools.liveQuery(api));
  const [isAdding, setAdding] = useState(false);
  return (
    <StudioPage
      title={texts.title}
      intro={texts.intro}
      actions={
        <button type="button" className={buttonStyle("outline")} onClick={() => setAdding(true)}>
          <Plus aria-hidden className="size-4" />
          {texts.add}
        </button>
      }
    >
      {channels.map((channel) => (
        <ChannelItem
          key={channel.id}
          channel={channel}
          channels={channels}
          desk={desk}
          status={live?.channels.find(({ id }) => id === channel.id) ?? null}
        />
      ))}
      {isAdding && (
        <AddChannelDialog
          takenIds={channels.map(({ id }) => id)}
          onClose={() => setAdding(false)}
        />
      )}
    </StudioPage>
  );
}
