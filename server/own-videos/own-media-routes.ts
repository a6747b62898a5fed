import { type Context, Hono } from "hono";
import type { ByteRange } from "@reign-tv/kit/http/byte-range.domain.ts";
import type { ClientAddress } from "@reign-tv/kit/http/client-address.ts";
import { limitKey } from "@reign-tv/kit/http/limit-key.ts";
import { precompress, sendPrecompressed } from "@reign-tv/kit/http/precompressed-body.ts";
import { createBoundedMap } from "@reign-tv/kit/bounded-map.ts";
import { writeMediaPlaylist } from "@reign-tv/ingest/playlists/media-playlist.domain.ts";
import {
  recordingPlaylist,
  type Rendition,
  sessionMasterPlaylist,
} from "@reign-tv/ingest/playlists/session-playlists.domain.ts";
import { filesOf, isMediaFile } from "@reign-tv/ingest/segments/segment-index.ts";
import { CACHE } from "#server/http/cache-policy.ts";
import { PUBLIC_MEDIA_HEADERS } from "#server/http/public-headers.ts";
import { sendRange } from "#server/http/send-range.ts";
import { fetchFromPeer, isOfPeer } from "#server/ingest/peer-requests.ts";
import { JSON_TYPE, PLAYLIST_TYPE } from "#server/live/live-responses.ts";
import type { ViewCounts } from "#server/media/view-counts.ts";
import { type MediaReader, streamOf } from "./media-reader.ts";
import { factsOf, type OwnVideoList } from "./own-video-list.ts";
import { SIDE_FILES } from "./own-video-media.ts";
import type { OwnVideo } from "./own-video-store.ts";
import {
  type JoinedFile,
  joinSegments,
  type OwnSegment,
  readSegments,
  segmentsIn,
} from "./own-segments.ts";
import { StoreUnavailable } from "./stored-reader.ts";

/** Videos whose segments are in memory: those of three hours take 2 MB. */
const OPEN_VIDEOS = 12;

/** Seconds after which players ask again when the S3 store does not answer. */
const RETRY_AFTER_S = "10";

const MEDIA_HEADERS = { ...PUBLIC_MEDIA_HEADERS, "X-Content-Type-Options": "nosniff" };

/** A video with what is published of its segments. */
type OpenVideo = {
  readonly revision: number;
  readonly segments: readonly OwnSegment[];
  /** Names of their files. */
  readonly names: ReadonlySet<string>;
  readonly joined: Map<Rendition, Promise<JoinedFile | null>>;
};

/** A request for a video, with the reader of its files. */
type Asked = { context: Context; video: OwnVideo; media: MediaReader };

type OwnMediaDeps = {
  list: Pick<OwnVideoList, "all">;
  /** Reads a video's files on this server's disk, or in the S3 store; null: another server has them. */
  readerOf: (video: OwnVideo) => Promise<MediaReader | null>;
  views: Pick<ViewCounts, "count">;
  clientAddress: ClientAddress;
  fetch: typeof fetch;
};

