import { type UseQueryOptions, useQuery } from "@tanstack/react-query";
import {
  STUDIO_CHANNELS_PATH,
  type StudioChannels,
  studioChannelsSchema,
} from "#shared/studio/studio-channels.ts";
import type { Api } from "#web/lib/http/http.ts";
import { type ApiResult, toApiResult } from "#web/features/studio/kit/result.ts";
import { type OpenClient, documentsQuery } from "#web/features/studio/kit/documents.data.ts";
import { staffFetcher } from "#web/features/studio/kit/file-defaults.data.ts";
import type { ChannelBody } from "#shared/studio/kinds/channel.ts";
import { useSite } from "#web/lib/site.ts";
import { bothQueries, type ReadQuery } from "#web/features/studio/kit/read-query.ts";
import { useClient } from "#web/features/studio/kit/studio-context.ts";
import { type ListedChannel, listChannels } from "./channel-list.domain.ts";

const POLL_INTERVAL_MS = 12_000;

/** Query of the channels as the server knows them. Polls, because the state of sources changes. */
function studioChannelsQuery(api: Api, open: OpenClient): UseQueryOptions<StudioChannels> {
  return {
    queryKey: ["studio", "channel-desk"],
    refetchInterval: POLL_INTERVAL_MS,
    queryFn: staffFetcher({ api, open }, STUDIO_CHANNELS_PATH, studioChannelsSchema),
  };
}

/** Creates the token that plays a channel before it is published. */
export async function previewChannel(
  open: OpenClient,
  id: string,
  body: ChannelBody,
): Promise<ApiResult<string>> {
  const result = await open().rpc("studio_preview", {
    p_kind: "channel",
    p_id: id,
    p_body: body,
  });
  return toApiResult(result, () => String(result.data));
}

/** Combines published channels with the server's data about them. */
export function useChannels(): ReadQuery<{
  channels: readonly ListedChannel[];
  studioChannels: StudioChannels;
}> {
  const { api } = useSite();
  const open = useClient();
  const documents = useQuery(documentsQuery(open, "channel"));
  return bothQueries(
    useQuery(studioChannelsQuery(api, open)),
    documents,
    (studioChannels, published) => ({
      channels: listChannels(studioChannels.file, published),
      studioChannels,
    }),
  );
}
