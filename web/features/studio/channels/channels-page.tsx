import { Route, Routes } from "react-router";
import { StudioFailed, StudioLoading } from "#web/features/studio/kit/studio-page.tsx";
import { ChannelEditor } from "./channel-editor.tsx";
import { ChannelList } from "./channel-list.tsx";
import { useChannels } from "./use-channels.ts";

/** What each channel plays, and what can be done about it at once; below it the page of each channel. */
export function ChannelsPage() {
  const state = useChannels();
  if (state.status === "loading") return <StudioLoading />;
  if (state.status === "failed") return <StudioFailed onRetry={state.retry} />;
  const { channels, desk } = state;
  return (
    <Routes>
      <Route index element={<ChannelList channels={channels} desk={desk} />} />
      <Route path=":id" element={<ChannelEditor channels={channels} desk={desk} />} />
    </Routes>
  );
}
