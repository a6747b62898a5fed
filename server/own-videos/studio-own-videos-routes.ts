import { writeFile } from "node:fs/promises";
import { type Context, Hono, type MiddlewareHandler } from "hono";
import * as v from "valibot";
import type { FilmEncoder } from "@reign-tv/ingest/ffmpeg/film-encoder.ts";
import type { Logger } from "@reign-tv/kit/log.ts";
import { isOfPeer, passTo } from "#server/ingest/peer-requests.ts";
import type { Recordings } from "#server/ingest/recordings.ts";
import type { ThisServer } from "#server/ingest/this-server.ts";
import { callRpc } from "#server/studio/call-rpc.ts";
import type { RequirePermission } from "#server/studio/require-permission.ts";
import {
  fromRecordingSchema,
  newLowSchema,
  type NewUpload,
  newUploadSchema,
  OWN_VIDEO_ERRORS,
  OWN_VIDEO_MAX_BYTES,
  OWN_VIDEOS_PATH,
  type OwnVideoChanges,
  ownVideoChangesSchema,
  type OwnVideoRecordings,
  type OwnVideoTrim,
  type StudioOwnVideo,
  type StudioOwnVideos,
  trimSchema,
} from "#shared/contracts/own-videos.ts";
import type { ChannelId } from "#shared/live/channels.ts";
import type { Transport } from "#shared/transport.ts";
import type { OwnVideoActions } from "./own-video-actions.ts";
import { OwnVideoError } from "./own-video-error.ts";
import type { OwnVideoFiles } from "./own-video-files.ts";
import { factsOf, type OwnVideoList } from "./own-video-list.ts";
import type { OwnVideo, OwnVideoStore } from "./own-video-store.ts";
import type { Packaging } from "./packaging.ts";
import { addSideFileRoutes, limitTo } from "./side-file-routes.ts";
import { type UploadFiles, uploadPath, type UploadPart } from "./upload-file.ts";
import { addUploadRoutes } from "./upload-routes.ts";

/** The file, its segments, and the small rendition and the rest that follow. */
const DISK_BYTES_PER_BYTE = 3;
const MAX_JSON_BYTES = 100_000;

type StudioOwnVideosDeps = {
  list: OwnVideoList;
  store: OwnVideoStore;
  files: OwnVideoFiles;
  actions: OwnVideoActions;
  uploads: UploadFiles;
  packaging: Pick<Packaging, "check" | "progressOf">;
  recordings: Pick<Recordings, "list">;
  server: ThisServer;
  encoder: Pick<FilmEncoder, "isAvailable">;
  channels: () => readonly ChannelId[];
  isCategory: (id: string) => boolean;
  requirePermission: RequirePermission;
  /** Calls the functions of the database as the member of staff who asks. */
  transport: Transport;
  publishableKey: string;
  fetch: typeof fetch;
  log: Pick<Logger, "warn">;
};

