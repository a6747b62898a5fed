import { keepPreviousData, type UseQueryOptions } from "@tanstack/react-query";
import {
  STUDIO_INGEST_PATH,
  type StudioIngest,
  type StudioRecordings,
  studioIngestSchema,
  studioRecordingsSchema,
} from "#shared/studio/studio-ingest.ts";
import { authorizationOf, type OpenClient } from "#web/features/studio/kit/documents.data.ts";
import { staffFetcher } from "#web/features/studio/kit/file-defaults.data.ts";
import { type ApiResult, toApiResult, failureOfStatus } from "#web/features/studio/kit/result.ts";
import { type Api, browserFetch } from "#web/lib/http/http.ts";

/** While someone sets up an encoder or watches over a broadcast. */
const POLL_INTERVAL_MS = 3_000;

/** Query of what a channel receives. Polls. */
export function ingestQuery(
  api: Api,
  open: OpenClient,
  channel: string,
): UseQueryOptions<StudioIngest> {
  return {
    queryKey: ["studio", "ingest", channel],
    refetchInterval: POLL_INTERVAL_MS,
    queryFn: staffFetcher({ api, open }, `${STUDIO_INGEST_PATH}/${channel}`, studioIngestSchema),
  };
}

/**
 * Query of the recordings that the server keeps of a channel.
 *
 * @param running id of the broadcast that runs, "" without one: its recording is listed when it has ended.
 */
export function recordingsQuery(
  api: Api,
  open: OpenClient,
  channel: string,
  running: string,
): UseQueryOptions<StudioRecordings> {
  return {
    queryKey: ["studio", "recordings", channel, running],
    placeholderData: keepPreviousData,
    queryFn: staffFetcher(
      { api, open },
      `${STUDIO_INGEST_PATH}/${channel}/recordings`,
      studioRecordingsSchema,
    ),
  };
}

/** Deletes a recording for good. */
export async function deleteRecording(
  open: OpenClient,
  channel: string,
  id: string,
): Promise<ApiResult<null>> {
  const headers = { authorization: await authorizationOf(open) };
  const path = `${STUDIO_INGEST_PATH}/${channel}/recordings/${id}`;
  const response = await browserFetch(path, { method: "DELETE", headers }).catch(() => null);
  if (response === null) return { ok: false, failure: "offline" };
  // Another device has deleted it.
  if (response.ok || response.status === 404) return { ok: true, value: null };
  return { ok: false, failure: failureOfStatus(response.status) };
}

/** Opens the port for encoders on all servers, or closes it, which ends their broadcasts. */
export async function acceptEncoders(open: OpenClient, accepts: boolean): Promise<ApiResult<null>> {
  const result = await open().rpc("studio_accept_encoders", { p_accepts: accepts });
  return toApiResult(result, () => null);
}

/** Makes the key of a channel, which ends the one before. */
export async function makeStreamKey(open: OpenClient, channel: string): Promise<ApiResult<string>> {
  const result = await open().rpc("studio_new_stream_key", { p_channel: channel });
  return toApiResult(result, () => String(result.data));
}

/** Removes the key of a channel: no encoder can send to it then. */
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

/** Gives a chapter its title. */
export async function nameChapter(
  open: OpenClient,
  id: string,
  title: string,
): Promise<ApiResult<null>> {
  const result = await open().rpc("studio_name_chapter", { p_chapter: Number(id), p_title: title });
  return toApiResult(result, () => null);
}

/** Removes a chapter. */
export async function removeChapter(open: OpenClient, id: string): Promise<ApiResult<null>> {
  const result = await open().rpc("studio_remove_chapter", { p_chapter: Number(id) });
  return toApiResult(result, () => null);
}
