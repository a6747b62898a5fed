import * as v from "valibot";
import { OutboundError, readBytes } from "@reign-tv/kit/outbound/bounded-fetch.ts";
import {
  acceptsGzip,
  encodedResponseFor,
  matchesEtag,
  type EncodedBody,
  type Selection,
} from "./playlist-responses.ts";
import { createPlaylistCache, type PlaylistCache, type ReadingOptions } from "./playlist-cache.ts";
import {
  isVideoId,
  LANGUAGE_PATTERN,
  PLAYLIST_ID_PATTERN,
  type PlaylistReading,
} from "./playlist.domain.ts";
import { PlaylistError, TooManyRequests } from "./playlist-error.ts";
import {
  createCustomPlaylists,
  customPlaylistName,
  type CustomPlaylistReader,
} from "./custom-playlists.ts";
import { parsePlaylistSettings, type PlaylistSettings } from "./playlist-settings.ts";
import { createPlaylistSources } from "./playlist-sources.ts";
import { emptySnapshot, withOwnVideos } from "./own-videos.domain.ts";
import { lastValid } from "../runtime/last-valid.ts";
import type { FunctionContext } from "@reign-tv/kit/function-contract.ts";
import { createUnitBudget } from "./quota-budget.ts";
import { localizedSnapshot } from "./localized-snapshot.ts";
import type { UpstreamOptions } from "@reign-tv/kit/outbound/upstream.ts";
import { SECOND_MS } from "@reign-tv/kit/durations.ts";

/**
 * The function `youtube-playlist-videos`: the videos of one configured playlist.
 *
 * POST `{playlistId, refresh?, limit?, language?}` from supabase-js, or GET
 * `?playlistId=&limit=&language=&videoId=` for shared caches, which the site itself uses;
 * `language` puts its videos first, and `videoId` selects one video with its full description.
 * Errors: `{error, code}`; 400 for a request that can never succeed (without a call), 502 and 503
 * for a source that was never readable. Cached playlists are not rate-limited; only readings and
 * rejected requests count against the client's IP address (429).
 */

const MAX_BODY_BYTES = 4_096;

/** Limit of a row of cards; larger lists are sent in full. */
const LIMIT_MAX = 24;

const limitSchema = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(LIMIT_MAX));
const languageSchema = v.pipe(v.string(), v.regex(LANGUAGE_PATTERN));

const bodySchema = v.object({
  playlistId: v.string(),
  refresh: v.optional(v.boolean(), false),
  limit: v.nullish(limitSchema, null),
  language: v.nullish(languageSchema, null),
});

/** Fresh as long as in the app (S9.7); an old list is better than an error. */
const PUBLIC_CACHE = "public, max-age=30, stale-while-revalidate=600, stale-if-error=604800";

export type PlaylistVideos = {
  handle(request: Request): Promise<Response>;
};

/** Timeouts and randomness, replaced in tests. */
export type PlaylistTuning = {
  readonly upstream?: Omit<UpstreamOptions, "fetch" | "now">;
  readonly visitorTimeoutMs?: number;
};

type Admit = () => Promise<number | null>;

type Service = {
  /** Current settings: lists and details change while the function runs. */
  readonly settings: () => PlaylistSettings;
  readonly cache: PlaylistCache;
  readonly now: () => number;
  readonly customPlaylists: CustomPlaylistReader;
};

/** Creates the function for one context; the caches live in the returned object. */
export function createPlaylistVideos(
  context: FunctionContext,
  tuning: PlaylistTuning = {},
): PlaylistVideos {
  const service = createService(context, tuning);
  return {
    async handle(request) {
      const admit: Admit = async () => (await context.admit?.(request)) ?? null;
      try {
        const response = await respond(service, request, admit);
        if (response.status < 400 || response.status >= 500) return response;
        const retryAfterS = await admit();
        return retryAfterS === null ? response : tooMany(new TooManyRequests(retryAfterS));
      } catch (error) {
        if (error instanceof TooManyRequests) return tooMany(error);
        throw error;
      }
    },
  };
}

async function respond(service: Service | null, request: Request, admit: Admit): Promise<Response> {
  switch (request.method) {
    case "GET":
    case "HEAD":
      return await handleGet(service, request, admit);
    case "POST":
      return await handlePost(service, request, admit);
    case "OPTIONS":
      return new Response(null, { status: 204, headers: { allow: ALLOWED_METHODS } });
    default:
      return problem(405, "method_not_allowed", "Use GET or POST", { allow: ALLOWED_METHODS });
  }
}

