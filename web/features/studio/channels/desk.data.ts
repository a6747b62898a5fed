import { queryOptions, type UseQueryOptions } from "@tanstack/react-query";
import {
  CHANNEL_DESK_PATH,
  type ChannelDesk,
  channelDeskSchema,
} from "#shared/studio/channel-desk.ts";
import type { Api } from "#web/lib/http/http.ts";
import { type Answer, answerOf } from "#web/features/studio/kit/answer.ts";
import type { OpenClient } from "#web/features/studio/kit/documents.data.ts";
import { readAsHelper } from "#web/features/studio/kit/server-answer.ts";
import type { ChannelBody } from "#shared/studio/kinds/channel.ts";

const ASK_EVERY_MS = 12_000;

type DeskKey = ["studio", "channel-desk"];

/** What the file and the server know of channels; how sources do is asked again and again. */
export function channelDeskQuery(
  api: Api,
  open: OpenClient,
): UseQueryOptions<ChannelDesk, Error, ChannelDesk, DeskKey> {
  const queryKey: DeskKey = ["studio", "channel-desk"];
  return queryOptions({
    queryKey,
    refetchInterval: ASK_EVERY_MS,
    queryFn: ({ signal }) =>
      readAsHelper({ api, open }, { path: CHANNEL_DESK_PATH, schema: channelDeskSchema, signal }),
  });
}

/** Makes the token by which a channel can be tried before it is published. */
export async function previewChannel(
  open: OpenClient,
  id: string,
  body: ChannelBody,
): Promise<Answer<string>> {
  const answer = await open().rpc("studio_preview", {
    p_kind: "channel",
    p_id: id,
    p_body: body,
  });
  return answerOf(answer, () => String(answer.data));
}
