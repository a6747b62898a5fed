import { StudioFailed, StudioLoading } from "#web/features/studio/kit/studio-page.tsx";
import { useSubpath } from "#web/features/studio/kit/use-subpath.ts";
import { ChannelEditor } from "./channel-editor.tsx";
import { ChannelList } from "./channel-list.tsx";
import { useChannels } from "./channels.data.ts";

/** What each channel plays, and what can be done about it at once; below it the page of each channel. */
export function ChannelsPage() {
  const [id] = useSubpath();
  const state = useChannels();
  if (state.status === "loading") return <StudioLoading />;
  if (state.status === "failed") return <StudioFailed onRetry={state.retry} />;
  const { channels, desk } = state;
  if (id === undefined) return <ChannelList channels={channels} desk={desk} />;
  return <ChannelEditor key={id} id={id} channels={channels} desk={desk} />;
}