const ALLOWED_METHODS = "GET, HEAD, POST, OPTIONS";

const services = new WeakMap<FunctionContext, PlaylistVideos>();

/** Returns the function of a context, created on first use. */
export function playlistVideosOf(context: FunctionContext): PlaylistVideos {
  const service = services.get(context) ?? createPlaylistVideos(context);
  services.set(context, service);
  return service;
}

function createService(context: FunctionContext, tuning: PlaylistTuning): Service | null {
  const { fetch, now, store } = context;
  const log = context.log ?? (() => undefined);
  const report = context.report ?? (() => undefined);
  const parsed = parsePlaylistSettings(context.env);
  if (!parsed.ok) {
    log("error", "the playlist function is not configured", { variables: parsed.error });
    return null;
  }
  const settings = parsed.value;
  const budget = createUnitBudget({ store, now, log, capUnits: settings.dailyUnits });
  const upstreamOptions = tuning.upstream ?? {};
  const sources = createPlaylistSources({
    fetch,
    now,
    settings,
    budget,
    log,
    report,
    upstreamOptions,
  });
  const cache = createPlaylistCache({
    sources,
    store,
    budget,
    now,
    log,
    waitUntil: context.waitUntil,
    visitorTimeoutMs: tuning.visitorTimeoutMs,
  });
  return {
    settings: lastValid(context, CHANGING_NAMES, settings, settingsOf),
    cache,
    now,
    customPlaylists: createCustomPlaylists(),
  };
}

const CHANGING_NAMES = ["PLAYLISTS", "VIDEO_WORDS", "OWN_LISTS", "OWN_VIDEOS"] as const;

function settingsOf(env: FunctionContext["env"]): PlaylistSettings | null {
  const parsed = parsePlaylistSettings(env);
  return parsed.ok ? parsed.value : null;
}

async function handleGet(
  service: Service | null,
  request: Request,
  admit: Admit,
): Promise<Response> {
  const { searchParams } = new URL(request.url);
  const limit = readLimit(searchParams.get("limit"));
  if (limit instanceof Response) return limit;
  const videoId = searchParams.get("videoId");
  if (videoId !== null && !isVideoId(videoId)) {
    return problem(400, "invalid_video_id", "videoId must be the id of a video");
  }
  const language = v.safeParse(v.nullable(languageSchema), searchParams.get("language"));
  if (!language.success) {
    return problem(400, "invalid_language", 'language must be a primary tag, such as "fr"');
  }
  const playlistId = searchParams.get("playlistId") ?? "";
  const options = { isForced: false, admit, language: language.output };
  const reading = await readPlaylist(service, playlistId, options);
  if (reading instanceof Response) return reading;
  const { body, headers } = await present(reading, {
    request,
    selection: { limit, videoId, language: language.output },
    cacheControl: PUBLIC_CACHE,
  });
  if (matchesEtag(request.headers.get("if-none-match"), body.etag)) {
    return new Response(null, { status: 304, headers: notModifiedHeaders(headers) });
  }
  return new Response(body.bytes, { status: 200, headers });
}

/** Returns the parameter `limit`, null without one, or an error response. */
function readLimit(text: string | null): number | null | Response {
  if (text === null) return null;
  const limit = v.safeParse(limitSchema, /^\d+$/.test(text) ? Number(text) : text);
  if (limit.success) return limit.output;
  return problem(400, "invalid_limit", `limit must be 1 to ${LIMIT_MAX}`);
}

async function handlePost(
  service: Service | null,
  request: Request,
  admit: Admit,
): Promise<Response> {
  const input = await readBody(request);
  if (input instanceof Response) return input;
  const options = { isForced: input.refresh, admit, language: input.language };
  const reading = await readPlaylist(service, input.playlistId, options);
  if (reading instanceof Response) return reading;
  const { body, headers } = await present(reading, {
    request,
    selection: { limit: input.limit, videoId: null, language: input.language },
    cacheControl: "no-store",
  });
  return new Response(body.bytes, { status: 200, headers });
}

