import { type QueryClient, type UseQueryOptions } from "@tanstack/react-query";
import * as v from "valibot";
import { AppError, type Result } from "#shared/errors.ts";
import {
  type FromRecording,
  type NewUpload,
  OWN_VIDEO_ERRORS,
  OWN_VIDEOS_PATH,
  type OwnVideoChanges,
  type OwnVideoErrorCode,
  type OwnVideoRecordings,
  ownVideoRecordingsSchema,
  type OwnVideoSegments,
  ownVideoSegmentsSchema,
  type OwnVideoTrim,
  type StudioOwnVideo,
  type StudioOwnVideos,
  studioOwnVideoSchema,
  studioOwnVideosSchema,
} from "#shared/contracts/own-videos.ts";
import type { Language } from "#shared/languages.ts";
import { withTimeLimit } from "#shared/time-limit.ts";
import { authorizationOf, type OpenClient } from "#web/features/studio/kit/documents.data.ts";
import { failureOfStatus } from "#web/features/studio/kit/result.ts";
import { staffFetcher } from "#web/features/studio/kit/file-defaults.data.ts";
import { type Api, browserFetch } from "#web/lib/http/http.ts";

/** Reason why a call failed. */
export type OwnVideoFailure = OwnVideoErrorCode | "offline" | "signed-out" | "refused" | "failed";

type OwnVideoResult<Value = StudioOwnVideo> = Promise<Result<Value, OwnVideoFailure>>;

type Reader = { api: Api; open: OpenClient };

const LIST_KEY = ["studio", "own-videos"] as const;
/** While a server works on a file. */
const POLL_MS = 3_000;
/** While a file is uploaded, perhaps on another device. */
const UPLOAD_POLL_MS = 15_000;

/** Query of all own videos and the space for them. */
export function ownVideosQuery({ api, open }: Reader): UseQueryOptions<StudioOwnVideos> {
  return {
    queryKey: LIST_KEY,
    refetchInterval: ({ state: { data } }) =>
      data?.videos.some(({ state }) => state === "checking" || state === "packaging") === true
        ? POLL_MS
        : false,
    queryFn: staffFetcher({ api, open }, OWN_VIDEOS_PATH, studioOwnVideosSchema),
  };
}

/** Query of one own video. Polls while something is done with it. */
export function ownVideoQuery({ api, open }: Reader, id: string): UseQueryOptions<StudioOwnVideo> {
  return {
    queryKey: [...LIST_KEY, id],
    // A video that is not there will not come.
    retry: (count, error) => !(error instanceof AppError && error.status === 404) && count < 2,
    refetchInterval: ({ state: { data } }) => {
      if (data === undefined) return false;
      const isWorking = data.state === "checking" || data.state === "packaging";
      if (isWorking || data.progress !== null) return POLL_MS;
      return data.state === "uploading" ? UPLOAD_POLL_MS : false;
    },
    queryFn: staffFetcher({ api, open }, `${OWN_VIDEOS_PATH}/${id}`, studioOwnVideoSchema),
  };
}

/** Query of the segments of a video, for trimming. */
export function segmentsQuery(
  { api, open }: Reader,
  { id, revision }: Pick<StudioOwnVideo, "id" | "revision">,
): UseQueryOptions<OwnVideoSegments> {
  return {
    queryKey: [...LIST_KEY, id, "segments", revision],
    staleTime: Infinity,
    queryFn: staffFetcher(
      { api, open },
      `${OWN_VIDEOS_PATH}/${id}/segments`,
      ownVideoSegmentsSchema,
    ),
  };
}

/** Query of the recordings of which a video can be made. */
export function allRecordingsQuery({ api, open }: Reader): UseQueryOptions<OwnVideoRecordings> {
  return {
    queryKey: [...LIST_KEY, "of-recordings"],
    queryFn: staffFetcher({ api, open }, `${OWN_VIDEOS_PATH}/recordings`, ownVideoRecordingsSchema),
  };
}

/** Puts a video that changed into the caches of queries. */
export function keepOwnVideo(queryClient: QueryClient, video: StudioOwnVideo): void {
  queryClient.setQueryData([...LIST_KEY, video.id], video);
  void queryClient.invalidateQueries({ queryKey: LIST_KEY, exact: true });
}

/** Lets all queries of own videos read again. */
export function invalidateOwnVideos(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: LIST_KEY });
}

