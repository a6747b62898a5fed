import { queryOptions, type UseQueryOptions } from "@tanstack/react-query";
import {
  STUDIO_INGEST_PATH,
  type StudioIngest,
  studioIngestSchema,
} from "#shared/studio/studio-ingest.ts";
import type { OpenClient } from "#web/features/studio/kit/documents.data.ts";
import { fetchAsStaff } from "#web/features/studio/kit/file-defaults.data.ts";
import { type ApiResult, toApiResult } from "#web/features/studio/kit/result.ts";
import type { Api } from "#web/lib/http/http.ts";

/** While someone sets up an encoder or watches over a broadcast. */
const POLL_INTERVAL_MS = 3_000;

type IngestKey = ["studio", "ingest", string];

/** Query of what a channel receives. Polls. */
export function ingestQuery(
  api: Api,
  open: OpenClient,
  channel: string,
): UseQueryOptions<StudioIngest, Error, StudioIngest, IngestKey> {
  const queryKey: IngestKey = ["studio", "ingest", channel];
  return queryOptions({
    queryKey,
    refetchInterval: POLL_INTERVAL_MS,
    queryFn: ({ signal }) =>
      fetchAsStaff(
        { api, open },
        { path: `${STUDIO_INGEST_PATH}/${channel}`, schema: studioIngestSchema, signal },
      ),
  });
}

/** Makes the key of a channel, which ends the one before. */
export async function makeStreamKey(open: OpenClient, channel: string): Promise<ApiResult<string>> {
  const result = await open().rpc("studio_new_stream_key", { p_channel: channel });
  return toApiResult(result, () => String(result.data));
}

export async function removeStreamKey(open: OpenClient, channel: string): Promise<ApiResult<null>> {
  const result = await open().rpc("studio_remove_stream_key", { p_channel: channel });
  return toApiResult(result, () => null);
}

/** Asks the server that receives a broadcast to end it. */
export async function stopBroadcast(open: OpenClient, id: string): Promise<ApiResult<null>> {
  const result = await open().rpc("studio_stop_broadcast", { p_broadcast: Number(id) });
  return toApiResult(result, () => null);
}

/** Marks this instant of a running broadcast. */
export async function markChapter(open: OpenClient, id: string): Promise<ApiResult<null>> {
  const result = await open().rpc("studio_mark_chapter", { p_broadcast: Number(id), p_title: "" });
  return toApiResult(result, () => null);
}

export async function nameChapter(
  open: OpenClient,
  id: string,
  title: string,
): Promise<ApiResult<null>> {
  const result = await open().rpc("studio_name_chapter", { p_chapter: Number(id), p_title: title });
  return toApiResult(result, () => null);
}

export async function removeChapter(open: OpenClient, id: string): Promise<ApiResult<null>> {
  const result = await open().rpc("studio_remove_chapter", { p_chapter: Number(id) });
  return toApiResult(result, () => null);
}
