import { useQuery } from "@tanstack/react-query";
import type { StudioChannels } from "#shared/studio/studio-channels.ts";
import { useSite } from "#web/lib/site.ts";
import { documentsQuery } from "#web/features/studio/kit/documents.data.ts";
import { useClient } from "#web/features/studio/kit/studio-context.ts";
import { type ListedChannel, listChannels } from "./channel-list.domain.ts";
import { channelDeskQuery } from "./desk.data.ts";

/** All channels with what the server knows of them. */
export type ChannelsState =
  | { status: "loading" }
  | { status: "failed"; retry: () => void }
  | { status: "ready"; channels: readonly ListedChannel[]; desk: StudioChannels };

export function useChannels(): ChannelsState {
  const { api } = useSite();
  const open = useClient();
  const documents = useQuery(documentsQuery(open, "channel"));
  const desk = useQuery(channelDeskQuery(api, open));
  if (documents.data && desk.data) {
    const channels = listChannels(desk.data.file, documents.data);
    return { status: "ready", channels, desk: desk.data };
  }
  if (!documents.isError && !desk.isError) return { status: "loading" };
  function retry(): void {
    void documents.refetch();
    void desk.refetch();
  }
  return { status: "failed", retry };
}