/** Files of own videos at `/media/own/{id}/{name}`; see shared/contracts/own-videos.ts. */
export function createOwnMediaRoutes(deps: OwnMediaDeps): Hono {
  const { list } = deps;
  const open = createBoundedMap<string, Promise<OpenVideo | null>>(OPEN_VIDEOS);

  /** A video that the request may see. */
  function requested(context: Context): OwnVideo | null {
    const id = context.req.param("id");
    const found = list.all().find((video) => video.id === id && !video.isDeleted) ?? null;
    if (found === null || found.state !== "ready") return null;
    const isStaff = context.req.query("key") === found.previewKey;
    return found.isPublished || isStaff ? found : null;
  }

  async function openVideo(
    { id, revision, range }: OwnVideo,
    media: MediaReader,
  ): Promise<OpenVideo | null> {
    const known = await open.get(id);
    if (known?.revision === revision) return known;
    const opening = readSegments(media).then((stored) => {
      if (stored === null || range === null) return null;
      const segments = segmentsIn(stored, range);
      const names = new Set(segments.flatMap(({ entry }) => filesOf(entry)));
      return { revision, segments, names, joined: new Map() };
    });
    open.set(id, opening);
    opening.catch(() => open.delete(id));
    return opening;
  }

  async function sendJoined({ context, video, media }: Asked, rendition: Rendition) {
    const opened = await openVideo(video, media);
    if (opened === null) return null;
    const joining = opened.joined.get(rendition) ?? joinSegments(media, opened.segments, rendition);
    opened.joined.set(rendition, joining);
    joining.catch(() => opened.joined.delete(rendition));
    const joined = await joining;
    if (joined === null) return null;
    const { file, names } = joined;
    const readSegment = async (place: number): Promise<Uint8Array> => {
      const segment = await media.readAll(names[place] ?? "");
      if (segment === null) throw new Error(`${names[place]} of ${video.id} is missing`);
      return segment;
    };
    return sendRange(context, {
      bytes: file.bytes,
      etag: `"${video.id}-${rendition}-${video.revision}"`,
      headers: MEDIA_HEADERS,
      type: rendition === "picture" ? "video/mp4" : "audio/mp4",
      cacheControl: cacheOf(context, video),
      read: (range: ByteRange) => streamOf(file.read(range, readSegment)),
    });
  }

  async function sendPlaylist({ context, video, media }: Asked, name: string) {
    const opened = await openVideo(video, media);
    if (opened === null) return null;
    const entries = opened.segments.map(({ entry }) => entry);
    const uriOf = (file: string): string => `${file}${queryOf(context)}`;
    const text =
      name === "index"
        ? sessionMasterPlaylist({
            entries,
            pictureUri: uriOf("picture.m3u8"),
            soundUri: uriOf("sound.m3u8"),
          })
        : playlistText(opened.segments, name === "picture" ? "picture" : "sound", uriOf);
    if (text === null) return null;
    const headers = {
      ...MEDIA_HEADERS,
      "Content-Type": PLAYLIST_TYPE,
      "Cache-Control": cacheOf(context, video),
    };
    return sendPrecompressed(context, precompress(text, "passing"), headers);
  }

  async function sendSegment(asked: Asked, name: string) {
    const { video, media } = asked;
    const opened = await openVideo(video, media);
    if (opened?.names.has(name) !== true) return null;
    const type = name.includes(".audio.") ? "audio/mp4" : "video/mp4";
    return sendFile(asked, { name, type, cacheControl: immutableFor(video) });
  }

  async function sendFile(
    { context, video, media }: Asked,
    { name, type, cacheControl }: { name: string; type: string; cacheControl: string },
  ): Promise<Response | null> {
    const found = await media.stat(name);
    if (found === null) return null;
    return sendRange(context, {
      bytes: found.bytes,
      etag: `"${video.id}-${name}-${found.bytes}-${found.changedMs.toString(36)}"`,
      headers: MEDIA_HEADERS,
      type,
      cacheControl,
      read: (range) => media.stream(name, range),
    });
  }

  function sendOwn(asked: Asked, name: string): Promise<Response | null> {
    const [, playlist] = /^(index|picture|sound)\.m3u8$/.exec(name) ?? [];
    if (playlist !== undefined) return sendPlaylist(asked, playlist);
    if (name === "video.mp4") return sendJoined(asked, "picture");
    if (name === "sound.m4a") return sendJoined(asked, "sound");
    if (isMediaFile(name)) return sendSegment(asked, name);
    const [, type] = SIDE_FILES.find(([form]) => form.test(name)) ?? [];
    if (type === undefined) return Promise.resolve(null);
    const { context, video } = asked;
    return sendFile(asked, { name, type, cacheControl: cacheOf(context, video) });
  }

  /** Asks the server that has the files; a request of a server is not passed on. */
  async function sendOfPeer(context: Context, { address }: OwnVideo): Promise<Response | null> {
    if (isOfPeer(context) || address === null) return null;
    const answer = await fetchFromPeer(context, address, deps.fetch);
    const isPlaylist = context.req.method === "GET" && context.req.path.endsWith(".m3u8");
    if (!isPlaylist || answer?.status !== 200) return answer;
    // That of three hours is a tenth as large compressed.
    const playlist = precompress(await answer.text(), "passing");
    for (const name of ["content-length", "etag"]) answer.headers.delete(name);
    return sendPrecompressed(context, playlist, Object.fromEntries(answer.headers));
  }

  return new Hono()
    .get("/media/own/:id/facts.json", (context) => {
      const video = requested(context);
      if (video === null) return notFound(context);
      return context.json(factsOf(video), 200, {
        ...MEDIA_HEADERS,
        "Content-Type": JSON_TYPE,
        "Cache-Control": video.isPublished ? CACHE.minute : CACHE.none,
      });
    })
    .post("/media/own/:id/views", (context) => {
      const video = requested(context);
      if (video === null) return notFound(context);
      if (context.req.header("sec-fetch-site") === "cross-site") {
        return context.json({ error: "forbidden" }, 403);
      }
      if (video.isPublished) deps.views.count(video.id, limitKey(deps.clientAddress(context)));
      return context.body(null, 204);
    })
    .get("/media/own/:id/:name", async (context) => {
      const video = requested(context);
      if (video === null) return notFound(context);
      const { name } = context.req.param();
      try {
        const media = await deps.readerOf(video);
        const response =
          media === null
            ? await sendOfPeer(context, video)
            : await sendOwn({ context, video, media }, name);
        return response ?? notFound(context);
      } catch (error) {
        if (error instanceof StoreUnavailable) return unavailable(context);
        throw error;
      }
    });
}

/** The key of staff goes along to the files of a playlist. */
function queryOf(context: Context): string {
  const key = context.req.query("key");
  return key === undefined ? "" : `?key=${encodeURIComponent(key)}`;
}

function playlistText(
  segments: readonly OwnSegment[],
  rendition: Rendition,
  uriOf: (name: string) => string,
): string | null {
  const entries = segments.map(({ entry }) => entry);
  const hasMedia = segments.some((segment) => segment[rendition] !== null);
  return hasMedia ? writeMediaPlaylist(recordingPlaylist({ entries, rendition, uriOf })) : null;
}

/** An address with another revision, or none, may show other content later. */
function cacheOf(context: Context, video: OwnVideo): string {
  const isTagged = context.req.query("v") === String(video.revision);
  if (!video.isPublished) return CACHE.none;
  return isTagged ? CACHE.immutable : CACHE.minutes;
}

function immutableFor({ isPublished }: OwnVideo): string {
  return isPublished ? CACHE.immutable : CACHE.none;
}

function unavailable(context: Context): Response {
  const headers = { "Cache-Control": CACHE.none, "Retry-After": RETRY_AFTER_S };
  return context.json({ error: "unavailable" }, 503, { ...MEDIA_HEADERS, ...headers });
}

function notFound(context: Context): Response {
  context.header("Cache-Control", CACHE.none);
  return context.json({ error: "not_found" }, 404, MEDIA_HEADERS);
}