async function readPlaylist(
  service: Service | null,
  playlistId: string,
  { language, ...options }: ReadingOptions & { readonly language: string | null },
): Promise<PlaylistReading | Response> {
  if (!PLAYLIST_ID_PATTERN.test(playlistId)) {
    const reason = "playlistId must be 10 to 64 letters, digits, _ or -";
    return problem(400, "invalid_playlist_id", reason);
  }
  if (service === null) return failure(new PlaylistError("not_configured"));
  const settings = service.settings();
  if (!settings.playlistIds.has(playlistId)) {
    return problem(400, "unknown_playlist", "This playlist is not one of this site's playlists");
  }
  try {
    const { ownVideos } = settings;
    const withOwn = (reading: PlaylistReading, id: string): PlaylistReading => ({
      ...reading,
      snapshot: withOwnVideos(reading.snapshot, ownVideos, settings.categoriesOf.get(id) ?? []),
    });
    /** Own videos are listed also while a source cannot be read. */
    const read = async (id: string): Promise<PlaylistReading> => {
      try {
        return withOwn(await service.cache.read(id, options), id);
      } catch (error) {
        const categories = settings.categoriesOf.get(id) ?? [];
        const snapshot = emptySnapshot(ownVideos, categories, service.now());
        if (!(error instanceof PlaylistError) || snapshot === null) throw error;
        return withOwn({ snapshot, isStale: true, cache: "stale" }, id);
      }
    };
    const custom = customPlaylistName(playlistId);
    const reading = await (custom === null
      ? read(playlistId)
      : service.customPlaylists
          .read(custom, settings, read)
          .then((list) => withOwn(list, playlistId)));
    return {
      ...reading,
      snapshot: localizedSnapshot(reading.snapshot, settings.overrides, language),
    };
  } catch (error) {
    if (error instanceof PlaylistError) return failure(error);
    throw error;
  }
}

async function readBody(request: Request): Promise<v.InferOutput<typeof bodySchema> | Response> {
  if (Number(request.headers.get("content-length") ?? 0) > MAX_BODY_BYTES) return tooLarge();
  let json: unknown;
  try {
    // The host enforces a declared length; without one, bytes are counted while reading.
    const text = request.headers.has("content-length")
      ? await request.text()
      : new TextDecoder().decode(await readBytes(request.body, MAX_BODY_BYTES));
    json = JSON.parse(text);
  } catch (error) {
    if (error instanceof OutboundError) return tooLarge();
    return problem(400, "invalid_body", "The body must be JSON");
  }
  const body = v.safeParse(bodySchema, json);
  if (body.success) return body.output;
  return problem(
    400,
    "invalid_body",
    'The body must be {"playlistId": string, "refresh"?: boolean, "limit"?: 1 to 24, "language"?: "fr"}',
  );
}

function tooLarge(): Response {
  return problem(413, "body_too_large", `The body may have ${MAX_BODY_BYTES} bytes`);
}

type HeaderTable = Readonly<Record<string, string>>;

type Presentation = { request: Request; selection: Selection; cacheControl: string };

async function present(
  reading: PlaylistReading,
  { request, selection, cacheControl }: Presentation,
): Promise<{ body: EncodedBody; headers: HeaderTable }> {
  const { plain, gzip } = await encodedResponseFor(reading, selection);
  const isGzip = gzip !== null && acceptsGzip(request.headers.get("accept-encoding"));
  const body = isGzip ? gzip : plain;
  const headers = {
    "content-type": "application/json; charset=utf-8",
    "cache-control": cacheControl,
    etag: body.etag,
    vary: "Accept-Encoding",
    "x-cache": reading.cache,
    ...(isGzip ? { "content-encoding": "gzip" } : {}),
  };
  return { body, headers };
}

/** Headers that a 304 repeats (RFC 9110 15.4.5). */
function notModifiedHeaders(headers: HeaderTable): HeaderTable {
  const repeated = new Set(["cache-control", "etag", "vary", "x-cache"]);
  return Object.fromEntries(Object.entries(headers).filter(([name]) => repeated.has(name)));
}

function failure(error: PlaylistError): Response {
  const retryAfter = String(Math.ceil(error.pauseMs / SECOND_MS));
  return problem(error.status, error.code, failureMessage(error), { "retry-after": retryAfter });
}

function tooMany(error: TooManyRequests): Response {
  const retryAfter = String(error.retryAfterS);
  return problem(429, "too_many_requests", failureMessage(error), { "retry-after": retryAfter });
}

const failureMessage = ({ message }: Error): string => `Failed to fetch YouTube videos: ${message}`;

function problem(status: number, code: string, error: string, headers: HeaderTable = {}): Response {
  return Response.json(
    { error, code },
    { status, headers: { "cache-control": "no-store", ...headers } },
  );
}
