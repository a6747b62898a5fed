import { applyFieldMask } from "./field-mask.ts";
import { findVideo } from "./catalogue.ts";
import type { Catalogue, FakeVideo } from "./catalogue.ts";

/** Responses of the Data API v3. */

export type JsonResponse = { readonly status: number; readonly body: unknown };

type Detail = { readonly reason: string };

/** An error in the API's format. */
export function apiError(
  code: number,
  message: string,
  error: { domain: string; reason: string; location?: string; locationType?: string },
  status?: string,
  details?: readonly Detail[],
): JsonResponse {
  return {
    status: code,
    body: {
      error: {
        code,
        message,
        errors: [{ message, ...error }],
        ...(status === undefined ? {} : { status }),
        ...(details === undefined
          ? {}
          : {
              details: details.map(({ reason }) => ({
                "@type": "type.googleapis.com/google.rpc.ErrorInfo",
                reason,
                domain: "googleapis.com",
              })),
            }),
      },
    },
  };
}

export const API_ERRORS = {
  quotaExceeded: apiError(
    403,
    'The request cannot be completed because you have exceeded your <a href="/youtube/v3/getting-started#quota">quota</a>.',
    { domain: "youtube.quota", reason: "quotaExceeded" },
  ),
  badKey: apiError(
    400,
    "API key not valid. Please pass a valid API key.",
    { domain: "global", reason: "badRequest" },
    "INVALID_ARGUMENT",
    [{ reason: "API_KEY_INVALID" }],
  ),
  noKey: apiError(
    403,
    "Method doesn't allow unregistered callers (callers without established identity). Please use API Key or other form of API consumer identity to call this API.",
    { domain: "global", reason: "forbidden" },
    "PERMISSION_DENIED",
  ),
  apiDisabled: apiError(
    403,
    "YouTube Data API v3 has not been used in project 0 before or it is disabled.",
    { domain: "usageLimits", reason: "accessNotConfigured" },
    "PERMISSION_DENIED",
    [{ reason: "SERVICE_DISABLED" }],
  ),
  rateLimitExceeded: apiError(403, "Rate Limit Exceeded", {
    domain: "usageLimits",
    reason: "rateLimitExceeded",
  }),
  playlistNotFound: apiError(
    404,
    "The playlist identified with the request's <code>playlistId</code> parameter cannot be found.",
    {
      domain: "youtube.playlistItem",
      reason: "playlistNotFound",
      location: "playlistId",
      locationType: "parameter",
    },
  ),
  invalidPageToken: apiError(
    400,
    "The request specifies an invalid page token.",
    {
      domain: "youtube.parameter",
      reason: "invalidPageToken",
      location: "pageToken",
      locationType: "parameter",
    },
    "INVALID_ARGUMENT",
  ),
  backendError: apiError(
    503,
    "The service is currently unavailable.",
    { domain: "global", reason: "backendError" },
    "UNAVAILABLE",
  ),
  tooManyRequests: apiError(
    429,
    "Resource has been exhausted (e.g. check quota).",
    { domain: "global", reason: "rateLimitExceeded" },
    "RESOURCE_EXHAUSTED",
  ),
} as const;

function invalidParameter(name: string): JsonResponse {
  return apiError(
    400,
    `Invalid value for parameter ${name}.`,
    { domain: "youtube.parameter", reason: "invalidFilters", location: name },
    "INVALID_ARGUMENT",
  );
}

function thumbnails(video: FakeVideo): Record<string, unknown> {
  const sizes = {
    default: ["default", 120, 90],
    medium: ["mqdefault", 320, 180],
    high: ["hqdefault", 480, 360],
    standard: ["sddefault", 640, 480],
    maxres: ["maxresdefault", 1280, 720],
  } as const;
  return Object.fromEntries(
    video.pictures.map((name) => {
      const [file, width, height] = sizes[name];
      return [name, { url: `https://i.ytimg.com/vi/${video.id}/${file}.jpg`, width, height }];
    }),
  );
}

const HIDDEN_TEXTS = {
  private: { title: "Private video", description: "This video is private.", privacy: "private" },
  deleted: {
    title: "Deleted video",
    description: "This video is unavailable.",
    privacy: "privacyStatusUnspecified",
  },
} as const;

function playlistItem(video: FakeVideo, playlistId: string, position: number): unknown {
  const hidden = video.state === "public" ? null : HIDDEN_TEXTS[video.state];
  return {
    kind: "youtube#playlistItem",
    etag: `e${position}`,
    id: `UEx${position}`,
    snippet: {
      publishedAt: "2026-10-04T12:00:00Z",
      channelId: "UCfakefakefakefakefakefa",
      title: hidden?.title ?? video.title,
      description: hidden?.description ?? video.description,
      thumbnails: hidden ? {} : thumbnails(video),
      channelTitle: "Fake Ministry",
      playlistId,
      position,
      resourceId: { kind: "youtube#video", videoId: video.id },
      ...(hidden ? {} : { videoOwnerChannelTitle: "Fake Ministry" }),
    },
    contentDetails: {
      videoId: video.id,
      ...(hidden ? {} : { videoPublishedAt: video.publishedAt }),
    },
    status: { privacyStatus: hidden?.privacy ?? "public" },
  };
}

