import type { IncomingMessage } from "node:http";
import {
  API_ERRORS,
  channelsResponse,
  playlistItemsResponse,
  videosResponse,
} from "./api-responses.ts";
import { findVideo } from "./catalogue.ts";
import type { Catalogue } from "./catalogue.ts";
import type { FaultPlace } from "./faults.ts";
import { feedResponse, imageResponse, oembedResponse } from "./page-responses.ts";
import { playerPage } from "./player-page.ts";

/** A place of the fake platform. */
export type Place = FaultPlace | "embed" | "unknown";

export type PlaceRequest = { readonly request: IncomingMessage; readonly url: URL };

export type PlaceResponse = {
  readonly status: number;
  readonly contentType: string;
  readonly body: string | Buffer;
};

const API_METHODS = {
  playlistItems: playlistItemsResponse,
  videos: videosResponse,
  channels: channelsResponse,
} as const;

type ApiMethod = keyof typeof API_METHODS;

/** Returns true for a place whose calls cost a unit. */
export const isApiMethod = (name: string): name is ApiMethod => Object.hasOwn(API_METHODS, name);

/** Content type of a normal response. */
export const CONTENT_TYPES = {
  playlistItems: "application/json; charset=UTF-8",
  videos: "application/json; charset=UTF-8",
  channels: "application/json; charset=UTF-8",
  feed: "text/xml; charset=UTF-8",
  oembed: "application/json",
  picture: "image/jpeg",
} as const satisfies Record<FaultPlace, string>;

const PICTURE_PATH = /^\/vi\/([\w-]+)\/([a-z0-9]+)\.jpg$/;
const EMBED_PATH = /^\/embed\/([\w-]+)$/;

/** Returns the place of a path. */
export function placeOf(path: string): Place {
  const method = /^\/youtube\/v3\/(\w+)$/.exec(path)?.[1] ?? "";
  if (isApiMethod(method)) return method;
  if (path === "/feeds/videos.xml") return "feed";
  if (path === "/oembed") return "oembed";
  if (PICTURE_PATH.test(path)) return "picture";
  return EMBED_PATH.test(path) ? "embed" : "unknown";
}

type PlatformState = {
  readonly catalogue: Catalogue;
  readonly apiKey: string;
  readonly playerErrors: ReadonlyMap<string, number>;
};

/** Creates the normal response of each place. */
export function createResponses(
  state: PlatformState,
): Record<Place, (placeRequest: PlaceRequest) => PlaceResponse | Promise<PlaceResponse>> {
  const { catalogue, apiKey, playerErrors } = state;

  function apiResponse(method: ApiMethod, { request, url }: PlaceRequest): PlaceResponse {
    const header = request.headers["x-goog-api-key"];
    const key = url.searchParams.get("key") ?? (typeof header === "string" ? header : null);
    const { status, body } =
      key === apiKey
        ? API_METHODS[method](catalogue, url.searchParams)
        : API_ERRORS[key === null ? "noKey" : "badKey"];
    return { status, contentType: CONTENT_TYPES[method], body: JSON.stringify(body) };
  }

  async function picture({ url }: PlaceRequest): Promise<PlaceResponse> {
    const [, id = "", file = ""] = PICTURE_PATH.exec(url.pathname) ?? [];
    const { status, bytes } = await imageResponse(catalogue, id, file);
    return { status, contentType: CONTENT_TYPES.picture, body: bytes };
  }

  function player({ request, url }: PlaceRequest): PlaceResponse {
    const videoId = EMBED_PATH.exec(url.pathname)?.[1] ?? "";
    const video = findVideo(catalogue, videoId);
    const blocked = video && !video.isEmbeddable ? 150 : null;
    const gone = video?.state === "public" ? null : 100;
    const errorCode = request.headers.referer
      ? (playerErrors.get(videoId) ?? gone ?? blocked)
      : 153;
    const body = playerPage({ videoId, video, errorCode });
    return { status: 200, contentType: "text/html; charset=utf-8", body };
  }

  return {
    playlistItems: (placeRequest) => apiResponse("playlistItems", placeRequest),
    videos: (placeRequest) => apiResponse("videos", placeRequest),
    channels: (placeRequest) => apiResponse("channels", placeRequest),
    feed: ({ url }) => feedResponse(catalogue, url.searchParams),
    oembed: ({ url }) => oembedResponse(catalogue, url.searchParams),
    picture,
    embed: player,
    unknown: () => ({ status: 404, contentType: "text/html", body: "<title>404</title>" }),
  };
}
