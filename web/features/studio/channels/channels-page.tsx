import { StudioQuery } from "#web/features/studio/kit/studio-page.tsx";
import { useSubpath } from "#web/features/studio/kit/use-subpath.ts";
import { ChannelEditor } from "./channel-editor.tsx";
import { ChannelList } from "./channel-list.tsx";
import { useChannels } from "./channels.data.ts";

/** List of the channels, and the page of each below it. */
export function ChannelsPage() {
  const [id] = useSubpath();
  return (
    <StudioQuery query={useChannels()}>
      {(known) =>
        id === undefined ? (
          <ChannelList {...known} />
        ) : (
          <ChannelEditor key={id} id={id} {...known} />
        )
      }
    </StudioQuery>
  );
}