type Call = { method: string; path: string; body?: BodyInit; type?: string };

const JSON_TYPE = "application/json";
const errorSchema = v.object({ code: v.string() });
const CALL_LIMIT_MS = 60_000;

async function call(
  open: OpenClient,
  { method, path, body, type = JSON_TYPE }: Call,
): Promise<Result<unknown, OwnVideoFailure>> {
  try {
    const authorization = await authorizationOf(open);
    return await withTimeLimit(CALL_LIMIT_MS, async (signal) => {
      const headers = {
        authorization,
        ...(body !== undefined && { "content-type": type }),
      };
      const init = { method, headers, signal, ...(body !== undefined && { body }) };
      const response = await browserFetch(`${OWN_VIDEOS_PATH}${path}`, init);
      const answer: unknown = await response.json().catch(() => null);
      if (response.ok) return { ok: true, value: answer };
      return { ok: false, failure: failureOf(response.status, answer) };
    });
  } catch {
    return { ok: false, failure: "offline" };
  }
}

const isErrorCode = (code: string): code is OwnVideoErrorCode =>
  Object.hasOwn(OWN_VIDEO_ERRORS, code);

function failureOf(status: number, answer: unknown): OwnVideoFailure {
  const told = v.safeParse(errorSchema, answer);
  if (told.success && isErrorCode(told.output.code)) return told.output.code;
  if (status === 404) return "not-found";
  return status === 413 ? "too-large" : failureOfStatus(status);
}

async function callForVideo(open: OpenClient, made: Call): OwnVideoResult {
  const result = await call(open, made);
  if (!result.ok) return result;
  const video = v.safeParse(studioOwnVideoSchema, result.value);
  return video.success ? { ok: true, value: video.output } : { ok: false, failure: "failed" };
}

const json = (method: string, path: string, body: unknown): Call => ({
  method,
  path,
  body: JSON.stringify(body),
});

/** Announces a file that is going to be uploaded. */
export function addUpload(open: OpenClient, upload: NewUpload): OwnVideoResult {
  return callForVideo(open, json("POST", "", upload));
}

/** Announces the small rendition of a video. */
export function addLow(open: OpenClient, id: string, bytes: number): OwnVideoResult {
  return callForVideo(open, json("POST", `/${id}/low`, { bytes }));
}

/** Makes a video of a recording. */
export function makeFromRecording(open: OpenClient, wanted: FromRecording): OwnVideoResult {
  return callForVideo(open, json("POST", "/from-recording", wanted));
}

/** Changes facts of a video. */
export function changeOwnVideo(
  open: OpenClient,
  id: string,
  changes: OwnVideoChanges,
): OwnVideoResult {
  return callForVideo(open, json("PATCH", `/${id}`, changes));
}

/** Sets what is published of the segments of a video. */
export function trimOwnVideo(open: OpenClient, id: string, range: OwnVideoTrim): OwnVideoResult {
  return callForVideo(open, json("POST", `/${id}/trim`, range));
}

/** Publishes a video, takes it back, or lets its server try again. */
export function actOnOwnVideo(
  open: OpenClient,
  id: string,
  act: "publish" | "unpublish" | "retry",
): OwnVideoResult {
  return callForVideo(open, { method: "POST", path: `/${id}/${act}` });
}

/** Uploads an image as the poster of a video. */
export function putPoster(open: OpenClient, id: string, image: Blob): OwnVideoResult {
  return callForVideo(open, {
    method: "PUT",
    path: `/${id}/poster`,
    body: image,
    type: image.type,
  });
}

/** Uploads a file as the captions of a language, instead of those before. */
export function putCaptions(
  open: OpenClient,
  id: string,
  language: Language,
  file: Blob,
): OwnVideoResult {
  return callForVideo(open, {
    method: "PUT",
    path: `/${id}/captions/${language}`,
    body: file,
    type: "text/plain",
  });
}

/** Removes the captions of a language. */
export function removeCaptions(open: OpenClient, id: string, language: string): OwnVideoResult {
  return callForVideo(open, { method: "DELETE", path: `/${id}/captions/${language}` });
}

/** Deletes a video with all its files. */
export async function deleteOwnVideo(open: OpenClient, id: string): OwnVideoResult<null> {
  const result = await call(open, { method: "DELETE", path: `/${id}` });
  // Another device has deleted it.
  if (result.ok || result.failure === "not-found") return { ok: true, value: null };
  return result;
}