function videoResource(video: FakeVideo): unknown {
  const isLive = video.live === "live";
  return {
    kind: "youtube#video",
    etag: `v${video.id}`,
    id: video.id,
    snippet: {
      publishedAt: video.publishedAt,
      title: video.title,
      thumbnails: thumbnails(video),
      liveBroadcastContent: video.live,
      ...video.languages,
    },
    contentDetails: { duration: video.live === "none" ? video.duration : "P0D", definition: "hd" },
    status: { privacyStatus: "public", embeddable: video.isEmbeddable },
    statistics: video.views === null ? {} : { viewCount: String(video.views) },
    ...(video.live === "none"
      ? {}
      : {
          liveStreamingDetails: {
            scheduledStartTime: "2026-11-22T09:00:00Z",
            ...(isLive ? { actualStartTime: "2026-11-22T09:01:12Z", concurrentViewers: "57" } : {}),
          },
        }),
  };
}

/** Returns `kind`, `etag`, `id` and the requested fields, as `part=` does. */
function withParts(resource: unknown, requested: ReadonlySet<string>): unknown {
  const always = new Set(["kind", "etag", "id"]);
  const entries = Object.entries(Object(resource));
  return Object.fromEntries(entries.filter(([key]) => always.has(key) || requested.has(key)));
}

function partsOf(query: URLSearchParams): ReadonlySet<string> {
  return new Set((query.get("part") ?? "").split(",").filter((part) => part !== ""));
}

const PAGE_TOKEN = /^o-(\d+)$/;
const encodeToken = (offset: number): string => Buffer.from(`o-${offset}`).toString("base64url");
const decodeToken = (token: string): number | null => {
  const match = PAGE_TOKEN.exec(Buffer.from(token, "base64url").toString());
  return match ? Number(match[1]) : null;
};

/** GET /playlistItems */
export function playlistItemsResponse(catalogue: Catalogue, query: URLSearchParams): JsonResponse {
  const playlistId = query.get("playlistId");
  const pageSize = Number(query.get("maxResults") ?? "5");
  const requested = partsOf(query);
  if (requested.size === 0) return invalidParameter("part");
  if (playlistId === null) return invalidParameter("playlistId");
  if (!Number.isInteger(pageSize) || pageSize < 0 || pageSize > 50) {
    return invalidParameter("maxResults");
  }
  const videos = catalogue.playlists.get(playlistId);
  if (!videos) return API_ERRORS.playlistNotFound;
  const token = query.get("pageToken");
  const offset = token === null ? 0 : decodeToken(token);
  if (offset === null || offset > videos.length) return API_ERRORS.invalidPageToken;
  const end = offset + pageSize;
  const items = videos
    .slice(offset, end)
    .map((video, index) => withParts(playlistItem(video, playlistId, offset + index), requested));
  const body = {
    kind: "youtube#playlistItemListResponse",
    etag: "e0",
    ...(end < videos.length ? { nextPageToken: encodeToken(end) } : {}),
    ...(offset > 0 ? { prevPageToken: encodeToken(Math.max(0, offset - pageSize)) } : {}),
    items,
    pageInfo: { totalResults: videos.length, resultsPerPage: pageSize },
  };
  return { status: 200, body: applyFieldMask(body, query.get("fields")) };
}

/** GET /videos: private and deleted videos are not returned. */
export function videosResponse(catalogue: Catalogue, query: URLSearchParams): JsonResponse {
  const ids = (query.get("id") ?? "").split(",").filter((id) => id !== "");
  const requested = partsOf(query);
  if (requested.size === 0) return invalidParameter("part");
  if (ids.length === 0 || ids.length > 50) return invalidParameter("id");
  const items = ids.flatMap((id) => {
    const video = findVideo(catalogue, id);
    return video?.state === "public" ? [withParts(videoResource(video), requested)] : [];
  });
  const body = {
    kind: "youtube#videoListResponse",
    etag: "v0",
    items,
    pageInfo: { totalResults: items.length, resultsPerPage: items.length },
  };
  return { status: 200, body: applyFieldMask(body, query.get("fields")) };
}

/** GET /channels by `forHandle` or `id`. An unknown channel is an empty list, not an error. */
export function channelsResponse(catalogue: Catalogue, query: URLSearchParams): JsonResponse {
  const handle = query.get("forHandle")?.replace(/^@/, "");
  const id = query.get("id");
  if (handle === undefined && id === null) return invalidParameter("id");
  const items = catalogue.channels
    .filter((channel) => channel.handle === handle || channel.id === id)
    .map((channel) => ({
      kind: "youtube#channel",
      id: channel.id,
      contentDetails: { relatedPlaylists: { likes: "", uploads: channel.uploadsPlaylistId } },
    }));
  const body = {
    kind: "youtube#channelListResponse",
    ...(items.length > 0 ? { items } : {}),
    pageInfo: { totalResults: items.length, resultsPerPage: 5 },
  };
  return { status: 200, body: applyFieldMask(body, query.get("fields")) };
}