/** Calls of `OWN_VIDEOS_PATH`, for staff with the permission `videos`; see shared/contracts/own-videos.ts. */
export function createStudioOwnVideosRoutes(deps: StudioOwnVideosDeps): Hono {
  const { list, store, files, actions, uploads, packaging, server } = deps;
  const path = `${OWN_VIDEOS_PATH}/:id{clip-own-[0-9a-f]{12}}`;

  /** Calls a function of the database. @throws OwnVideoError for what it rejects. */
  async function call(context: Context, name: string, body: object): Promise<unknown> {
    const response = await callRpc(deps, name, body, context.req.header("authorization"));
    if (response.ok) return response.json();
    const text = await response.text();
    if (response.status >= 500) throw new Error(`${name}: HTTP ${response.status} ${text}`);
    throw new OwnVideoError("invalid", text.slice(0, 300));
  }

  function videoOf(id: string | undefined): OwnVideo {
    const found = list.all().find((video) => video.id === id && !video.isDeleted);
    if (found === undefined) throw new OwnVideoError("not-found");
    return found;
  }

  const find = (context: Context): OwnVideo => videoOf(context.req.param("id"));

  async function shown(video: OwnVideo): Promise<StudioOwnVideo> {
    const { id, state, problem, problemDetail, isPublished, source, bytes, previewKey } = video;
    const { range, createdAt, uploadBytes, lowUploadBytes } = video;
    const isUploading = state === "uploading" && uploadBytes !== null;
    const received = async (part: UploadPart): Promise<number> =>
      video.server === server.id ? uploads.size(uploadPath(files.folderOf(id), part)) : 0;
    return {
      ...factsOf(video),
      state,
      problem,
      problemDetail,
      isPublished,
      source,
      bytes,
      previewKey,
      range,
      upload: isUploading ? { bytes: uploadBytes, received: await received("media") } : null,
      lowUpload:
        lowUploadBytes === null ? null : { bytes: lowUploadBytes, received: await received("low") },
      progress: packaging.progressOf(id),
      createdAt,
    };
  }

  async function refresh(): Promise<void> {
    await list.read();
    packaging.check();
  }

  /** Answers with a video as it is after a change. */
  async function answer(context: Context, id: string): Promise<Response> {
    await refresh();
    return context.json(await shown(videoOf(id)));
  }

  /** Adds a row and makes its video. */
  async function add(context: Context, args: object, make: (id: string) => Promise<void>) {
    const id = v.parse(v.string(), await call(context, "studio_add_own_video", args));
    try {
      await make(id);
    } finally {
      await refresh();
    }
    return answer(context, id);
  }

  function requireCategory({ category }: { category?: string | undefined }): void {
    if (category === undefined || deps.isCategory(category)) return;
    throw new OwnVideoError("invalid", "There is no such category");
  }

  async function startUpload(context: Context): Promise<Response> {
    const { bytes, facts, soundOf }: NewUpload = await bodyOf(context, newUploadSchema);
    requireCategory(facts);
    if (bytes > OWN_VIDEO_MAX_BYTES) throw new OwnVideoError("too-large");
    await files.requireSpace({ counted: bytes, onDisk: bytes * DISK_BYTES_PER_BYTE });
    const args = {
      p_source: "upload",
      p_facts: { ...facts, ...(soundOf !== undefined && { soundOf }) },
      p_upload_bytes: bytes,
    };
    return add(context, args, async (id) => {
      await files.create(id);
      await store.update(id, { server: server.id, address: server.address });
    });
  }

  async function fromRecording(context: Context): Promise<Response> {
    const request = await bodyOf(context, fromRecordingSchema);
    requireCategory(request.facts);
    const found = await actions.findRecording(request);
    const { broadcast } = found;
    const args = { p_source: "recording", p_facts: request.facts, p_broadcast: broadcast };
    return add(context, args, async (id) => actions.takeRecording(id, found, request));
  }

  async function startLow(context: Context): Promise<Response> {
    const video = find(context);
    const { bytes } = await bodyOf(context, newLowSchema);
    if (video.state !== "ready" || !video.hasPicture) throw new OwnVideoError("state");
    if (bytes > OWN_VIDEO_MAX_BYTES) throw new OwnVideoError("too-large");
    await files.requireSpace({ counted: bytes, onDisk: bytes });
    // Its time tells when an upload that does not end is over.
    await writeFile(uploadPath(files.folderOf(video.id), "low"), "", { mode: 0o600 });
    await store.update(video.id, { low_upload_bytes: bytes });
    return answer(context, video.id);
  }

  async function change(context: Context): Promise<Response> {
    const { id } = find(context);
    const changes: OwnVideoChanges = await bodyOf(context, ownVideoChangesSchema);
    requireCategory(changes);
    await call(context, "studio_change_own_video", { p_id: id, p_facts: changes });
    return answer(context, id);
  }

  async function publish(context: Context, isPublished: boolean): Promise<Response> {
    const video = find(context);
    const args = { p_id: video.id, p_is_published: isPublished };
    const outcome = await call(context, "studio_publish_own_video", args);
    if (outcome === "not-found" || outcome === "no-title") throw new OwnVideoError(outcome);
    if (outcome !== "done") throw new OwnVideoError("state");
    if (isPublished) await actions.dropRest(video);
    return answer(context, video.id);
  }

  async function retry(context: Context): Promise<Response> {
    const { id, state, uploadBytes } = find(context);
    const size = await uploads.size(uploadPath(files.folderOf(id), "media"));
    if (state !== "failed" || size === 0 || size !== uploadBytes) throw new OwnVideoError("state");
    await store.update(id, { state: "checking", problem: null, problem_detail: null });
    return answer(context, id);
  }

  async function remove(context: Context): Promise<Response> {
    const { id } = find(context);
    await call(context, "studio_remove_own_video", { p_id: id });
    await refresh();
    return context.body(null, 204);
  }

  /** Answer of the server that has the files; null on that server. @throws OwnVideoError unavailable. */
  async function answerOfPeer(context: Context): Promise<Response | null> {
    const { server: owner, address } = find(context);
    if (owner === null || owner === server.id) return null;
    if (isOfPeer(context) || address === null) throw new OwnVideoError("unavailable");
    return passTo(context, address, deps.fetch);
  }

  /** Progress is known where the files are; all else is in the row. */
  async function show(context: Context): Promise<Response> {
    const answer = await answerOfPeer(context);
    return answer === null || answer.status === OWN_VIDEO_ERRORS.unavailable
      ? context.json(await shown(find(context)))
      : answer;
  }

  /** Another server may have added the video a moment ago. */
  const readNew: MiddlewareHandler = async (context, next) => {
    const id = context.req.param("id");
    if (!list.all().some((video) => video.id === id && video.server !== null)) await list.read();
    return next();
  };

  const withServer: MiddlewareHandler = async (context, next) => {
    const answer = await answerOfPeer(context);
    if (answer !== null) return answer;
    const { id, state } = find(context);
    // The queue fetches them back from the store.
    if (state === "ready" && !(await files.hasSegments(id))) throw new OwnVideoError("unavailable");
    return next();
  };

  const staff = deps.requirePermission("videos");
  const app = new Hono();
  app.onError((error, context) => {
    if (!(error instanceof OwnVideoError)) throw error;
    const { code, message } = error;
    return context.json({ error: message, code }, OWN_VIDEO_ERRORS[code]);
  });
  app.use(`${OWN_VIDEOS_PATH}/*`, staff);
  app.use(OWN_VIDEOS_PATH, staff);
  const json = limitTo(MAX_JSON_BYTES);
  app.get(OWN_VIDEOS_PATH, async (context) => {
    const videos = list.all().filter(({ isDeleted }) => !isDeleted);
    const body: StudioOwnVideos = {
      videos: await Promise.all(videos.map(shown)),
      space: await files.space(),
      canConvert: await deps.encoder.isAvailable(),
    };
    return context.json(body);
  });
  app.post(OWN_VIDEOS_PATH, json, (context) => startUpload(context));
  app.post(`${OWN_VIDEOS_PATH}/from-recording`, json, (context) => fromRecording(context));
  app.get(`${OWN_VIDEOS_PATH}/recordings`, async (context) =>
    context.json(await recordingsOf(deps)),
  );
  app.use(`${path}/*`, readNew);
  // Without files; the server that has them learns of the change from the database.
  app.get(path, (context) => show(context));
  app.patch(path, json, (context) => change(context));
  app.delete(path, (context) => remove(context));
  app.post(`${path}/unpublish`, async (context) => publish(context, false));
  app.use(`${path}/*`, withServer);
  app.get(`${path}/segments`, async (context) =>
    context.json(await actions.segmentsOf(find(context))),
  );
  app.post(`${path}/trim`, json, async (context) => {
    const video = find(context);
    const range: OwnVideoTrim = await bodyOf(context, trimSchema);
    await actions.trim(video, range);
    return answer(context, video.id);
  });
  app.post(`${path}/publish`, async (context) => publish(context, true));
  app.post(`${path}/retry`, (context) => retry(context));
  addSideFileRoutes(app, path, { find, files, actions, answer });
  app.post(`${path}/low`, json, (context) => startLow(context));
  addUploadRoutes(app, path, {
    find,
    store,
    folderOf: (id) => files.folderOf(id),
    uploads,
    onWhole: refresh,
  });
  return app;
}

/** @throws OwnVideoError invalid. */
async function bodyOf<Body>(
  context: Context,
  schema: v.GenericSchema<unknown, Body>,
): Promise<Body> {
  const parsed = v.safeParse(schema, await context.req.json().catch(() => null));
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  throw new OwnVideoError("invalid", `${v.getDotPath(issue) ?? "body"}: ${issue.message}`);
}

async function recordingsOf({
  recordings,
  channels,
}: Pick<StudioOwnVideosDeps, "recordings" | "channels">): Promise<OwnVideoRecordings> {
  const found = await Promise.all(
    channels().map(async (channel) =>
      (await recordings.list(channel)).map(({ id, startMs, seconds, bytes }) => ({
        channel,
        recording: id,
        startedAt: startMs === null ? null : new Date(startMs).toISOString(),
        seconds: Math.round(seconds),
        bytes,
      })),
    ),
  );
  const timeOf = ({ startedAt }: { startedAt: string | null }) => Date.parse(startedAt ?? "") || 0;
  return { recordings: found.flat().toSorted((one, other) => timeOf(other) - timeOf(one)) };
}
